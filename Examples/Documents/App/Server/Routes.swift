import DocumentsCore
import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// The calls of a page, all below `/api/`.
///
/// | call | effect |
/// |---|---|
/// | `POST /api/tabs` with `{"tab": ID, "person": ID}` | opens a tab, or finds the open one |
/// | `GET /api/tabs/ID/stream` | opens a stream of messages, one JSON object per line |
/// | `POST /api/tabs/ID/perform/ACTION` | performs an action in the tab's session |
/// | `POST /api/tabs/ID/front` | records that the user views the tab |
/// | `POST /api/tabs/ID/recent` with `{"query": TEXT}` | returns recent activities |
/// | `POST /api/tabs/ID/next` | returns the commands that the user will probably choose next |
/// | `POST /api/tabs/ID/continue` with `{"id": ID}` | continues an activity |
/// | `POST /api/tabs/ID/answer` with `{"question": ID, "isAgreed": BOOL}` | answers a question |
/// | `POST /api/open` with `{"link": LINK, "tab": ID}` | opens a link in the tab, or in the most recently used one |
struct Routes: Sendable {
    let runtime: FeatureRuntime
    let store: DocumentStore
    let hub: TabHub
    let operations: Operations
    let personal: PersonalFlags
    let links: LinkOpener
    /// The recent activities, or `nil` if they aren't stored.
    let recent: RecentDocuments?
    /// The path of the usage figures, if they are written.
    let usageFile: String?
    /// The folder suggested by the import dialog.
    let importSuggestion: String?
    /// The crash of the last run.
    var lastCrash: LastCrash?
    /// The address of the inspector, once it has started.
    let inspector = InspectorAddress()

    /// The crash of the last run, with its address in the inspector.
    private func crash() async -> PageMessage.Crash? {
        guard let lastCrash else { return nil }
        let link = await inspector.text().map { lastCrash.link(in: $0) }
        return PageMessage.Crash(run: lastCrash.run, text: lastCrash.text, link: link)
    }

    /// Returns the response to a call.
    ///
    /// - Throws: ``HTTPProblem`` if there is no such call.
    func respond(to request: HTTPRequestMessage) async throws -> HTTPServerResponse {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (request.method, parts.count) {
        case (.post, 2) where parts == ["api", "tabs"]:
            struct Body: Decodable { let tab: String, person: String? }
            let body = try RequestBody.decode(Body.self, from: request)
            let tab = try await hub.open(body.tab, for: body.person)
            return try .json(["session": tab.session.name])
        case (.get, 4) where parts[0] == "api" && parts[1] == "tabs" && parts[3] == "stream":
            let tab = try await hub.tab(parts[2])
            let crash = await crash()
            let greeting: [PageMessage] = [
                .hello(
                    session: tab.session.name, folder: store.path, importSuggestion: importSuggestion,
                    usageFile: usageFile, run: runtime.timeline?.runIdentifier, crash: crash),
                .features(FeatureStates.current(in: runtime)),
                .editor(personal.editor(of: tab)),
            ]
            let origin = personal.origin.map { [PageMessage.flags($0)] } ?? []
            return .lines(try tab.streams.open(beginningWith: greeting + origin))
        case (.post, 5) where parts[1] == "tabs" && parts[3] == "perform":
            let tab = try await hub.tab(parts[2])
            // Automatic requests of the page don't count as use of the tab.
            if !["list", "preview", "statistics"].contains(parts[4]) { await hub.recordUse(of: tab) }
            let answer = try await runtime.use { try await operations.perform(parts[4], with: request, in: tab) }
            return try .json(answer)
        case (.post, 2) where parts == ["api", "open"]:
            struct Body: Decodable { let link: String, tab: String? }
            let body = try RequestBody.decode(Body.self, from: request)
            var tab: Tab?
            if let id = body.tab { tab = try await hub.tab(id) }
            let host = request.fields[RequestGuard.host] ?? ""
            return try .json(await runtime.use { await links.open(body.link, host: host, tab: tab) })
        case (.post, 4) where parts[1] == "tabs":
            return try await respond(to: request, in: try await hub.tab(parts[2]), parts[3])
        case (.get, _), (.post, _):
            throw HTTPProblem.notFound("There is no resource at this address.")
        default:
            throw HTTPProblem.methodNotAllowed([.get, .post])
        }
    }

    /// Returns the response to a call of a tab other than performing an action.
    private func respond(to request: HTTPRequestMessage, in tab: Tab, _ call: String) async throws -> HTTPServerResponse
    {
        switch call {
        case "front":
            await hub.recordUse(of: tab)
            return try .json(["session": tab.session.name])
        case "recent":
            struct Body: Decodable { let query: String? }
            let body = try RequestBody.decode(Body.self, from: request)
            return try .json(RecentAnswer(await recent?.find(body.query ?? "") ?? []))
        case "next":
            return try .json(await NextCommands.current(in: tab, of: runtime))
        case "continue":
            struct Body: Decodable { let id: String }
            let body = try RequestBody.decode(Body.self, from: request)
            guard let activity = recent?.activity(body.id) else {
                throw HTTPProblem.notFound("This document can no longer be continued.")
            }
            await hub.recordUse(of: tab)
            return try .json(await runtime.use { await links.continue(activity, in: tab) })
        case "answer":
            struct Body: Decodable { let question: String, isAgreed: Bool }
            let body = try RequestBody.decode(Body.self, from: request)
            tab.answer(body.question, body.isAgreed)
            return try .json(["session": tab.session.name])
        default:
            throw HTTPProblem.notFound("There is no resource at this address.")
        }
    }
}

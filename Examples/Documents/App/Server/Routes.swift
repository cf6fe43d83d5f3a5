import DocumentsCore
import Firesteel
import FlyingFox

/// The calls that a page makes, all below `/api/`.
///
/// | call | what it does |
/// |---|---|
/// | `POST /api/tabs` with `{"tab": ID, "person": ID}` | opens a tab, or finds it |
/// | `GET /api/tabs/ID/stream` | stays open and tells what to show, a JSON object a line |
/// | `POST /api/tabs/ID/perform/ACTION` | performs an action in the tab's session |
struct Routes: Sendable {
    let runtime: FeatureRuntime
    let store: DocumentStore
    let hub: TabHub
    let operations: Operations
    let personal: PersonalFlags
    /// A folder that the import dialog proposes.
    let importSuggestion: String?

    /// - Throws: ``Refusal`` where nothing answers.
    func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (request.method, parts.count) {
        case (.POST, 2) where parts == ["api", "tabs"]:
            struct Body: Decodable { let tab: String, person: String? }
            let body = try await RequestBody.decode(Body.self, from: request)
            let tab = try await hub.open(body.tab, for: body.person)
            return try .json(["session": tab.session.name])
        case (.GET, 4) where parts[1] == "tabs" && parts[3] == "stream":
            let tab = try await hub.tab(parts[2])
            let greeting: [PageMessage] = [
                .hello(session: tab.session.name, folder: store.path, importSuggestion: importSuggestion),
                .features(FeatureStates.current(in: runtime)),
                .editor(personal.editor(of: tab.person)),
            ]
            guard let lines = tab.streams.open(beginningWith: greeting) else {
                throw Refusal(.tooManyRequests, code: "too-many", "This tab listens too often.")
            }
            return .lines(lines)
        case (.POST, 5) where parts[1] == "tabs" && parts[3] == "perform":
            let tab = try await hub.tab(parts[2])
            let answer = try await runtime.use { try await operations.perform(parts[4], with: request, in: tab) }
            return try .json(answer)
        case (.GET, _), (.POST, _):
            throw Refusal(.notFound, code: "not-found", "There is nothing at this address.")
        default:
            throw Refusal(.methodNotAllowed, code: "method", "Only GET and POST are known here.")
        }
    }
}

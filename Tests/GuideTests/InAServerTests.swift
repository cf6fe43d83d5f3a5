import Firesteel
// guide: InAServer
import FiresteelPurchases
// end
import FiresteelTesting
import Foundation
import Testing

// guide: InAServer
enum Library: FeatureGroup {
    static let subfeatures = features(Catalogues.self, BulkExport.self, Moderation.self)
}

enum Catalogues: Feature {
    static let find = action(FindBooks.self)
    static let actions = declare(find)
}

enum BulkExport: ConditionalFeature {
    static var constraints: Constraints {
        Flagged(default: false)  // a flag with a rule: for members of the plan "pro"
        UserToggled(default: true)  // the user's own choice
    }
    static let export = action(ExportBooks.self)
    static let actions = declare(export)
}

enum Moderation: ConditionalFeature {
    static var constraints: Constraints { RoleConstraint("moderator") }
    static let remove = action(RemoveReview.self)
    static let actions = declare(remove)
}
// end

// guide: InAServer
struct RoleConstraint: Constraint {
    let role: String
    init(_ role: String) { self.role = role }

    var label: String { "Role" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        guard subject.context["role"] == .string(role) else {
            return .unmet("Not a \(role)", because: "Needs the role \(role)")
        }
        return .met(role)
    }
}
// end

// guide: InAServer
struct BookQuery: Sendable, Decodable {
    let title: String
}

struct BookPage: Sendable, Encodable {
    let titles: [String]
}

enum FindBooks: ReplyAction {
    static func reply(to context: ActionContext<BookQuery>) async throws -> BookPage {
        context.logger.info("Searching")
        return BookPage(titles: Books.all.filter { $0.contains(context.input.title) })
    }
}
// end

enum Books {
    static let all = ["The Left Hand of Darkness", "The Dispossessed", "Solaris"]
}

enum ExportBooks: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> BookPage { BookPage(titles: Books.all) }
}

enum RemoveReview: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// A signed-in account, as the guide's server has it.
struct SignedInAccount {
    var id = "7f3a"
    var plan = "pro"
    var role = "member"
}

/// An HTTP request, as the guide's server has it.
struct WebRequest {
    var id = "r-1"
    var query = "The"
}

@Suite("Guide: in a server")
struct InAServerTests {
    private let flags = MemoryProvider("Flags")

    private func run(
        log: RecordingLogOutput? = nil, _ body: (FeatureRuntime, TestRuntime) async throws -> Void
    ) async throws {
        flags.setRule(ForPlan(plan: "pro"), for: "Library/BulkExport")
        try await withTestRuntime(
            Library.self,
            {
                $0.flags = FlagStack([flags])
                if let log { $0.logger = log.logger }
            },
            { test in try await body(test.runtime, test) })
    }

    // guide: InAServer
    func session(for account: SignedInAccount, in runtime: FeatureRuntime) -> ActionSession {
        runtime.session(
            "account",
            context: EvaluationContext(
                targetingKey: account.id,
                attributes: ["plan": .string(account.plan), "role": .string(account.role)]),
            principal: Principal(account.id))
    }
    // end

    @Test("A request is answered for its account, and returns a value")
    func request() async throws {
        let log = RecordingLogOutput()
        try await run(log: log) { runtime, test in
            let account = SignedInAccount()
            let request = WebRequest()
            // guide: InAServer
            let session = session(for: account, in: runtime)
            let options = PerformOptions.in(session).from(.http).with(["request": "\(request.id)"])

            let page = try await Catalogues.find.reply(to: BookQuery(title: request.query), options: options)
            // end
            #expect(page.titles.count == 2)
            #expect(log.lines.contains { $0.message == "Searching" && $0.metadata["request"] == "r-1" })
            #expect(test.performs.map(\.source) == [.http])
        }
    }

    @Test("A request by the action's path receives its value as JSON")
    func path() async throws {
        try await run { runtime, _ in
            let session = session(for: SignedInAccount(), in: runtime)
            let body = Data(#"{"title": "Sol"}"#.utf8)
            let path = try #require(ActionPath("Library/Catalogues/#FindBooks"))
            // guide: InAServer
            let reply = try await runtime.reply(
                to: ExternalRequest(path, from: .http), input: JSONInput(body), in: session)
            let json = try reply.json()
            // end
            #expect(json.map { String(decoding: $0, as: UTF8.self) } == #"{"titles":["Solaris"]}"#)
            #expect(reply.outcome.isSuccess)
        }
    }

    @Test("A feature of one account is unavailable to another")
    func conditional() async throws {
        try await run { runtime, _ in
            let pro = session(for: SignedInAccount(), in: runtime)
            let session = session(for: SignedInAccount(id: "9c21", plan: "free"), in: runtime)
            var status = 200
            // guide: InAServer
            if let export = BulkExport.export.request(in: session) {
                let books = try await export.reply(options: .in(session))
                print(books)
            } else {
                let reasons = BulkExport.availability(in: session).reasons
                print(reasons.map(\.text).joined(separator: "; "))
                status = 403
            }
            // end
            #expect(status == 403)
            #expect(BulkExport.export.request(in: pro) != nil)
            #expect(Moderation.remove.request(in: pro) == nil)
            let moderator = self.session(for: SignedInAccount(id: "1b", role: "moderator"), in: runtime)
            #expect(Moderation.remove.request(in: moderator) != nil)
        }
    }

    @Test("A middleware puts the session into effect for everything below it")
    func middleware() async throws {
        try await run { runtime, _ in
            let session = session(for: SignedInAccount(), in: runtime)
            // guide: InAServer
            let page = try await session.use {
                try await BulkExport.export.request()?.reply()
            }
            // end
            #expect(page?.titles.count == 3)
        }
    }

    @Test("A choice belongs to a principal")
    func toggles() async throws {
        try await run { runtime, _ in
            let session = session(for: SignedInAccount(), in: runtime)
            // guide: InAServer
            runtime.setToggle(BulkExport.self, false, in: session)
            // end
            #expect(BulkExport.export.request(in: session) == nil)
            #expect(BulkExport.export.request(in: self.session(for: SignedInAccount(id: "other"), in: runtime)) != nil)
        }
    }

    @Test("Purchases of each account")
    func purchases() throws {
        let trackers = ["7f3a": TestPurchaseTracker(otherwise: .known([]))]
        // guide: InAServer
        let purchases = PerPrincipalSource(Purchases.sourceName) { principal in
            Purchases(principal.flatMap { trackers[$0.identifier] }.map { [$0] } ?? [])
        }
        let configuration = RuntimeConfiguration(sources: [purchases])
        // end
        let runtime = try FeatureRuntime(Library.self, configuration)
        #expect(runtime.purchases(in: session(for: SignedInAccount(), in: runtime))?.trackers.count == 1)
        #expect(runtime.purchases(in: session(for: SignedInAccount(id: "none"), in: runtime))?.trackers.isEmpty == true)
    }

    @Test("A person's timeline is erased without anyone else's")
    func erasing() async throws {
        try await run { runtime, test in
            for id in ["7f3a", "9c21"] {
                let session = session(for: SignedInAccount(id: id), in: runtime)
                _ = try await Catalogues.find.reply(to: BookQuery(title: "The"), options: .in(session))
                session.close()
            }
            let account = SignedInAccount()
            // guide: InAServer
            try runtime.eraseTimeline(of: Principal(account.id))
            // end
            #expect(test.performs.count == 1)
            #expect(test.events.compactMap(\.principal) == ["9c21", "9c21"])
        }
    }
}

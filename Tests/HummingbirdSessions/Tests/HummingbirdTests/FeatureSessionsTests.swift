import Firesteel
import FiresteelHummingbird
import FiresteelTesting
import Hummingbird
import HummingbirdTesting
import Testing

private enum Library: FeatureGroup {
    static let subfeatures = features(BulkExport.self)
}

private enum BulkExport: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: false) }
    static let export = action(ExportBooks.self)
    static let actions = declare(export)
}

private enum ExportBooks: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> String {
        await Task.yield()
        return context.session.principal?.identifier ?? ""
    }
}

private struct LibraryContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var account = ""

    init(source: Source) { coreContext = .init(source: source) }
}

/// Takes the account from a header.
private struct Accounts: RouterMiddleware {
    func handle(
        _ request: Request, context: LibraryContext, next: (Request, LibraryContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.account = request.headers[.authorization] ?? ""
        return try await next(request, context)
    }
}

@Suite("Sessions of requests to a Hummingbird server", .timeLimit(.minutes(2)))
struct FeatureSessionsTests {
    private func router(_ runtime: FeatureRuntime) -> Router<LibraryContext> {
        let router = Router(context: LibraryContext.self)
        router.add(middleware: Accounts())
        // guide: FiresteelHummingbird
        router.add(
            middleware: FeatureSessions { request, context in
                runtime.session("request", principal: Principal(context.account))
            })
        router.post("exports") { request, context -> String in
            guard let export = BulkExport.export.request() else { throw HTTPError(.forbidden) }
            return try await export.reply()
        }
        // end
        return router
    }

    @Test("Each of 500 concurrent requests has the features of its account")
    func accounts() async throws {
        try await withTestRuntime(Library.self) { test in
            let runtime = test.runtime
            for number in stride(from: 0, to: 50, by: 2) {
                let session = runtime.session("choice", principal: Principal("account-\(number)"))
                runtime.setToggle(BulkExport.self, true, in: session)
            }
            let application = Application(router: router(runtime))
            try await application.test(.live) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<500 {
                        let account = "account-\(number % 50)"
                        group.addTask {
                            try await client.execute(
                                uri: "/exports", method: .post, headers: [.authorization: account]
                            ) { response in
                                let expected = number % 2 == 0 ? account : ""
                                #expect(response.status == (number % 2 == 0 ? .ok : .forbidden))
                                if number % 2 == 0 { #expect(String(buffer: response.body) == expected) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let run = try #require(runtime.timeline?.run)
            #expect(run.performs().count == 250)
            #expect(run.performs().allSatisfy { $0.sessionName == "request" && $0.outcome == .success })
            for number in 0..<50 {
                #expect(run.sessions(ofPrincipal: "account-\(number)").count >= 10)
            }
        }
    }
}

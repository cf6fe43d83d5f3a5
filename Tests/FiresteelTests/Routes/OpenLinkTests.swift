import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Testing

@Suite("Opening a link performs its action")
@MainActor
struct OpenLinkTests {
    @Test("The router sees link and route, the action its input, and the timeline that it was a link")
    func opens() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            let outcome = try await test.runtime.open("app://books/Mansfield%20Park?page=12", presentedBy: router)
            #expect(outcome.isSuccess)
            #expect(router.presenter.calls == [.show(Book(title: "Mansfield Park", page: 12))])
            let request = try #require(router.requests.first)
            #expect(request.link == "app://books/Mansfield%20Park?page=12" && request.route == "book")
            #expect(request.source == .url && request.action.text == "ExternalApp/Reading/#OpenBook")
            #expect(test.performs.map(\.source) == [.url])
        }
    }

    @Test(
        "A UI action, one that shows nothing and one with an explicit input are opened as well")
    func kinds() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            try await test.runtime.open("https://example.com/mark/8", presentedBy: router)
            #expect(router.presenter.calls == [.mark(8)])
            try await test.runtime.open("app://refresh", presentedBy: NoPresentation())
            try await test.runtime.open("app://opaque/x", presentedBy: NoPresentation(), from: .notification)
            #expect(test.performs.map(\.source) == [.url, .url, .notification])
        }
    }

    @Test("An unknown or malformed link performs nothing and is an error with the reason")
    func nowhere() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            for (link, reason) in [
                ("app://nowhere", RouteError.noRoute("app://nowhere")),
                ("nonsense", .malformed("The link has no scheme such as documents: or https:.")),
            ] {
                let error = await #expect(throws: ExternalActionError.self) {
                    try await test.runtime.open(link, presentedBy: NoPresentation())
                }
                guard case .link(reason) = error else { Issue.record("\(link) was opened."); continue }
                #expect(error?.description == reason.description)
            }
            #expect(test.performs.isEmpty)
        }
    }

    @Test("A link to a feature that isn't available fails with the reasons, and works once it is")
    func unavailable() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            test.runtime.setToggle(Lending.self, false)
            let error = await #expect(throws: ExternalActionError.self) {
                try await test.runtime.open("app://lend/Emma", presentedBy: TestRouter())
            }
            guard case .unavailable(let action, let reasons) = error else { Issue.record("It was opened."); return }
            #expect(action.text == "ExternalApp/Lending/#Lend" && reasons == Lending.availability.reasons)
            // The route exists nevertheless, and so do links.
            #expect(try test.runtime.route("app://lend/Emma").action == action)
            #expect(test.runtime.explainRoute("app://lend/Emma").unavailable == reasons)
            let link = try test.runtime.link(to: Lending.lend, for: Book(title: "Emma"), in: .app("app"))
            test.runtime.setToggle(Lending.self, true)
            try await test.runtime.open(link, presentedBy: TestRouter())
            #expect(test.performs.map(\.outcome) == [.successClosing])
        }
    }

    @Test("An explanation has the reason why each pattern handles a link or doesn't")
    func explanation() throws {
        let runtime = try Routed.runtime(
            Route("number/$(n)", to: Routed.number), Route("number/*", to: Routed.go),
            Route("number/$(n)/$(m)", to: Routed.go), Route("number", to: Routed.go),
            Route("other/$(n)", to: Routed.go),
            Route("number/$(n)", to: Routed.go, in: .universal("example.com")))
        let explained = runtime.explainRoute("documents://number/x?y=1")
        #expect(explained.match?.action.action == "OpenNumber" && explained.error == nil)
        #expect(explained.inputError?.parameter == "n")
        #expect(
            explained.candidates.map(\.verdict) == [
                .takes, .goesAfter(pattern: "number/$(n)"), .tooShort, .tooLong,
                .component(1, expected: "other", found: "number"), .otherScope,
            ])
        let few = runtime.explainRoute("documents://number/1", limit: 1)
        #expect(few.candidates.count == 2 && few.leftOut == 4 && few.inputError == nil)
        #expect(runtime.explainRoute("documents://x/y/z").error == .noRoute("documents://x/y/z"))
        #expect(runtime.explainRoute("nonsense").candidates.isEmpty)
    }
}

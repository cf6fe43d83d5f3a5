import Firesteel
import FiresteelTesting
import Foundation
import Testing

@Suite("Faults of Flint's links, not repeated")
@MainActor
struct FlintRouteFaultTests {
    @Test("A universal link routes back to the action and the input that it was made for")
    func universalLink() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let book = Book(title: "Persuasion", page: 9)
            let link = try Reading.open.link(for: book, in: .universal("example.com"))
            #expect(link == "https://example.com/books/Persuasion?page=9")
            let router = TestRouter()
            try await test.runtime.open(link, presentedBy: router)
            #expect(router.presenter.calls == [.show(book)])
        }
    }

    @Test("A link of the app with a path of two components doesn't end the process, and neither does one of many")
    func appLink() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let link = try Reading.open.link(for: Book(title: "Emma"), in: .app("books"))
            #expect(link == "books://books/Emma?page=1")
            #expect(try test.runtime.route(link).parameters["title"] == "Emma")
        }
        let many = (0..<200).map { "c\($0)" }.joined(separator: "/")
        let runtime = try Routed.runtime(Route(many, to: Routed.go))
        #expect(try runtime.link(to: Routed.go, for: NoInput(), in: .app("d")) == "d://" + many)
    }

    @Test("Parts are encoded once, and decoded once")
    func encoding() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let link = try Reading.open.link(for: Book(title: "100% é/?"), in: .app("app"))
            #expect(link == "app://books/100%25%20%C3%A9%2F%3F?page=1")
            #expect(try test.runtime.route(link).parameters["title"] == "100% é/?")
            #expect(try test.runtime.route("app://books/%2525").parameters["title"] == "%25")
        }
    }

    @Test("A link whose parameters are missing is an error that names them, and doesn't end the process")
    func missingParameters() async throws {
        let runtime = try Routed.runtime(Route("all", to: Routed.all))
        let error = await #expect(throws: ExternalActionError.self) {
            try await runtime.open("documents://all?count=1", presentedBy: NoPresentation())
        }
        guard case .input(let fault) = error else { Issue.record("It was opened."); return }
        #expect(fault.kind == .missing && fault.parameter == "title")
        #expect(fault.description == "The parameter title is missing.")
    }
}

import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@Suite("External actions are checked, given a presenter and performed")
@MainActor
struct ExternalActionTests {
    private func request(_ action: String, from source: ActionSource = .agent) throws -> ExternalRequest {
        ExternalRequest(try #require(ActionPath(action)), from: source)
    }

    private func input(_ json: String) -> JSONInput { JSONInput(Data(json.utf8)) }

    @Test("An action is performed with its input and the router's presenter, and its source is on the timeline")
    func performs() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            let outcome = try await test.runtime.perform(
                try request("ExternalApp/Reading/#OpenBook"), input: input(#"{"title": "Emma", "page": 3}"#),
                presentedBy: router)
            #expect(outcome.isSuccess)
            #expect(router.presenter.calls == [.show(Book(title: "Emma", page: 3))])
            let perform = try #require(test.performs.first)
            #expect(perform.source == .agent && perform.isUserInitiated)
            #expect(perform.identity == "ExternalApp/Reading/#OpenBook")
        }
    }

    @Test("A UI action is performed as well")
    func uiAction() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            try await test.runtime.perform(
                try request("ExternalApp/Reading/#MarkPage"), input: input("7"), presentedBy: router)
            #expect(router.presenter.calls == [.mark(7)])
        }
    }

    @Test("An action that shows nothing needs no router, and one without input none")
    func nothingToShow() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let outcome = try await test.runtime.perform(
                try request("ExternalApp/Reading/#Refresh"), input: input("this is no JSON"),
                presentedBy: NoPresentation())
            #expect(outcome.isSuccess)
        }
    }

    @Test("A failure of the action is its outcome, not an error of the request")
    func failure() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let outcome = try await test.runtime.perform(
                try request("ExternalApp/Reading/#FailAlways"), presentedBy: NoPresentation())
            #expect(outcome.error is SampleError)
        }
    }

    @Test(
        "A missing action is unknown",
        arguments: ["ExternalApp/Reading/#Nothing", "ExternalApp/Nothing/#OpenBook", "Reading/#OpenBook"])
    func unknown(action: String) async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let error = await #expect(throws: ExternalActionError.self) {
                try await test.runtime.perform(try request(action), presentedBy: NoPresentation())
            }
            guard case .unknown(let path) = error else { Issue.record("\(error.map { "\($0)" } ?? "")"); return }
            #expect(path.text == action && error?.description == "There is no action \(action).")
            #expect(test.performs.isEmpty)
        }
    }

    @Test("An action of an unavailable feature is refused with the reasons, before the router is called")
    func unavailable() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            test.runtime.setToggle(Lending.self, false)
            let router = TestRouter()
            let error = await #expect(throws: ExternalActionError.self) {
                try await test.runtime.perform(
                    try request("ExternalApp/Lending/#Lend"), input: input(#"{"title": "Emma"}"#), presentedBy: router)
            }
            guard case .unavailable(_, let reasons) = error else { Issue.record("It was performed."); return }
            #expect(reasons == Lending.availability.reasons && !reasons.isEmpty)
            #expect(error?.description.contains(reasons[0].text) == true)
            #expect(router.requests.isEmpty && test.performs.isEmpty)
        }
    }

    @Test("A feature that becomes unavailable while the router works is requested again")
    func unavailableMeanwhile() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            router.before = { test.runtime.setToggle(Lending.self, false) }
            await #expect(throws: ExternalActionError.self) {
                try await test.runtime.perform(
                    try request("ExternalApp/Lending/#Lend"), input: input(#"{"title": "Emma"}"#), presentedBy: router)
            }
            #expect(router.requests.count == 1 && test.performs.isEmpty)
        }
    }

    @Test(
        "A missing or invalid part of the input is reported by its name",
        arguments: [
            (#"{}"#, ExternalInputError.Kind.missing, "title"), (#"{"title": 3}"#, .invalid, "title"),
            (#"{"title": "Emma", "page": "x"}"#, .invalid, "page"), (#"{"title": null}"#, .missing, "title"),
            ("[]", .invalid, ""), ("nonsense", .invalid, ""),
        ])
    func inputs(json: String, kind: ExternalInputError.Kind, parameter: String) async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            let error = await #expect(throws: ExternalActionError.self) {
                try await test.runtime.perform(
                    try request("ExternalApp/Reading/#OpenBook"), input: input(json), presentedBy: router)
            }
            guard case .input(let fault) = error else { Issue.record("It was performed."); return }
            #expect(fault.kind == kind && fault.parameter == parameter, "\(fault)")
            // The router isn't called for an action that can't be performed.
            #expect(router.requests.isEmpty && test.performs.isEmpty)
        }
    }

    @Test("An input that can't be decoded is an error, unless it can be created in another way")
    func notDecodable() async throws {
        struct Made: ExternalInput {
            func decode<Input: Decodable>(_ type: Input.Type) throws -> Input { throw SampleError() }
            func make<Input>(_ type: Input.Type) throws -> Input? { TakeOpaque.Input(text: "made") as? Input }
        }
        try await withTestRuntime(ExternalApp.self) { test in
            let error = await #expect(throws: ExternalActionError.self) {
                try await test.runtime.perform(
                    try request("ExternalApp/Reading/#TakeOpaque"), presentedBy: NoPresentation())
            }
            guard case .input(let fault) = error else { Issue.record("It was performed."); return }
            #expect(fault.kind == .notDecodable)
            let outcome = try await test.runtime.perform(
                try request("ExternalApp/Reading/#TakeOpaque"), input: Made(), presentedBy: NoPresentation())
            #expect(outcome.isSuccess)
        }
    }

    @Test("A router that isn't ready, declines, or has a user who doesn't want it performs nothing")
    func routers() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            for (answer, words) in [
                (
                    TestRouter.Answer.notReady,
                    "ExternalApp/Reading/#OpenBook can't be shown yet. Try again in a moment."
                ),
                (.declined, "Not in this house."), (.cancelled, "ExternalApp/Reading/#OpenBook was cancelled."),
            ] {
                let router = TestRouter(answer)
                let error = await #expect(throws: ExternalActionError.self) {
                    try await test.runtime.perform(
                        try request("ExternalApp/Reading/#OpenBook"), input: input(#"{"title": "Emma"}"#),
                        presentedBy: router)
                }
                #expect(error?.description == words)
                switch (answer, error) {
                case (.notReady, .notReady), (.declined, .declined), (.cancelled, .cancelled): break
                default: Issue.record("\(answer) gives \(error.map { "\($0)" } ?? "nothing")")
                }
            }
            #expect(test.performs.isEmpty)
        }
    }

    @Test("It is performed in the router's session, else in the one that is named, else in the main one")
    func sessions() async throws {
        try await withTestRuntime(ExternalApp.self) { test in
            let router = TestRouter()
            let (window, named) = (test.runtime.session("window"), test.runtime.session("named"))
            let open = try request("ExternalApp/Reading/#OpenBook")
            let emma = input(#"{"title": "Emma"}"#)
            try await test.runtime.perform(open, input: emma, presentedBy: router)
            try await test.runtime.perform(open, input: emma, presentedBy: router, in: named)
            router.session = window
            try await test.runtime.perform(open, input: emma, presentedBy: router, in: named)
            #expect(test.performs.map(\.sessionName) == ["main", "named", "window"])
        }
    }
}

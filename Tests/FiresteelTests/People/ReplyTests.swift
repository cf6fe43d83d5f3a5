import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Logging
import Testing

@Suite("Actions that return a value, and options of a perform")
struct ReplyTests {
    private let shop = ShopFixture()

    @Test("The value of an action comes back to its caller")
    func value() async throws {
        try await shop.run { test in
            let price = try await Counter.ask.reply(to: 12)
            #expect(price == "12 €")
            #expect(test.performs.map(\.identity) == ["Shop/Counter/#AskPrice"])
            #expect(test.performs.map(\.outcome) == [.success])
        }
    }

    @Test("A failure is thrown, and a success without a value is an error")
    func failures() async throws {
        try await shop.run { test in
            await #expect(throws: FailToAnswer.SoldOutError.self) { try await Counter.fail.reply() }
            await #expect(throws: MissingReplyError(action: "Stay Silent")) { try await Counter.silent.reply() }
            #expect(test.performs.map(\.outcome) == [.failure, .success])
        }
    }

    @Test("Metadata of the caller is on the action's log lines and on those of the actions it performs")
    func metadata() async throws {
        let log = RecordingLogOutput()
        try await shop.run {
            $0.logger = log.logger
        } _: { test in
            await Counter.visit.perform(
                Errand { _ in
                    Counter.logger.warning("Outer")
                    await Counter.visit.perform(
                        Errand { _ in Counter.logger.warning("Inner", metadata: ["request": "own"]) },
                        options: .with(["step": "2"]))
                }, options: .with(["request": "r-1"]).from(.http).userInitiated(false))
            Counter.logger.warning("Outside")
            let lines = log.lines.filter { ["Outer", "Inner", "Outside"].contains($0.message) }
            #expect(
                lines.map(\.metadata) == [["request": "r-1"], ["request": "own", "step": "2"], [:]])
            #expect(test.performs.map(\.source) == [.http, .http])
            #expect(test.performs.map(\.isUserInitiated) == [false, false])
        }
    }

    @Test("A request from outside performs where its caller runs, with the request's source, initiative and metadata")
    func external() async throws {
        let log = RecordingLogOutput()
        try await shop.run {
            $0.logger = log.logger
        } _: { test in
            let path = try #require(ActionPath("Shop/Counter/#StaySilent"))
            let request = ExternalRequest(path, from: .http, isUserInitiated: false, metadata: ["request": "r-2"])
            let ada = test.runtime.session("ada", context: .empty, principal: "p1")
            let outcome = try await test.runtime.perform(request, in: ada)
            #expect(outcome.isSuccess)
            let performed = try #require(test.performs.first)
            #expect(performed.source == .http && !performed.isUserInitiated && performed.sessionName == "ada")
            let lines = log.lines.filter { $0.message.hasPrefix("Starting") }
            #expect(lines.allSatisfy { $0.metadata["request"] == "r-2" })
        }
    }
}

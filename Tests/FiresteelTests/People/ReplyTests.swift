import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import Testing

@Suite("Actions that return a value, and options of a perform")
struct ReplyTests {
    private let shop = ShopFixture()

    @Test("An action's value is returned to its caller")
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

    @Test("An external request receives the value as JSON")
    func externalReply() async throws {
        try await shop.run { test in
            func reply(_ action: String, _ input: String = "{}") async throws -> ExternalReply {
                let path = try #require(ActionPath("Shop/Counter/#\(action)"))
                return try await test.runtime.reply(
                    to: ExternalRequest(path, from: .agent), input: JSONInput(Data(input.utf8)))
            }
            func text(_ reply: ExternalReply) throws -> String? {
                try reply.json().map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(try await text(reply("AskPrice", "12")) == #""12 €""#)
            #expect(try await text(reply("WriteReceipt")) == #"{"at":"1970-01-01T00:01:00Z","total":7}"#)
            let failed = try await reply("FailToAnswer")
            #expect(try text(failed) == nil)
            #expect(failed.outcome.error is FailToAnswer.SoldOutError)
            let silent = try await reply("StaySilent")
            #expect(try text(silent) == nil && silent.outcome.isSuccess)

            let unwritable = try await reply("ReturnUnwritable")
            #expect(unwritable.outcome.isSuccess)
            #expect(throws: ExternalReplyError.notEncodable(type: "Unwritable")) { try unwritable.json() }
            let odd = try await reply("ReturnOdd")
            let error = #expect(throws: ExternalReplyError.self) { try odd.json() }
            #expect(error?.description.contains("encoding Double failed") == true)
            #expect(test.performs.count == 6 && test.performs.allSatisfy { $0.source == .agent })
        }
    }

    @Test("Log lines of an action have the principal of its session, in each format and not on the timeline")
    func principal() async throws {
        let log = RecordingLogOutput()
        try await shop.run {
            $0.logger = log.logger
        } _: { test in
            let ada = test.runtime.session("request", principal: "p1")
            let bob = test.runtime.session("request", principal: "p2")
            let visitor = test.runtime.session("request", context: .empty)
            let speak = Errand { _ in log.logger("any").warning("Said") }
            await Counter.visit.perform(
                Errand { _ in
                    await Counter.visit.perform(speak, options: .in(bob))
                    Counter.logger.warning("Said")
                    Counter.logger.warning("Said", metadata: [LogContext.principalKey: "own"])
                }, options: .in(ada))
            await Counter.visit.perform(speak, options: .in(visitor))
            await Counter.visit.perform(speak)
            let lines = log.lines.filter { $0.message == "Said" }
            #expect(lines.map { $0.metadata[LogContext.principalKey] } == ["p2", "p1", "own", nil, nil])
            let line = try #require(lines.first)
            #expect(LogFormat.text(.dated).string(line).contains(" | Said firesteel.principal=p2 ["))
            #expect(LogFormat.jsonLines.string(line).hasSuffix(#""metadata":{"firesteel.principal":"p2"}}"#))
            let recorded = try #require(test.runtime.timeline).run.logLines().filter { $0.message == "Said" }
            let labels = recorded.map { $0.metadata.compactMap(\.label) }
            #expect(labels == [[], [], [LogContext.principalKey], [], []])
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

#if os(Linux) || os(macOS)
import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelReplay
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Replays of what was recorded", .timeLimit(.minutes(2)))
struct ReplayTests {
    /// Records a run, and returns what replays it.
    private func record(
        _ root: any FeatureGroup.Type = BakeryFeatures.self, flags: [String: JSONValue] = ["Bakery/Discounts": true],
        _ body: () async throws -> Void
    ) async throws -> RunReplayer {
        let test = try TestRuntime(root, flags: flags)
        defer { test.runtime.end() }
        try await Order.current.withValue(Order()) { try await test.runtime.use(body) }
        return try RunReplayer(try #require(test.runtime.timeline?.run))
    }

    private func planted() async throws -> RunReplayer {
        try await record {
            await Ordering.start.perform()
            await Ordering.add.perform(Item(name: "Rye", price: 7))
            try await #require(Discounts.apply.request()).perform(Discount(percent: 100))
            await Ordering.pay.perform(Payment(method: "cash"))
        }
    }

    private func replayed(_ replayer: RunReplayer, flags: [String: JSONValue]? = nil) async throws -> Replay {
        try await Order.current.withValue(Order()) { try await replayer.replay(BakeryFeatures.self, flags: flags) }
    }

    @Test("A failure happens again, as it was recorded")
    func again() async throws {
        let replayer = try await planted()
        #expect(replayer.flags == ["Bakery/Discounts": true])
        let replay = try await replayed(replayer)
        #expect(replay.failedAsRecorded && replay.difference == nil)
        #expect(
            replay.text == """
                =  Start Order succeeded
                =  Add Item succeeded
                =  Apply Discount succeeded
                =  Pay Order failed with PaymentError.nothingToPay: nothingToPay
                """)
    }

    @Test("The guide's code replays a report")
    func guide() async throws {
        let recording = try TestFromTests()
        let (file, _) = try await recording.planted()
        defer { withExtendedLifetime(recording) {} }
        let report = URL(fileURLWithPath: file)
        try await Order.current.withValue(Order()) {
            // guide: ReportsBecomeTests
            let replayer = try RunReplayer(report: Data(contentsOf: report))
            let replay = try await replayer.replay(BakeryFeatures.self)
            print(replay.text)
            let without = try await replayer.replay(BakeryFeatures.self, flags: [:])
            print(replay.failedAsRecorded, without.failed, without.difference?.replayed ?? "")
            // end
            #expect(replay.failedAsRecorded && replayer.run.isEmpty == false)
        }
    }

    @Test("With another answer of a flag the first difference has both sides, and it doesn't fail")
    func changed() async throws {
        let replay = try await replayed(try await planted(), flags: [:])
        #expect(!replay.failed)
        #expect(replay.difference?.name == "Apply Discount")
        #expect(replay.difference?.recorded == "succeeded")
        #expect(replay.difference?.replayed.hasPrefix("wasn't available: ") == true)
        #expect(replay.failure.replayed == "succeeded")
    }

    @Test("Steps without a retained input are left out, and a hidden value can be given")
    func leftOut() async throws {
        struct Silent: TotalPresenter { func show(_ total: Int) {} }
        let replayer = try await record {
            await Ordering.start.perform()
            await Ordering.guess.perform(3, presenter: Silent())
            await Ordering.refund.perform(Refund(reason: "stale", card: "planted-card"))
        }
        let error = await #expect(throws: ReplayError.self) { try await replayed(replayer) }
        #expect(
            error?.description
                == "Refund Order, which failed, can't be replayed: its input has hidden values, which must be given: card."
        )
        let replay = try await Order.current.withValue(Order()) {
            try await replayer.replay(BakeryFeatures.self, hidden: ["card": "1234"])
        }
        #expect(replay.failedAsRecorded)
        #expect(replay.text.contains("-  Guess Total was left out: its input isn't replayable\n"))
    }

    @Test("A program that no longer has the action says so")
    func otherProgram() async throws {
        let replayer = try await planted()
        let error = await #expect(throws: ReplayError.self) { try await replayer.replay(MeetingFeatures.self) }
        #expect(error?.description.contains("the program has no action Bakery") == true)
    }

    @Test("Performs that overlapped do so again, and the clock follows the recording")
    func overlapping() async throws {
        let clock = ManualTimelineClock()
        let test = try TestRuntime(MeetingFeatures.self) { $0.clock = .manual(clock) }
        await Meeting.current.withValue(Meeting()) {
            await test.runtime.use {
                await withTaskGroup { group in
                    group.addTask { await Meetings.wait.perform() }
                    while !Meeting.current.get().isAwaited.withLock({ $0 }) { await Task.yield() }
                    clock.advance(by: .seconds(5))
                    group.addTask { await Meetings.meet.perform() }
                }
                await Meetings.fail.perform()
            }
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        test.runtime.end()
        // Alone, the first one would wait for ever.
        let replay = try await Meeting.current.withValue(Meeting()) { try await replayer.replay(MeetingFeatures.self) }
        #expect(replay.difference == nil && replay.failedAsRecorded)
    }

    @Test("A recorded answer is named as ignored if its flag was removed or can't have it")
    func ignored() async throws {
        let recording = try TestFromTests()
        let report = try String(contentsOfFile: try await recording.planted().report, encoding: .utf8)
        let key = "Bakery/Discounts"
        for (text, other, ignored) in [
            ("\"flag\":\"\(key)\"", "\"flag\":\"Removed\"", ["Removed"]),
            ("\"value\":\"true\"", "\"value\":\"7\"", [key]), ("\"kind\"", "\"kind\"", []),
        ] {
            let replayer = try RunReplayer(report: Data(report.replacing(text, with: other).utf8))
            let replay = try await replayed(replayer)
            #expect(replay.ignoredFlags == ignored && replayer.flags.count == 1 && replay.failed == ignored.isEmpty)
        }
    }

    @Test("A text is what is written after --with, also if it is a number")
    func writtenText() async throws {
        let recording = try TestFromTests()
        let (report, _) = try await recording.planted()
        var replay: Replay?
        let status = await RunReplayer.runCommand([report, "--with", "greeting=1.10"], program: "bakery replay") {
            replayer, flags, hidden, observe in
            let replayed = try await Order.current.withValue(Order()) {
                try await replayer.replay(
                    BakeryFeatures.self, flags: flags, hidden: hidden,
                    prepare: { _ = try $0.flags.register(BakeryFlags.self) }, observe: observe)
            }
            replay = replayed
            return replayed
        }
        #expect(status == 1 && replay?.test.contains("\"greeting\": \"1.10\"") == true)
    }

    @Test("The run of a replay is stored nowhere")
    func stored() async throws {
        let replayer = try await planted()
        var paths: [String?] = []
        _ = try await Order.current.withValue(Order()) {
            try await replayer.replay(
                BakeryFeatures.self, configure: { $0.storage = .folder("/nonexistent") },
                prepare: { paths.append($0.timeline?.run.path) })
        }
        #expect(paths == [nil])
    }

    @Test("A step that waits for what never comes is cancelled, and says so")
    func endless() async throws {
        let test = try TestRuntime(MeetingFeatures.self)
        await Meeting.current.withValue(Meeting()) {
            await test.runtime.use {
                Meeting.current.get().hasBegun.withLock { $0 = true }
                await Meetings.wait.perform()
                await Meetings.fail.perform()
            }
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        test.runtime.end()
        let replay = try await Meeting.current.withValue(Meeting()) {
            try await replayer.replay(MeetingFeatures.self, stepLimit: .milliseconds(20))
        }
        #expect(replay.difference?.replayed == "didn't end" && replay.failedAsRecorded)
    }

    @Test("A replay has the flags of the time of the failure, whatever they were before and after")
    func flagsOfThatTime() async throws {
        let (test, key) = (try TestRuntime(BakeryFeatures.self, flags: ["Bakery/Discounts": false]), "Bakery/Discounts")
        defer { test.runtime.end() }
        try await Order.current.withValue(Order()) {
            try await test.runtime.use {
                await Ordering.start.perform()
                #expect(Discounts.apply.request() == nil)
                test.clock.advance(by: .seconds(1))
                try test.runtime.flags.setOverride(true, for: key)
                try await #require(Discounts.apply.request()).perform(Discount(percent: 100))
                test.clock.advance(by: .seconds(1))
                await Ordering.pay.perform(Payment(method: "cash"))
                test.clock.advance(by: .seconds(1))
                try test.runtime.flags.setOverride(false, for: key)
                #expect(Discounts.apply.request() == nil)
            }
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        #expect(replayer.flags == [key: true])
        let replay = try await replayed(replayer)
        #expect(replay.failedAsRecorded && replay.difference == nil)
        #expect(replay.test.contains("flags: [\"Bakery/Discounts\": true]"))
    }

    @Test("Forged times and numbers are refused, or the replay has recorded steps alone")
    func extremes() async throws {
        let recording = try TestFromTests()
        let (file, _) = try await recording.planted()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let names: Set = ["Start Order", "Add Item", "Apply Discount", "Pay Order"]
        var replays = 0
        for (even, odd) in [(Int.max, Int.min), (.min, .max), (.max, .max), (-1, 0), (0, 0), (1, 1)] {
            for member in ["at|took|sequence|root|session", "perform", "perform|parent|root|session|stack|depth"] {
                var isEven = false
                let numbers = try Regex("\"(\(member))\":-?[0-9]+", as: (Substring, Substring).self)
                let hostile = text.replacing(numbers) { match in
                    isEven.toggle()
                    return "\"\(match.output.1)\":\(isEven ? even : odd)"
                }
                guard let replayer = try? RunReplayer(report: Data(hostile.utf8)),
                    let replay = try? await replayed(replayer)
                else { continue }
                replays += 1
                #expect(replay.failure.name == "Pay Order" && replay.steps.count <= 4)
                #expect(names.isSuperset(of: replay.steps.map(\.name)))
                #expect(replay.test.contains("PayOrder"))
            }
        }
        #expect(replays > 0)
    }

    @Test("A report with forged bytes performs nothing that wasn't recorded", arguments: 0..<20)
    func mutated(_ number: Int) async throws {
        var random = SplitMix64(seed: UInt64(number))
        let recording = try TestFromTests()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: try await recording.planted().report)))
        for _ in 0..<10 {
            var forged = bytes
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                forged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            do {
                let replay = try await replayed(try RunReplayer(report: Data(forged)))
                #expect(replay.steps.count <= 4)
            } catch let error as ReplayError {
                #expect(error.description.hasSuffix(".") || error.description.contains(": "))
            }
        }
    }

    @Test(
        "A damaged or hostile report is an error", arguments: ["", "{}", "[1]", #"{"report": {"run": 1}}"#, "{\"a\":"])
    func damaged(_ text: String) {
        #expect(throws: ReplayError.self) { try RunReplayer(report: Data(text.utf8)) }
    }
}

private struct BakeryFlags: FlagContainer {
    static let key = ""

    let greeting = Flag("greeting", default: "Hello")
}

// MARK: A program whose actions wait for each other

private enum MeetingFeatures: FeatureGroup {
    static let subfeatures = features(Meetings.self)
}

private enum Meetings: Feature {
    static let wait = action(WaitForOther.self)
    static let meet = action(MeetOther.self)
    static let fail = action(FailMeeting.self)
    static let actions = declare(wait, meet, fail)
}

private final class Meeting: Sendable {
    static let current = TaskLocal(wrappedValue: Meeting())
    let isAwaited = Mutex(false)
    let hasBegun = Mutex(false)
}

private enum WaitForOther: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        Meeting.current.get().isAwaited.withLock { $0 = true }
        while !Meeting.current.get().hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return .success
    }
}

private enum MeetOther: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        Meeting.current.get().hasBegun.withLock { $0 = true }
        return .success
    }
}

private enum FailMeeting: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw PaymentError.nothingToPay
    }
}
#endif

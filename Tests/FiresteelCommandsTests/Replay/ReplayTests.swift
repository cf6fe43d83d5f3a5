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
                == "Refund Order, which failed, can't be replayed: its input has hidden values, which must be given (--hidden): card."
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
        let error = await #expect(throws: ReplayError.self) { try await replayer.replay(PlantedFeatures.self) }
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

    @Test("Times at the ends of integers are replayed or refused")
    func extremes() async throws {
        let recording = try TestFromTests()
        let (file, _) = try await recording.planted()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for (even, odd) in [(Int.max, Int.min), (.min, .max), (.max, .max), (-1, 0)] {
            var isEven = false
            let hostile = text.replacing(#/"(at|took|sequence|root|session)":-?[0-9]+/#) { match in
                isEven.toggle()
                return "\"\(match.output.1)\":\(isEven ? even : odd)"
            }
            guard let replayer = try? RunReplayer(report: Data(hostile.utf8)) else { continue }
            _ = try? await replayed(replayer)
        }
    }

    @Test(
        "A damaged or hostile report is an error", arguments: ["", "{}", "[1]", #"{"report": {"run": 1}}"#, "{\"a\":"])
    func damaged(_ text: String) {
        #expect(throws: ReplayError.self) { try RunReplayer(report: Data(text.utf8)) }
    }

    @Test("Bisecting names exactly the flags that were planted, in a hundred programs", arguments: 0..<100)
    func bisect(_ number: Int) async throws {
        var random = SeededGenerator(state: UInt64(number))
        let keys = PlantedFlags.keys.shuffled(using: &random)
        let planted = Set(keys.prefix(Int.random(in: 0...3, using: &random)))
        let on = planted.union(keys.suffix(Int.random(in: 0...4, using: &random)))
        let order = (0..<3).map { _ in Int.random(in: 0..<5, using: &random) }
        let fault = PlantedFault(flags: planted, order: order)
        let steps = (0..<8).map { _ in Int.random(in: 0..<5, using: &random) } + order
        let flags = Dictionary(uniqueKeysWithValues: on.map { ($0, JSONValue.bool(true)) })
        let test = try TestRuntime(PlantedFeatures.self) { $0.runSize = 256 << 10 }
        _ = try test.runtime.flags.register(PlantedFlags.self)
        for (key, value) in flags { try test.runtime.flags.setOverride(value, for: key) }
        await PlantedFault.current.withValue(fault.copy()) {
            await test.runtime.use {
                for step in steps { _ = await Planted.step.perform(Step(number: step)) }
            }
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        test.runtime.end()
        let found = try await replayer.bisect { flags in
            try await PlantedFault.current.withValue(fault.copy()) {
                try await replayer.replay(
                    PlantedFeatures.self, flags: flags, stepLimit: .seconds(600),
                    prepare: { _ = try $0.flags.register(PlantedFlags.self) }
                ).failedAsRecorded
            }
        }
        #expect(found == planted.sorted())
    }
}

/// Numbers that are the same in each run: SplitMix64 (Steele, Lea and Flood, 2014).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
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

// MARK: A program with planted faults

/// A fault that needs some flags, and steps in an order.
private final class PlantedFault: Sendable {
    static let current = TaskLocal(wrappedValue: PlantedFault(flags: [], order: []))
    private let flags: Set<String>
    private let order: [Int]
    private let steps = Mutex<[Int]>([])

    init(flags: Set<String>, order: [Int]) {
        self.flags = flags
        self.order = order
    }

    /// A fault without steps so far.
    func copy() -> PlantedFault { PlantedFault(flags: flags, order: order) }

    func take(_ step: Int, _ on: Set<String>) throws {
        let isOrder = steps.withLock { steps in
            steps.append(step)
            return steps.suffix(order.count) == order[...]
        }
        if isOrder, flags.isSubset(of: on) { throw PaymentError.nothingToPay }
    }
}

private struct PlantedFlags: FlagContainer {
    static let key = ""
    static let keys = (0..<8).map { "planted-\($0)" }

    let a = Flag(keys[0], default: false)
    let b = Flag(keys[1], default: false)
    let c = Flag(keys[2], default: false)
    let d = Flag(keys[3], default: false)
    let e = Flag(keys[4], default: false)
    let f = Flag(keys[5], default: false)
    let g = Flag(keys[6], default: false)
    let h = Flag(keys[7], default: false)

    var all: [Flag<Bool>] { [a, b, c, d, e, f, g, h] }
}

private struct Step: ReplayableInput {
    let number: Int
}

private enum PlantedFeatures: FeatureGroup {
    static let subfeatures = features(Planted.self)
}

private enum Planted: Feature {
    static let step = action(TakeStep.self)
    static let actions = declare(step)
}

private enum TakeStep: Action {
    static func perform(_ context: ActionContext<Step>, presenter: NoPresenter) async throws -> ActionOutcome {
        let stack = try #require(FeatureRuntime.current).flags
        let declared = try stack.register(PlantedFlags.self).all
        let on = zip(PlantedFlags.keys, declared).filter { stack[$0.1] }.map(\.0)
        try PlantedFault.current.get().take(context.input.number, Set(on))
        return .success
    }
}
#endif

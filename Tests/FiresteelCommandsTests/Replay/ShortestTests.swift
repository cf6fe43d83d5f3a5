#if os(Linux) || os(macOS)
import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import TestSupport
import Testing

@testable import FiresteelReplay

@Suite("The flags and steps that a failure needs", .timeLimit(.minutes(2)))
struct ShortestTests {
    @Test("Bisecting names exactly the planted flags, and the shortest sequence is as short as any", arguments: 0..<100)
    func planted(_ number: Int) async throws {
        var random = SplitMix64(seed: UInt64(number))
        let keys = PlantedFlags.keys.shuffled(using: &random)
        let planted = Set(keys.prefix(Int.random(in: 0...3, using: &random)))
        let on = planted.union(keys.suffix(Int.random(in: 0...4, using: &random)))
        let order = (0..<3).map { _ in Int.random(in: 0..<5, using: &random) }
        let fault = PlantedFault(flags: planted, order: order, isAdjacent: number.isMultiple(of: 2))
        let steps = (0..<5).map { _ in Int.random(in: 0..<5, using: &random) } + order
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
        func fails(_ replayer: RunReplayer, _ flags: [String: JSONValue]) async throws -> Bool {
            try await PlantedFault.current.withValue(fault.copy()) {
                try await replayer.replay(
                    PlantedFeatures.self, flags: flags, stepLimit: .seconds(600),
                    prepare: { _ = try $0.flags.register(PlantedFlags.self) }
                ).failedAsRecorded
            }
        }
        #expect(try await replayer.bisect { try await fails(replayer, $0) } == planted.sorted())
        let shortest = try #require(try await replayer.shortest { try await fails($0, replayer.flags) })
        let sizes = (0..<(1 << (steps.count - 1))).lazy.map { set in
            steps.indices.filter { $0 == steps.count - 1 || set >> $0 & 1 == 1 }.map { steps[$0] }
        }
        .filter(fault.isMet).map(\.count)
        #expect(try await fails(shortest, replayer.flags))
        #expect(shortest.steps.count == sizes.min())
    }

    @Test("Of many steps none of the shortest can be left out", arguments: 0..<20)
    func minimal(_ number: Int) async throws {
        var random = SplitMix64(seed: UInt64(number))
        let count = Int.random(in: 1...60, using: &random)
        let needed = Set((0..<count).shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)))
        let other = Set((0..<count).shuffled(using: &random).prefix(4))
        // Either is enough, except with a multiple of seven: leaving out more may fail less.
        func fails(_ members: [Int]) -> Bool {
            let isMet = needed.isSubset(of: members) || other.isSubset(of: members)
            return isMet && (members.count == count || !members.count.isMultiple(of: 7))
        }
        var attempts = 0
        let found = try await SmallestSet.find(below: count, maximumAttempts: 2_000) { members in
            attempts += 1
            #expect(members == members.sorted() && members.allSatisfy((0..<count).contains))
            return fails(members)
        }
        let smallest = try #require(found)
        #expect(fails(smallest.members) && attempts < 6_000)
        for member in smallest.members { #expect(!fails(smallest.members.filter { $0 != member })) }
    }
}

// MARK: A program with planted faults

/// A fault that needs some flags, and steps in an order.
private final class PlantedFault: Sendable {
    static let current = TaskLocal(wrappedValue: PlantedFault(flags: [], order: []))
    private let flags: Set<String>
    private let order: [Int]
    /// Whether the steps must follow each other, or others may be between them.
    private let isAdjacent: Bool
    private let steps = Mutex<[Int]>([])

    init(flags: Set<String>, order: [Int], isAdjacent: Bool = true) {
        self.flags = flags
        self.order = order
        self.isAdjacent = isAdjacent
    }

    /// A fault without steps so far.
    func copy() -> PlantedFault { PlantedFault(flags: flags, order: order, isAdjacent: isAdjacent) }

    func take(_ step: Int, _ on: Set<String>) throws {
        let isOrder = steps.withLock { steps in
            steps.append(step)
            return isMet(steps)
        }
        if isOrder, flags.isSubset(of: on) { throw PaymentError.nothingToPay }
    }

    /// Returns whether the last step fails, with the flags.
    func isMet(_ steps: [Int]) -> Bool {
        guard !isAdjacent else { return steps.suffix(order.count) == order[...] }
        var rest = order.dropLast()[...]
        for step in steps.dropLast() where step == rest.first { rest.removeFirst() }
        return rest.isEmpty && steps.last == order.last
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

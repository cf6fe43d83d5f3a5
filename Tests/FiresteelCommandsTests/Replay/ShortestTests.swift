#if os(Linux) || os(macOS)
import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import FiresteelReplay

@Suite("The flags and steps that a failure needs", .timeLimit(.minutes(10)))
struct ShortestTests {
    @Test(
        "Of a random program the replay fails as it did, bisecting names the planted flags, and no sequence is shorter",
        arguments: 0..<100)
    func planted(_ number: Int) async throws {
        var random = SplitMix64(seed: UInt64(number))
        let program = RandomProgram.random(using: &random)
        let replayer = try await record(program)
        func replay(_ replayer: RunReplayer, _ flags: [String: JSONValue]) async throws -> Replay {
            try await RandomProgram.current.withValue(program.copy()) {
                try await replayer.replay(
                    RandomFeatures.self, flags: flags, stepLimit: .seconds(120),
                    prepare: { _ = try $0.flags.register(RandomFlags.self) })
            }
        }
        let same = try await replay(replayer, replayer.flags)
        #expect(same.failedAsRecorded && same.difference == nil && same.steps.allSatisfy(\.isPerformed))
        // Others have the program's defaults.
        let keys = replayer.flags.keys.sorted()
        #expect(program.on.isSuperset(of: keys))
        let failing = subsets(of: keys).map(Set.init).filter { program.fails(program.steps, $0) }
        let named = try #require(
            try await replayer.bisect { try await replay(replayer, $0).failedAsRecorded })
        #expect(failing.contains(Set(named)) && named.count == failing.map(\.count).min())
        let shortest = try #require(
            try await replayer.shortest { try await replay($0, replayer.flags).failedAsRecorded })
        let sequences = subsets(of: program.steps.dropLast()).map { $0 + program.steps.suffix(1) }
        let sizes = sequences.filter { program.fails($0, program.on) }.map(\.count)
        #expect(shortest.steps.count == sizes.min())
    }

    private func subsets<Element>(of all: some Collection<Element>) -> [[Element]] {
        (0..<(1 << all.count)).map { set in all.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element) }
    }

    /// Records the steps of a program, and returns what replays them.
    private func record(_ program: RandomProgram) async throws -> RunReplayer {
        try await RandomProgram.current.withValue(program.copy()) {
            let test = try TestRuntime(RandomFeatures.self) { $0.runSize = 256 << 10 }
            defer { test.runtime.end() }
            _ = try test.runtime.flags.register(RandomFlags.self)
            for key in program.on { try test.runtime.flags.setOverride(true, for: key) }
            for cell in program.cells.values {
                test.runtime.set(.runtime, of: FeaturePath(cell.path), to: true)
                test.runtime.set(.toggle, of: FeaturePath(cell.path), to: true)
            }
            for step in program.steps {
                let path = ActionPath(
                    feature: FeaturePath(try #require(program.cells[step.cell]?.path)), action: "step-\(step.action)")
                try await test.runtime.perform(
                    ExternalRequest(path, from: .http), input: JSONInput(Data("{\"number\": \(step.number)}".utf8)))
            }
            return try RunReplayer(try #require(test.runtime.timeline?.run))
        }
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
#endif

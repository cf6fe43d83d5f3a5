import FiresteelFlags
import TestSupport
import Testing

@Suite("Parents and exclusion hold for any forest of flags")
struct DependencyPropertyTests {
    private struct Forest {
        let flags: [Flag<Bool>]
        let values: [String: JSONValue]

        init(_ random: inout SplitMix64) {
            let count = Int.random(in: 2...40, using: &random)
            var flags: [Flag<Bool>] = []
            var values: [String: JSONValue] = [:]
            for number in 0..<count {
                let parent =
                    number > 0 && Bool.random(using: &random)
                    ? flags[Int.random(in: 0..<number, using: &random)].key : nil
                let group = Bool.random(using: &random) ? "g\(Int.random(in: 0..<3, using: &random))" : nil
                flags.append(Flag("f\(number)", default: true, parent: parent, exclusionGroup: group))
                if Int.random(in: 0..<4, using: &random) == 0 {
                    values["f\(number)"] = .bool(Bool.random(using: &random))
                }
            }
            self.flags = flags
            self.values = values
        }
    }

    @Test("A flag that is on has all ancestors on, and at most one flag of a group is on", arguments: 0..<60)
    func holds(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let forest = Forest(&random)
        let stack = FlagStack([MemoryProvider("Memory", forest.values)])
        try stack.declare(forest.flags.shuffled(using: &random).map(\.declaration))
        let other = FlagStack([MemoryProvider("Memory", forest.values)])
        for flag in forest.flags.shuffled(using: &random) { try other.declare([flag.declaration]) }
        for user in ["", "ada", "bob"] {
            let context = EvaluationContext(targetingKey: user)
            stack.setContext(context)
            let on = Set(forest.flags.filter { stack[$0] }.map(\.key))
            #expect(on == Set(forest.flags.filter { stack.value(of: $0, in: context) }.map(\.key)))
            // Nor does it matter in which order flags were declared.
            #expect(on == Set(forest.flags.filter { other.value(of: $0, in: context) }.map(\.key)))
            for flag in forest.flags where on.contains(flag.key) {
                #expect(flag.declaration.parent.map { on.contains($0) } ?? true)
                #expect(forest.values[flag.key] ?? true == true)
            }
            for group in ["g0", "g1", "g2"] {
                let members = forest.flags.filter { $0.declaration.exclusionGroup == group }
                let reasons = members.map { stack.resolution(of: $0).reason }
                let count = members.count { on.contains($0.key) }
                #expect(count <= 1)
                // No flag is excluded without a winner: the winner is on, unless another group's draw turns its parent
                // off.
                if count == 0, reasons.contains(.excluded) {
                    #expect(reasons.contains(.parentOff))
                }
            }
        }
    }
}

import FiresteelFlags
import Testing

@Suite("At most one flag of an exclusion group is on")
struct ExclusionTests {
    let provider = MemoryProvider()

    private func stack(_ names: [String]) throws -> (FlagStack, [Flag<Bool>]) {
        let stack = FlagStack([provider])
        let flags = names.map { Flag($0, default: true, exclusionGroup: "g") }
        try stack.declare(flags.map(\.declaration))
        return (stack, flags)
    }

    @Test("Exactly one of those that are on stays on, in any order of declaration")
    func one() throws {
        let names = ["a", "b", "c", "d"]
        let (stack, flags) = try stack(names)
        let (other, reversed) = try self.stack(names.reversed())
        for number in 0..<200 {
            let context = EvaluationContext(targetingKey: "user\(number)")
            let on = flags.filter { stack.value(of: $0, in: context) }.map(\.key)
            #expect(on.count == 1)
            #expect(on == reversed.filter { other.value(of: $0, in: context) }.map(\.key))
            stack.setContext(context)
            #expect(flags.filter { stack[$0] }.map(\.key) == on)
        }
    }

    @Test("The shares are even")
    func shares() throws {
        let (stack, flags) = try stack(["a", "b", "c"])
        var counts = [0, 0, 0]
        for number in 0..<3000 {
            let context = EvaluationContext(targetingKey: "\(number)")
            for (index, flag) in flags.enumerated() where stack.value(of: flag, in: context) { counts[index] += 1 }
        }
        #expect(counts.reduce(0, +) == 3000)
        #expect(counts.allSatisfy { (850...1150).contains($0) })
    }

    @Test("Others are excluded, all may be off, and one that is switched off no longer excludes")
    func room() throws {
        let (stack, flags) = try stack(["a", "b"])
        let winner = try #require(flags.first { stack[$0] })
        let loser = try #require(flags.first { !stack[$0] })
        #expect(stack.resolution(of: loser).reason == .excluded)
        provider.set(false, for: winner.key)
        #expect(stack[loser])
        provider.set(false, for: loser.key)
        #expect(!stack[loser] && !stack[winner])
    }

    @Test("A flag is off where one with a higher priority is on, whatever the context")
    func priority() throws {
        let stack = FlagStack([provider], overrides: MemoryProvider("Overrides"))
        let low = Flag("low", default: true, exclusionGroup: "g")
        let high = Flag("high", default: true, exclusionGroup: "g", exclusionPriority: 1)
        try stack.declare([low.declaration, high.declaration])
        for number in 0..<50 {
            let context = EvaluationContext(targetingKey: "user\(number)")
            #expect(stack.value(of: high, in: context) && !stack.value(of: low, in: context))
            stack.setContext(context)
            #expect(stack[high] && !stack[low])
        }
        #expect(stack.resolution(of: low).reason == .excluded)
        provider.set(false, for: "high")
        #expect(stack[low] && !stack[high])
        provider.set(nil, for: "high")
        #expect(stack[high] && !stack[low])
        // A definition's priority precedes the declared one, and an override both.
        provider.setRule(ConstantRule(true, metadata: ["exclusionPriority": 2]), for: "low")
        #expect(stack[low] && !stack[high])
        try stack.setOverride(true, for: "high")
        #expect(stack[high] && !stack[low])
    }

    @Test("A definition's undeclared flags take part")
    func undeclared() {
        let names = (0..<8).map { "m\($0)" }
        for name in names { provider.setRule(ConstantRule(true, metadata: ["exclusionGroup": "g"]), for: name) }
        let stack = FlagStack([provider])
        let first = names.map { stack.resolve(key: $0, as: .bool).value }
        #expect(first.filter { $0 == true }.count == 1)
        // A program that declares only two of them has the same result as one that declares all.
        let two = FlagStack([provider])
        for name in names.prefix(2) {
            let value = two[Flag(name, default: false)]
            #expect(stack.resolve(key: name).value == .bool(value))
        }
    }

    @Test("An overridden flag stays on, and one with a parent that is off doesn't count")
    func byHandAndParents() throws {
        let overrides = MemoryProvider("Overrides")
        let stack = FlagStack([provider], overrides: overrides)
        let flags = ["a", "b", "c"].map { name in
            Flag(name, default: true, parent: "p-" + name, exclusionGroup: "g")
        }
        let parents = ["a", "b", "c"].map { Flag("p-\($0)", default: true) }
        try stack.declare((flags + parents).map(\.declaration))
        for flag in flags {
            try stack.setOverride(true, for: flag.key)
            #expect(flags.filter { stack[$0] }.map(\.key) == [flag.key])
            try stack.removeOverrides()
        }
        let winner = try #require(flags.first { stack[$0] })
        provider.set(false, for: "p-\(winner.key)")
        #expect(flags.filter { stack[$0] }.count == 1)
        #expect(!stack[winner])
    }
}

import FiresteelFlags
import Testing

@Suite("A stack's generation grows with every change of its flags")
struct GenerationTests {
    let provider = MemoryProvider()
    let overrides = MemoryProvider("Overrides")
    let stack: FlagStack
    let flag = Flag("size", default: 1)

    init() throws {
        stack = FlagStack([provider], overrides: overrides)
        try stack.declare([flag.declaration])
    }

    @Test("Values, rules, overrides, the context, declarations and lookups of undeclared keys advance it")
    func grows() throws {
        var last = stack.generation
        func hasGrown() -> Bool {
            defer { last = stack.generation }
            return stack.generation > last
        }
        provider.set(2, for: "size")
        #expect(hasGrown())
        provider.setRule(TestRule { _, _ in .value(2, reason: .targetingMatch) }, for: "size")
        #expect(hasGrown(), "The value is the same, its rule isn't.")
        try stack.setOverride(3, for: "size")
        #expect(hasGrown())
        try stack.removeOverrides()
        #expect(hasGrown())
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        #expect(hasGrown())
        try stack.declare([Flag("other", default: 1, parent: "size").declaration])
        #expect(hasGrown())
        provider.set(["loose": 5, "size": 2])
        #expect(hasGrown())
        _ = stack.resolve(key: "loose")
        #expect(hasGrown())
    }

    @Test("Reads and explanations don't advance it")
    func stays() {
        _ = stack[flag]
        let before = stack.generation
        _ = stack[flag]
        _ = stack.value(of: flag, in: EvaluationContext(targetingKey: "ada"))
        _ = stack.resolution(of: flag)
        _ = stack.explain("size")
        _ = stack.descriptions()
        #expect(stack.generation == before)
    }

    @Test("Subscribers are notified when it has grown and the new value is in place")
    func order() {
        let seen = Recorded<[UInt64]>()
        let before = stack.generation
        let subscription = stack.onChange { [stack, flag] _ in seen.append([stack.generation, UInt64(stack[flag])]) }
        provider.set(2, for: "size")
        #expect(seen.all == [[before + 1, 2]])
        subscription.cancel()
    }
}

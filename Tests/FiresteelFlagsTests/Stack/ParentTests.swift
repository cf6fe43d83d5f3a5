import FiresteelFlags
import Testing

@Suite("A flag whose parent is off is off")
struct ParentTests {
    let provider = MemoryProvider()
    let stack: FlagStack
    init() { stack = FlagStack([provider]) }

    @Test("A parent that is off keeps all below it off, at any depth")
    func depth() throws {
        let flags = (0..<1000).map { Flag("f\($0)", default: true, parent: $0 == 0 ? nil : "f\($0 - 1)") }
        try stack.declare(flags.map(\.declaration))
        #expect(stack[flags[999]])
        provider.set(false, for: "f0")
        #expect(!stack[flags[999]])
        #expect(stack.resolution(of: flags[999]).reason == .parentOff)
        #expect(!stack.value(of: flags[999], in: .empty))
        provider.set(true, for: "f0")
        provider.set(false, for: "f500")
        #expect(stack[flags[499]])
        #expect(!stack[flags[999]])
    }

    @Test("Other types than Bool have the program's default then")
    func types() {
        provider.set(["p": false, "n": 5])
        let number = Flag("n", default: 1, parent: "p")
        #expect(stack[number] == 1)
        provider.set(true, for: "p")
        #expect(stack[number] == 5)
        provider.set("yes", for: "p")
        #expect(stack[number] == 1)
    }

    @Test("An unknown parent is off, and can be declared later")
    func unknown() throws {
        let child = Flag("child", default: true, parent: "parent")
        try stack.declare([child.declaration])
        #expect(!stack[child])
        try stack.declare([Flag("parent", default: true).declaration])
        #expect(stack[child])
    }

    @Test("A definition says who the parent is")
    func metadata() {
        provider.setRule(ConstantRule(true, metadata: ["parent": "p"]), for: "c")
        let child = Flag("c", default: false)
        #expect(!stack[child])
        provider.set(true, for: "p")
        #expect(stack[child])
        provider.set(true, for: "c")
        provider.set(false, for: "p")
        #expect(stack[child])
    }

    @Test("Definitions that are each other's ancestors are off and reported, and can be fixed")
    func cycles() {
        provider.setRule(ConstantRule(true, metadata: ["parent": "b"]), for: "a")
        provider.setRule(ConstantRule(true, metadata: ["parent": "c"]), for: "b")
        provider.setRule(ConstantRule(true, metadata: ["parent": "a"]), for: "c")
        let flags = ["a", "b", "c"].map { Flag($0, default: true) }
        let below = Flag("d", default: true, parent: "a")
        #expect(flags.map { stack[$0] } == [false, false, false])
        #expect(!stack[below])
        #expect(stack.diagnostics.contains { $0.kind == .parentCycle })
        #expect(stack.resolution(of: flags[0]).error != nil)
        provider.set(true, for: "b")
        #expect(flags.map { stack[$0] } == [true, true, true])
        #expect(stack[below])
    }

    @Test("A parent can depend on the context and the time")
    func contextAndTime() {
        let clock = TestClock(0)
        let stack = FlagStack([provider], clock: clock.read)
        provider.setRule(
            TestRule(dependsOnContext: true, dependsOnTime: true) { context, now in
                .value(.bool(context.targetingKey == "a" && now >= 10), reason: .targetingMatch)
            }, for: "p")
        let child = Flag("c", default: true, parent: "p")
        #expect(!stack[child])
        stack.setContext(EvaluationContext(targetingKey: "a"))
        #expect(!stack[child])
        clock.now = 10
        #expect(stack[child])
        #expect(!stack.value(of: child, in: .empty))
        #expect(stack.value(of: child, in: EvaluationContext(targetingKey: "a")))
    }
}

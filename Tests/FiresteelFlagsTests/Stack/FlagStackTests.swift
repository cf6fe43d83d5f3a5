import FiresteelFlags
import FlagTesting
import Testing

@Suite("The first provider with a value for a flag has priority")
struct FlagStackTests {
    let first = MemoryProvider("First")
    let second = MemoryProvider("Second")
    let overrides = MemoryProvider("Overrides")
    let stack: FlagStack
    let flag = Flag("size", default: 1)

    init() {
        stack = FlagStack([first, second], overrides: overrides)
    }

    @Test("Overrides win over the first provider, that over the second, and that over the default")
    func order() throws {
        try stack.declare([flag.declaration])
        #expect(stack[flag] == 1)
        second.set(2, for: "size")
        #expect(stack[flag] == 2)
        first.set(3, for: "size")
        #expect(stack[flag] == 3)
        try stack.setOverride(4, for: "size")
        #expect(stack[flag] == 4)
        #expect(stack.resolution(of: flag).reason == .override)
        try stack.setOverride(nil, for: "size")
        first.set(nil, for: "size")
        #expect(stack[flag] == 2)
        #expect(stack.resolution(of: flag).provider == "Second")
        #expect(stack.resolution(of: flag).reason == .static)
        second.removeAll()
        #expect(stack.resolution(of: flag).reason == .default)
        #expect(stack.resolution(of: flag).provider == nil)
    }

    @Test("A value of another type, a failure and an unknown key are passed over and named")
    func skipped() {
        overrides.set("large", for: "size")
        first.setRule(ConstantRule(.failed(.parseError, "broken")), for: "size")
        #expect(stack[flag] == 1)
        second.set(5, for: "size")
        #expect(stack[flag] == 5)
        let resolution = stack.resolution(of: flag)
        #expect(resolution.skipped.map(\.provider) == ["Overrides", "First"])
        #expect(resolution.skipped.map(\.error.code) == [.typeMismatch, .parseError])
        first.set(nil, for: "size")
        #expect(stack.resolution(of: flag).skipped.map(\.error.code) == [.typeMismatch, .flagNotFound])
    }

    @Test("A mismatch is reported once for any number of reads")
    func reportedOnce() {
        first.set("large", for: "size")
        for _ in 0..<10 { _ = stack[flag] }
        for _ in 0..<10 { _ = stack.resolution(of: flag) }
        first.set("larger", for: "size")
        _ = stack[flag]
        #expect(stack.diagnostics.filter { $0.kind == .typeMismatch }.count == 1)
    }

    @Test("When all that know a flag fail, the default holds with the error")
    func allFail() {
        first.set("large", for: "size")
        let resolution = stack.resolution(of: flag)
        #expect(resolution.value == 1)
        #expect(resolution.reason == .error)
        #expect(resolution.error?.code == .typeMismatch)
    }

    @Test("A provider that leaves the value to the program ends the search")
    func programDefault() {
        first.setRule(ConstantRule(FlagEvaluation(.programDefault, reason: .disabled)), for: "size")
        second.set(2, for: "size")
        let resolution = stack.resolution(of: flag)
        #expect(resolution.value == 1)
        #expect(resolution.reason == .disabled)
        #expect(resolution.provider == "First")
    }

    @Test("A flag that was never declared is declared by its first read, and that is reported once")
    func undeclared() {
        #expect(stack[flag] == 1)
        #expect(stack[flag] == 1)
        #expect(stack.diagnostics.filter { $0.kind == .undeclared }.map(\.key) == ["size"])
        #expect(stack.descriptions().map(\.key) == ["size"])
        first.set(9, for: "size")
        #expect(stack[flag] == 9)
    }

    @Test("A key that is read as another type gives that flag's default")
    func differentTypes() throws {
        try stack.declare([flag.declaration])
        first.set(5, for: "size")
        let text = Flag("size", default: "none")
        #expect(stack[text] == "none")
        #expect(stack[text] == "none")
        #expect(stack.value(of: text, in: .empty) == "none")
        #expect(stack.resolution(of: text).error?.code == .typeMismatch)
        #expect(stack[flag] == 5)
        #expect(stack.diagnostics.filter { $0.kind == .differentTypes }.count == 1)
    }

    enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }

    @Test("Values of every kind are read, copied or borrowed")
    func kinds() {
        let values: [String: JSONValue] = [
            "b": true, "i": .int(.min), "u": 255, "d": 2.5, "f": 0.25, "s": "short",
            "l": .string(String(repeating: "x", count: 99)),
            "e": "grid", "a": [1, 2], "o": ["k": "v"], "j": ["any": [.null, 1]],
        ]
        first.set(values.mapValues { .some($0) })
        #expect(stack[Flag("b", default: false)] == true)
        #expect(stack[Flag("i", default: 0)] == .min)
        #expect(stack[Flag("u", default: UInt8(0))] == 255)
        #expect(stack[Flag("d", default: 0.0)] == 2.5)
        #expect(stack[Flag("f", default: Float(0))] == 0.25)
        #expect(stack[Flag("s", default: "")] == "short")
        #expect(stack[Flag("e", default: Layout.list)] == .grid)
        #expect(stack[Flag("a", default: [Int]())] == [1, 2])
        #expect(stack[Flag("o", default: [String: String]())] == ["k": "v"])
        #expect(stack[Flag("j", default: JSONValue.null)] == ["any": [.null, 1]])
        let long = Flag("l", default: "")
        #expect(stack.withValue(of: long) { $0.utf8.count } == 99)
        #expect(stack.withValue(of: long) { $0.utf8.count } == 99)
        #expect(stack.withValue(of: Flag("b", default: false)) { $0 })
    }

    @Test("The value for a context is evaluated by the rules, for each context with the same declaration")
    func contexts() {
        first.setRule(
            TestRule { context, _ in .value(context["plan"] == "pro" ? 10 : 2, reason: .targetingMatch) }, for: "size")
        #expect(stack[flag] == 2)
        #expect(stack.value(of: flag, in: EvaluationContext(attributes: ["plan": "pro"])) == 10)
        #expect(
            stack.resolution(of: flag, in: EvaluationContext(attributes: ["plan": "pro"])).reason == .targetingMatch)
        #expect(stack[flag] == 2)
        stack.setContext(EvaluationContext(attributes: ["plan": "pro"]))
        #expect(stack[flag] == 10)
        #expect(stack.value(of: flag, in: .empty) == 2)
    }

    @Test("A rule that reads the time is evaluated at each read")
    func time() {
        let clock = TestClock(0)
        let stack = FlagStack([first], clock: clock.read)
        first.setRule(
            TestRule(dependsOnContext: false, dependsOnTime: true) { _, now in .value(.int(Int(now)), reason: .static)
            },
            for: "size")
        clock.now = 5
        #expect(stack[flag] == 5)
        clock.now = 6
        #expect(stack[flag] == 6)
        #expect(stack.value(of: flag, in: .empty) == 6)
        #expect(stack.withValue(of: flag) { $0 } == 6)
        first.set(1, for: "size")
        #expect(stack[flag] == 1)
    }

    @Test("A key can be resolved without a declaration")
    func untyped() throws {
        first.set("large", for: "other")
        #expect(stack.resolve(key: "other").value == "large")
        #expect(stack.resolve(key: "other", as: .string).provider == "First")
        let mismatch = stack.resolve(key: "other", as: .int, default: 7)
        #expect(mismatch.value == 7)
        #expect(mismatch.error?.code == .typeMismatch)
        second.set(3, for: "other")
        #expect(stack.resolve(key: "other", as: .int, default: 7).value == 3)
        let unknown = stack.resolve(key: "nobody", as: .bool, default: true)
        #expect(unknown.value == true)
        #expect(unknown.error?.code == .flagNotFound)
        try stack.declare([flag.declaration])
        #expect(stack.resolve(key: "size", as: .int).value == 1)
        #expect(stack.resolve(key: "size", as: .double).value == 1)
        #expect(stack.resolve(key: "size", as: .string, default: "x").error?.code == .typeMismatch)
    }

    @Test("Providers with the same name are distinguished")
    func names() {
        let stack = FlagStack([MemoryProvider("A", ["x": 1]), MemoryProvider("A", ["y": 1])])
        #expect(stack.resolution(of: Flag("y", default: 0)).provider == "A (2)")
        #expect(stack.diagnostics.map(\.kind).contains(.providerName))
    }

    @Test("A flag without a key gives its default and is reported")
    func noKey() {
        #expect(stack[Flag(default: 4)] == 4)
        #expect(stack.value(of: Flag(default: 4), in: .empty) == 4)
        let flag = Flag(default: 4)
        #expect(stack.resolution(of: flag).error?.message.contains("Register the container first") == true)
        #expect(stack[flag] == 4)
        #expect(stack.diagnostics.map(\.kind) == [.noKey, .noKey, .noKey])
    }

    @Test("A provider that isn't ready is named as that")
    func notReady() {
        first.setStatus(FlagProviderStatus(.notReady))
        #expect(
            stack.resolution(of: flag).skipped.map(\.error.code) == [.flagNotFound, .providerNotReady, .flagNotFound])
        first.setStatus(FlagProviderStatus(.ready))
        #expect(stack.resolution(of: flag).skipped.allSatisfy { $0.error.code == .flagNotFound })
    }

    @Test("Overrides are checked against the declaration")
    func overrideChecks() throws {
        let layout = Flag("layout", default: Layout.list)
        try stack.declare([flag.declaration, layout.declaration])
        #expect(throws: FlagError.self) { try stack.setOverride("abc", for: "size") }
        #expect(throws: FlagError.self) { try stack.setOverride("table", for: "layout") }
        try stack.setOverride("grid", for: "layout")
        #expect(stack[layout] == .grid)
        try stack.removeOverrides()
        #expect(stack[layout] == .list)
        #expect(throws: FlagError.self) { try FlagStack().setOverride(true, for: "x") }
    }

    @Test("Parents and overrides whose keys nothing knows are diagnostics, as long as nothing does")
    func unknownReferences() throws {
        let provider = MemoryProvider("Values")
        let overrides = MemoryProvider("Overrides", ["tpyo": true])
        let stack = FlagStack([provider], overrides: overrides)
        let child = Flag("child", default: true, parent: "parent")
        try stack.declare([child.declaration])
        #expect(stack.diagnostics.map(\.kind) == [.unknownParent, .unknownOverride])
        #expect(stack.diagnostics.map(\.key) == ["child", "tpyo"])
        #expect(stack.diagnostics.first?.line == child.declaration.line)
        #expect(stack.diagnostics.last?.provider == "Overrides")
        provider.set(true, for: "parent")
        #expect(stack.diagnostics.map(\.kind) == [.unknownOverride])
        try stack.declare([Flag("tpyo", default: false).declaration])
        #expect(stack.diagnostics.isEmpty)
    }

    @Test("A Bool flag is read by its key, and an unknown one is off")
    func isEnabled() throws {
        let stack = FlagStack([MemoryProvider("Values", ["on": true, "number": 1])])
        try stack.declare([Flag("declared", default: true).declaration])
        #expect(stack.isEnabled("on"))
        #expect(stack.isEnabled("declared"))
        #expect(!stack.isEnabled("number"))
        #expect(!stack.isEnabled("missing"))
        #expect(stack.diagnostics.contains { $0.kind == .unknownKey && $0.key == "missing" })
    }
}

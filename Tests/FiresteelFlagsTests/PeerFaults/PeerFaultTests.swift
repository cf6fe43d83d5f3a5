import Dispatch
import FiresteelFlags
import TestSupport
import Testing

/// Faults that other libraries were seen to have.
@Suite("Errors of other libraries that don't occur here")
struct PeerFaultTests {
    let overrides = MemoryProvider("Overrides")
    let remote = MemoryProvider("Remote")
    let stack: FlagStack
    init() { stack = FlagStack([remote], overrides: overrides) }

    private func tweaks(_ text: String) throws -> FileProvider {
        let folder = try TemporaryFolder()
        return FileProvider(try folder.write(text, to: "tweaks.json"), interval: nil)
    }

    @Test("JustTweak: overriding one feature's “enabled” doesn't change another feature's")
    func justTweakSharedVariable() throws {
        let file = try tweaks(
            #"{"search": {"enabled": {"Value": false}}, "checkout": {"enabled": {"Value": false}}}"#)
        let stack = FlagStack([file], overrides: overrides)
        let search = Flag("search.enabled", default: false)
        let checkout = Flag("checkout.enabled", default: false)
        try stack.declare([search.declaration, checkout.declaration])
        try stack.setOverride(true, for: "search.enabled")
        #expect(stack[search])
        #expect(!stack[checkout])
    }

    @Test("JustTweak: a number that is overridden with “abc” isn't 0")
    func justTweakTextForNumber() throws {
        let flag = Flag("size", default: 7)
        try stack.declare([flag.declaration])
        #expect(throws: FlagError.self) { try stack.setOverride("abc", for: "size") }
        overrides.set("abc", for: "size")
        #expect(stack[flag] == 7)
    }

    @Test("JustTweak: taking an override back is a change")
    func justTweakDeletedOverride() throws {
        let flag = Flag("size", default: 7)
        try stack.declare([flag.declaration])
        try stack.setOverride(8, for: "size")
        let seen = Recorded<JSONValue>()
        let subscription = stack.onChange { seen.append(contentsOf: $0.map(\.new.value)) }
        try stack.setOverride(nil, for: "size")
        try stack.setOverride(9, for: "size")
        try stack.removeOverrides()
        #expect(seen.all == [7, 9, 7])
        subscription.cancel()
    }

    @Test("JustTweak: a feature whose only value is false is not on")
    func justTweakFalseFeature() throws {
        let stack = FlagStack([try tweaks(#"{"search": {"enabled": {"Value": false}}}"#)])
        #expect(!stack[Flag("search.enabled", default: true)])
        #expect(stack.resolve(key: "search", as: .bool, default: false).value == false)
    }

    @Test("Toggles: an unknown key returns the default, and the program continues")
    func togglesUnknownKey() {
        #expect(stack.resolve(key: "unknown", as: .string, default: "x").value == "x")
        #expect(stack[Flag("unknown.too", default: 3)] == 3)
    }

    @Test(
        "Toggles: a value of another type never reaches a reader",
        arguments: [JSONValue.null, 1.5, "x", true, [1], [:]])
    func togglesOtherType(value: JSONValue) {
        remote.set(value, for: "number")
        #expect(stack[Flag("number", default: 3)] == 3)
        #expect(stack.resolve(key: "number", as: .int, default: 4).value == 3)
    }

    @Test(
        "Vexil: an Int8 with the value 300 keeps its default",
        arguments: [JSONValue.int(300), -129, .double(1e300), 127.5])
    func vexilNarrowNumber(value: JSONValue) {
        remote.set(value, for: "small")
        #expect(stack[Flag("small", default: Int8(5))] == 5)
    }

    @Test("Vexil: a slow observer receives the first flag's change although a second changed just after")
    func vexilSlowObserver() throws {
        let (a, b) = (Flag("a", default: false), Flag("b", default: false))
        try stack.declare([a.declaration, b.declaration])
        let isBusy = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let heard = Recorded<String>()
        let subscriptions = [
            stack.onChange { _ in
                if heard.all.isEmpty {
                    isBusy.signal()
                    mayGoOn.wait()
                }
            },
            stack.onChange(of: a) { heard.append("a = \($0.new.value)") },
            stack.onChange(of: b) { heard.append("b = \($0.new.value)") },
        ]
        let remote = remote
        let queue = DispatchQueue(label: "sets a")
        queue.async { remote.set(true, for: "a") }
        isBusy.wait()
        remote.set(true, for: "b")
        mayGoOn.signal()
        queue.sync {}
        #expect(heard.all == ["a = true", "b = true"])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("swift-configuration: an override of another type doesn't hide the good value below, and is named")
    func swiftConfigurationHidingOverride() {
        overrides.set("many", for: "size")
        remote.set(5, for: "size")
        let resolution = stack.resolution(of: Flag("size", default: 1))
        #expect(resolution.value == 5)
        #expect(resolution.provider == "Remote")
        #expect(resolution.skipped.map(\.provider) == ["Overrides"])
        #expect(resolution.skipped.first?.error.message.contains("many") == true)
        #expect(stack.diagnostics.contains { $0.provider == "Overrides" && $0.kind == .typeMismatch })
    }

    @Test("swift-configuration: a whole number is read as a Double")
    func swiftConfigurationWholeDouble() {
        remote.set(3, for: "ratio")
        #expect(stack[Flag("ratio", default: 0.5)] == 3)
    }

    @Test("OpenFeature: a mismatch in the first provider doesn't end the search")
    func openFeatureMismatch() {
        let second = MemoryProvider("Second", ["size": 5])
        remote.set("large", for: "size")
        let stack = FlagStack([remote, second])
        #expect(stack[Flag("size", default: 1)] == 5)
        #expect(stack.resolve(key: "size", as: .int, default: 1).value == 5)
        #expect(stack.value(of: Flag("size", default: 1), in: EvaluationContext(targetingKey: "x")) == 5)
    }
}

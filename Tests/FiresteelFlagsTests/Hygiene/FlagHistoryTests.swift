import FiresteelFlags
import Foundation
import TestSupport
import Testing

@Suite("Since when values hold is known from run to run")
struct FlagHistoryTests {
    static let day = 86_400.0
    let clock = TestClock(1_798_675_200)
    let folder: TemporaryFolder
    let provider = MemoryProvider("Remote", ["a": true, "b": 1])

    init() throws { folder = try TemporaryFolder() }

    /// A run of the program.
    private func run(_ providers: [any FlagProvider]? = nil, name: String = "hygiene.json") throws -> FlagStack {
        let stack = FlagStack(
            providers ?? [provider], hygieneFile: folder.file(name), clock: clock.read)
        try stack.declare([Flag("a", default: false).declaration, Flag("b", default: 0).declaration])
        return stack
    }

    private func constants(_ stack: FlagStack) -> [String] {
        stack.hygiene().constant.map { "\($0.flag.key) \($0.days)" }
    }

    @Test("A value that was the same in two runs has been constant since the first")
    func constant() throws {
        #expect(constants(try run()) == [])
        clock.now += 20 * Self.day
        let second = try run()
        #expect(constants(second) == [])
        clock.now += 11 * Self.day
        #expect(constants(second) == ["a 31", "b 31"])
        #expect(constants(try run()) == ["a 31", "b 31"])
        #expect(second.diagnostics.isEmpty)
        // Without a file, a run knows itself only.
        let other = FlagStack([provider], clock: clock.read)
        try other.declare([Flag("a", default: false).declaration])
        #expect(constants(other) == [])
    }

    @Test("A change within a run, or between two, restarts the time")
    func changes() throws {
        let first = try run()
        clock.now += 20 * Self.day
        provider.set(2, for: "b")
        withExtendedLifetime(first) {}
        clock.now += 20 * Self.day
        #expect(constants(try run()) == ["a 40"])
        provider.set(false, for: "a")
        clock.now += 20 * Self.day
        #expect(constants(try run()) == ["b 40"])
        // There and back is a change as well.
        let last = try run()
        provider.set(["a": true, "b": 3])
        provider.set(["a": false, "b": 2])
        #expect(constants(last) == [])
        clock.now += 30 * Self.day
        #expect(constants(try run()) == ["a 30", "b 30"])
    }

    @Test("Values before a provider has its own aren't changes")
    func late() throws {
        #expect(constants(try run()) == [])
        clock.now += 40 * Self.day
        let late = MemoryProvider("Remote")
        late.setStatus(FlagProviderStatus(.notReady))
        let second = try run([late])
        #expect(constants(second) == [])
        late.set(["a": true, "b": 1])
        late.setStatus(FlagProviderStatus(.ready))
        #expect(constants(second) == ["a 40", "b 40"])
    }

    @Test("The history of a flag that depends on the context is removed")
    func targeted() throws {
        #expect(constants(try run()) == [])
        clock.now += 40 * Self.day
        let stack = try run()
        provider.setRule(TestRule { _, _ in .value(true, reason: .targetingMatch) }, for: "a")
        provider.set(true, for: "a")
        #expect(constants(stack) == ["b 40"])
    }

    @Test("The file has hashes and no values, and is written only when something changed")
    func contents() throws {
        provider.set("a secret text", for: "c")
        let stack = try run()
        try stack.declare([Flag("c", default: "").declaration])
        let text = try folder.read("hygiene.json")
        guard case .object(let root) = try JSONValue(json: Array(text.utf8)), case .object(let flags)? = root["flags"]
        else {
            return #expect(Bool(false), "The file isn't an object with flags.")
        }
        #expect(flags.keys.sorted() == ["a", "b", "c"] && root["version"] == 1)
        #expect(!text.contains("secret text"))
        try FileManager.default.removeItem(at: folder.file("hygiene.json"))
        provider.set("a secret text", for: "c")
        stack.setContext(EvaluationContext(targetingKey: "ada"))
        #expect(try folder.names == [])
        provider.set("another", for: "c")
        #expect(try folder.names == ["hygiene.json"])
    }

    @Test(
        "An unreadable file is unchanged and reported once, and this run continues in memory",
        arguments: [
            "{", "[]", "{\"flags\": {}}", #"{"flags": {"a": true}, "version": 1}"#,
            #"{"flags": {"a": {"value": "x", "since": 1}}, "version": 1}"#,
            #"{"flags": {"a": {"value": "0f", "since": "1"}}, "version": 1}"#, #"{"flags": {}, "version": 2}"#,
        ])
    func damaged(text: String) throws {
        try folder.write(text, to: "hygiene.json")
        let stack = try run()
        clock.now += 31 * Self.day
        #expect(constants(stack) == ["a 31", "b 31"])
        provider.set(2, for: "b")
        #expect(try folder.read("hygiene.json") == text)
        #expect(stack.diagnostics.map(\.kind) == [.hygieneFile])
        #expect(stack.diagnostics[0].message.contains(folder.file("hygiene.json").path))
    }

    @Test("A file that can't be written is reported once, and this run continues in memory")
    func unwritable() throws {
        // A folder can't be made where a file is.
        try folder.write("in the way", to: "file")
        let stack = try run(name: "file/hygiene.json")
        provider.set(2, for: "b")
        clock.now += 31 * Self.day
        #expect(constants(stack) == ["a 31", "b 31"])
        #expect(stack.diagnostics.map(\.kind) == [.hygieneFile])
        #expect(try folder.read("file") == "in the way")
    }

    @Test("An empty file is one without flags, and a time that is still to come counts from now")
    func future() throws {
        try folder.write("", to: "hygiene.json")
        #expect(try run().diagnostics.isEmpty)
        clock.now -= 400 * Self.day
        let earlier = try run()
        clock.now += 30 * Self.day
        #expect(constants(earlier) == ["a 30", "b 30"])
        #expect(constants(try run()) == ["a 30", "b 30"])
    }

    @Test("The file is bounded: what this run doesn't have makes room, and then no more is kept")
    func bounded() throws {
        func entry(_ key: String) -> String { "\"\(key)\": {\"value\": \"00000000000000ff\", \"since\": 1}" }
        let old = (0..<10_000).map { entry("old \($0)") }.joined(separator: ",")
        try folder.write("{\"flags\": {\(old)}, \"version\": 1}", to: "hygiene.json")
        func kept() throws -> Int {
            guard case .object(let root) = try JSONValue(json: Array(folder.read("hygiene.json").utf8)),
                case .object(let flags)? = root["flags"]
            else { return -1 }
            return flags.count
        }
        let stack = try run()
        #expect(try kept() == 2)
        try stack.declare((0..<10_010).map { Flag("new \($0)", default: 0).declaration })
        #expect(try kept() == 10_000)
        #expect(stack.diagnostics.map(\.kind) == [.hygieneFile])
    }
}

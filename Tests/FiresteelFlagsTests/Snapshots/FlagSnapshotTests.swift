import FiresteelFlags
import FlagTesting
import Foundation
import Testing

@Suite("Snapshots of all values")
struct FlagSnapshotTests {
    struct Limits: FlagStructure { var uploads = 3; var ratio = 1.0 }

    let provider = MemoryProvider(
        "Remote", ["b": true, "s": "text", "d": .double(2), "l": ["uploads": 7, "ratio": 2]])
    let overrides = MemoryProvider("Overrides")
    let clock = TestClock(1000)
    let stack: FlagStack
    let b = Flag("b", default: false)
    let i = Flag("i", default: 4)
    let s = Flag("s", default: "")

    init() throws {
        stack = FlagStack([provider], overrides: overrides, environment: .staging, clock: clock.read)
        try stack.declare([
            b.declaration, i.declaration, s.declaration, Flag("d", default: 1.0).declaration,
            Flag("l", default: Limits()).declaration, Flag("a", default: [1.0]).declaration,
        ])
    }

    @Test("A snapshot has every declared flag with where its value comes from")
    func taking() {
        provider.set(true, for: "undeclared")
        let snapshot = stack.snapshot()
        #expect(snapshot.taken == 1000)
        #expect(snapshot.environment == .staging)
        #expect(Set(snapshot.entries.keys) == ["b", "i", "s", "d", "l", "a"])
        #expect(snapshot["b"] == true)
        #expect(snapshot.entries["b"]?.provider == "Remote")
        #expect(snapshot.entries["i"]?.reason == .default)
        provider.set(false, for: "b")
        #expect(snapshot["b"] == true)
    }

    @Test("It is written as JSON and read back unchanged")
    func coding() throws {
        provider.setRule(ConstantRule(7, variant: "seven", reason: .targetingMatch), for: "i")
        let snapshot = stack.snapshot()
        let data = try JSONEncoder().encode(snapshot)
        let read = try JSONDecoder().decode(FlagSnapshot.self, from: data)
        #expect(
            read.entries.filter { $0.key != "l" && $0.key != "a" }
                == snapshot.entries.filter { $0.key != "l" && $0.key != "a" })
        // How numbers inside of lists and objects are written may differ, and isn't a difference.
        #expect(snapshot.differences(to: read).isEmpty)
        #expect(read.entries["i"]?.variant == "seven")
        let document = try JSONValue(json: Array(data))
        guard case .object(let members) = document, case .object(let flags)? = members["flags"] else {
            Issue.record("It isn't an object of flags: \(document)")
            return
        }
        #expect(members["environment"] == "staging")
        #expect(flags["s"] == ["value": "text", "type": "string", "reason": "STATIC", "provider": "Remote"])
    }

    @Test(
        "An invalid snapshot is rejected",
        arguments: ["{}", "[]", #"{"taken": 1, "environment": "x", "flags": {"a": 1}}"#])
    func damaged(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FlagSnapshot.self, from: Data(text.utf8)) }
    }

    @Test("Two are compared flag by flag")
    func comparing() throws {
        let before = stack.snapshot()
        provider.set(["b": false, "s": nil])
        try stack.setOverride("text", for: "s")
        try stack.declare([Flag("new", default: 1).declaration])
        let differences = before.differences(to: stack.snapshot())
        #expect(differences.map(\.key) == ["b", "new", "s"])
        #expect(differences.map(\.valueDiffers) == [true, true, false])
        #expect(differences[1].old == nil)
        #expect(differences[2].new?.provider == "Overrides")
        #expect(before.differences(to: before).isEmpty)
    }

    @Test("Applied, it overrides only flags that differ")
    func applying() {
        let before = stack.snapshot()
        provider.set(["b": false, "d": 9, "s": "other"])
        #expect(stack.apply(before).isEmpty)
        #expect(overrides.keys == ["b", "d", "s"])
        #expect(before.differences(to: stack.snapshot()).allSatisfy { !$0.valueDiffers })
    }

    @Test("A part of it can be applied")
    func partially() {
        let before = stack.snapshot()
        provider.set(["b": false, "s": "other"])
        #expect(stack.apply(before, only: ["s"]).isEmpty)
        #expect(overrides.keys == ["s"])
        stack.apply(before.filter { key, _ in key == "b" })
        #expect(overrides.keys == ["b", "s"])
        #expect(stack[b] && stack[s] == "text")
    }

    @Test("Values that no longer fit are reported, and the rest is applied")
    func misfit() {
        let snapshot = FlagSnapshot(
            taken: 0, environment: .production,
            entries: ["b": FlagSnapshot.Entry("yes"), "i": FlagSnapshot.Entry(5), "d": FlagSnapshot.Entry(2)])
        let failed = stack.apply(snapshot)
        #expect(failed.keys.sorted() == ["b"])
        #expect((failed["b"] as? FlagError)?.code == .typeMismatch)
        #expect(stack[i] == 5)
        #expect(overrides.keys == ["i"])
    }

    @Test("As a provider, it gives its values to another stack")
    func asProvider() throws {
        let other = FlagStack([stack.snapshot().provider(named: "Yesterday")])
        #expect(other[b])
        #expect(other[s] == "text")
        #expect(other[Flag("l", default: Limits())].uploads == 7)
        #expect(other.resolution(of: s).provider == "Yesterday")
    }
}

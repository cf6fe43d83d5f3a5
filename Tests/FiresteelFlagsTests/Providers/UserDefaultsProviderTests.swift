import FiresteelFlags
import FlagTesting
import Foundation
import Synchronization
import Testing

@Suite("Flags in user defaults")
struct UserDefaultsProviderTests {
    let suite: DefaultsSuite
    init() throws { suite = try DefaultsSuite() }

    @Test("Values of every kind are read back unchanged")
    func kinds() throws {
        let provider = UserDefaultsProvider(suite.defaults)
        let values: [String: JSONValue] = [
            "b": true, "f": false, "one": 1, "zero": 0, "i": -7, "d": 1.5, "s": "text", "a": [1, "x", true],
            "o": ["k": 1],
        ]
        for (key, value) in values { try provider.set(value, for: key) }
        let second = UserDefaultsProvider(suite.defaults)
        let stack = FlagStack([second])
        for (key, value) in values { #expect(stack.resolve(key: key).value == value, "\(key)") }
        #expect(second.keys == Set(values.keys))
    }

    @Test("Values that others write under the prefix are values of flags")
    func others() {
        suite.defaults.set(true, forKey: "firesteel.flags.a")
        suite.defaults.set(3, forKey: "firesteel.flags.n")
        suite.defaults.set(true, forKey: "a")
        let provider = UserDefaultsProvider(suite.defaults)
        let stack = FlagStack([provider])
        #expect(stack[Flag("a", default: false)])
        #expect(stack[Flag("n", default: 0)] == 3)
        suite.defaults.set(4, forKey: "firesteel.flags.n")
        provider.reload()
        #expect(stack[Flag("n", default: 0)] == 4)
        suite.defaults.removeObject(forKey: "firesteel.flags.n")
        provider.reload()
        #expect(stack[Flag("n", default: 0)] == 0)
    }

    @Test("With concurrent readers, the last change is the known value", arguments: 0..<8)
    func concurrent(round: Int) async {
        let provider = UserDefaultsProvider(suite.defaults)
        // User defaults may be used from any thread.
        nonisolated(unsafe) let defaults = suite.defaults
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<50 { provider.reload() } } }
            group.addTask {
                for number in 0..<50 { defaults.set(number, forKey: "firesteel.flags.n") }
                defaults.removeObject(forKey: "firesteel.flags.n")
                provider.reload()
                #expect(provider.keys == [])
            }
        }
        #expect(provider.keys == [])
    }

    @Test("Removing everything, or setting a value that can't be stored, is one change")
    func oneChange() throws {
        let provider = UserDefaultsProvider(suite.defaults)
        for key in ["a", "b", "c"] { try provider.set(1, for: key) }
        let changes = Mutex<[FlagProviderChange]>([])
        let subscription = provider.subscribe { change in changes.withLock { $0.append(change) } }
        #expect(throws: FlagError.self) { try provider.set([.null], for: "a") }
        provider.removeAll()
        #expect(changes.withLock { $0 } == [.keys(["a"]), .keys(["a", "b", "c"])])
        withExtendedLifetime(subscription) {}
    }

    @Test("A value that no flag can have is skipped and reported")
    func noValue() {
        suite.defaults.set(Data([1]), forKey: "firesteel.flags.a")
        let stack = FlagStack([UserDefaultsProvider(suite.defaults), MemoryProvider("Memory", ["a": 5])])
        let resolution = stack.resolution(of: Flag("a", default: 0))
        #expect(resolution.value == 5)
        #expect(resolution.skipped.map(\.error.code) == [.parseError])
    }

    @Test("A value that can't be stored is an error, and applies to this run")
    func unkept() {
        let provider = UserDefaultsProvider(suite.defaults)
        #expect(throws: FlagError.self) { try provider.set([.null], for: "a") }
        #expect(FlagStack([provider]).resolve(key: "a").value == [.null])
        suite.defaults.set(1, forKey: "firesteel.flags.b")
        provider.reload()
        #expect(FlagStack([provider]).resolve(key: "a").value == [.null])
        provider.removeAll()
        #expect(provider.keys == [])
    }
}

import FiresteelFlags
import FlagTesting
import Foundation
import TestSupport
import Testing

@Suite("Canonically equivalent keys are one key, or an error")
struct EquivalentKeyTests {
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    @Test("A stack reads either spelling, whichever was declared and whichever a provider has")
    func reading() throws {
        let stack = FlagStack([MemoryProvider("Values", [decomposed: 2])], overrides: MemoryProvider("Overrides"))
        let flag = Flag(composed, default: 1)
        #expect(stack[flag] == 2)
        #expect(stack.resolve(key: decomposed, as: .int).value == 2)
        try stack.setOverride(3, for: decomposed)
        #expect(stack[flag] == 3)
        try stack.setOverride(nil, for: composed)
        #expect(stack[flag] == 2)
        #expect(throws: FlagSetupError.self) { try stack.declare([Flag(decomposed, default: "x").declaration]) }
    }

    @Test("A file with both is refused, as an object and as an array")
    func files() throws {
        let flag = #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
        #expect(throws: FlagDefinitionsError.self) {
            try RuleTesting.definitions("{\"flags\": {\"\(composed)\": \(flag), \"\(decomposed)\": \(flag)}}")
        }
        let member = flag.dropFirst()
        let array = try RuleTesting.definitions(
            "{\"flags\": [{\"key\": \"\(composed)\", \(member), {\"key\": \"\(decomposed)\", \(member)]}")
        #expect(array.errors.map(\.path) == ["$.flags[1].key"])
        #expect(array.rule(for: decomposed)?.evaluation().outcome == .value(true))
    }

    @Test("They have one environment variable")
    func environment() {
        let provider = EnvironmentProvider(variables: ["FIRESTEEL_FLAG_CAF_": "4"])
        #expect(provider.variable(for: composed) == provider.variable(for: decomposed))
        let stack = FlagStack([provider])
        #expect(stack[Flag(decomposed, default: 1)] == 4)
        #expect(stack.resolve(key: composed, as: .int).value == 4)
    }

    @Test("They are one user default")
    func userDefaults() throws {
        let name = "firesteel-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let provider = UserDefaultsProvider(defaults)
        try provider.set(1, for: decomposed)
        try provider.set(2, for: composed)
        let stack = FlagStack([provider])
        #expect(stack.resolve(key: decomposed, as: .int).value == 2)
        try provider.set(nil, for: decomposed)
        #expect(provider.keys?.isEmpty == true)

        defaults.set(1, forKey: "firesteel.flags.\(decomposed)")
        defaults.set(2, forKey: "firesteel.flags.\(composed)")
        provider.reload()
        guard case .failed(let error)? = provider.rule(for: composed)?.evaluate(.empty, now: 0).outcome else {
            Issue.record("One of two defaults has won.")
            return
        }
        #expect(error.message.contains("in different encodings"))
        try provider.set(3, for: composed)
        #expect(stack.resolve(key: decomposed, as: .int).value == 3)
        provider.removeAll()
        #expect(provider.keys?.isEmpty == true)
    }

    @Test("A key that begins with a combining mark has a user default")
    func combiningMark() throws {
        let name = "firesteel-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let provider = UserDefaultsProvider(defaults)
        try provider.set(1, for: "\u{301}a")
        #expect(provider.keys == ["\u{301}a"])
    }

    @Test("They have one place in an exclusion group", arguments: 0..<20)
    func exclusion(user: Int) throws {
        let states = try [composed, decomposed].map { key in
            let flags = [key, "other"].map { Flag($0, default: true, exclusionGroup: "g") }
            let stack = FlagStack([MemoryProvider("Values")])
            try stack.declare(flags.map(\.declaration))
            let context = EvaluationContext(targetingKey: "user-\(user)")
            return flags.map { stack.value(of: $0, in: context) }
        }
        #expect(states[0] == states[1])
        #expect(Set(states[0]) == [true, false])
    }

    @Test("Two tweaks with one key have no value, whichever comes first")
    func tweaks() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"a.b": {"c": {"Value": 1}}, "a": {"b.c": {"Value": 2}}}"#, to: "tweaks.json")
        let provider = FileProvider(file, interval: nil)
        #expect(FlagStack([provider]).resolve(key: "a.b.c", as: .int, default: 0).value == 0)
        #expect(provider.status.error?.message.contains("Two values have the key “a.b.c”") == true)
    }
}

import FiresteelFlags
import FiresteelTesting
import FlagTesting
import Foundation
import TestSupport
import Testing

@Suite("Every provider keeps to what stacks expect of it")
struct ProviderConformanceTests {
    @Test("Values in memory")
    func memory() throws {
        #expect(try checkProvider(MemoryProvider()).isEmpty)
        let provider = MemoryProvider("Memory", ["a": true, "b": [1, "x"]])
        let faults = try checkProvider(
            provider, knows: ["a": true, "b": [1, "x"]], change: { provider.set(["a": nil, "c": 3]) })
        #expect(faults.isEmpty)
    }

    @Test("Launch arguments")
    func launchArguments() throws {
        let provider = MemoryProvider.launchArguments(["program", "--flag", "a=true", "--flag=b=grid"])
        let faults = try checkProvider(
            provider, knows: ["a": true, "b": "grid"], change: { provider.set(false, for: "a") })
        #expect(faults.isEmpty)
    }

    @Test("Environment variables")
    func environment() throws {
        let provider = EnvironmentProvider(variables: ["FIRESTEEL_FLAG_A_B": "3", "OTHER": "1"])
        #expect(try checkProvider(provider, knows: ["a.b": 3]).isEmpty)
    }

    @Test("Overrides on disk")
    func overrides() throws {
        let folder = try TemporaryFolder()
        let provider = OverrideStore(folder.file("overrides.json"))
        #expect(try checkProvider(provider).isEmpty)
        try provider.set(1, for: "a")
        let faults = try checkProvider(provider, knows: ["a": 1], change: { try provider.set("x", for: "a") })
        #expect(faults.isEmpty)
    }

    @Test("User defaults")
    func userDefaults() throws {
        let suite = try DefaultsSuite()
        let provider = UserDefaultsProvider(suite.defaults)
        let faults = try checkProvider(provider)
        // A property list has no empty list and no null; all that the suite of checks sets it has.
        #expect(faults.isEmpty)
        try provider.set(true, for: "a")
        #expect(try checkProvider(provider, knows: ["a": true], change: { try provider.set(2, for: "a") }).isEmpty)
    }

    @Test("Files in each format", arguments: FlagFileFormat.allCases)
    func files(format: FlagFileFormat) throws {
        let folder = try TemporaryFolder()
        let sample = FlagFileSample(format)
        let file = try folder.write(sample.text(true, 3), to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        #expect(provider.status.state == .ready)
        let faults = try checkProvider(provider, knows: [sample.switchKey: true, sample.numberKey: 3]) {
            try folder.write(sample.text(false, 4), to: "flags.json")
            provider.reload()
        }
        #expect(faults.isEmpty)
        #expect(try checkProvider(provider, knows: [sample.switchKey: false, sample.numberKey: 4]).isEmpty)
    }

    @Test("Keys with a prefix")
    func prefixed() throws {
        let base = MemoryProvider("Shared", ["notes.a": true, "mail.a": false])
        let provider = PrefixedProvider(base, prefix: "notes.")
        #expect(try checkProvider(provider, knows: ["a": true], change: { base.set(2, for: "notes.b") }).isEmpty)
        #expect(provider.keys == ["a", "b"])
    }

    @Test("A snapshot")
    func snapshot() throws {
        let stack = FlagStack([MemoryProvider("Memory", ["a": 1])])
        try stack.declare([Flag("a", default: 0).declaration])
        #expect(try checkProvider(stack.snapshot().provider(), knows: ["a": 1]).isEmpty)
    }

    /// Does everything wrong that can be done wrong without ending the process.
    final class FaultyProvider: MutableFlagProvider {
        let name = ""
        let keys: Set<String>? = ["listed"]
        func rule(for key: String) -> (any FlagRule)? {
            key == "listed"
                ? nil
                : TestRule(dependsOnContext: false) { context, _ in
                    .value(.bool(context.targetingKey == nil), reason: .static)
                }
        }
        func set(_ value: JSONValue?, for key: String) throws { throw FlagError(.general, "no") }
        func removeAll() throws {}
    }

    @Test("A provider that keeps to nothing has a fault for each")
    func faulty() throws {
        let rules = Set(try checkProvider(FaultyProvider(), knows: ["a": 1], change: {}).map(\.rule))
        #expect(
            rules.isSuperset(of: [
                "A provider has a name.", "A value is returned with its type.",
                "A provider has no rule for an unknown key.", "No flag has an empty key.",
                "A provider that lists its keys lists all of them.",
                "A provider has a rule for each key that it lists.",
                "A rule whose result depends on the context declares it.", "Subscribers are notified of a change.",
                "A value can be set and removed.", "A set value is read when setting returns.",
                "A removed value is no longer returned.", "Removing all is one change.",
            ]))
    }
}

/// The same two flags in each format of files.
struct FlagFileSample {
    let format: FlagFileFormat
    init(_ format: FlagFileFormat) { self.format = format }

    var switchKey: String { "editor.autosave" }
    var numberKey: String { "editor.width" }

    func text(_ isOn: Bool, _ width: Int) -> String {
        switch format {
        case .flagd:
            """
            {"flags": {
              "editor.autosave": {"state": "ENABLED", "variants": {"on": true, "off": false}, \
            "defaultVariant": "\(isOn ? "on" : "off")"},
              "editor.width": {"state": "ENABLED", "variants": {"w": \(width)}, "defaultVariant": "w"}
            }}
            """
        case .justTweak:
            """
            {"editor": {
              "autosave": {"Title": "Autosave", "Description": "Saves", "Group": "Editor", "Value": \(isOn)},
              "width": {"Title": "Width", "Value": \(width)}
            }}
            """
        case .toggles:
            """
            {"toggles": [
              {"variable": "editor.autosave", "bool": \(isOn), "metadata": {"description": "Saves", "group": "Editor"}},
              {"variable": "editor.width", "int": \(width), "metadata": {"description": "Width", "group": "Editor"}}
            ]}
            """
        case .values:
            #"{"editor.autosave": \#(isOn), "editor.width": \#(width)}"#
        }
    }
}

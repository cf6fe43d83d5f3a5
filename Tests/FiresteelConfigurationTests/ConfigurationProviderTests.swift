import Configuration
import FiresteelConfiguration
import FiresteelFlags
import Foundation
import Testing

@Suite("Flags from swift-configuration", .timeLimit(.minutes(5))) struct ConfigurationProviderTests {
    private let types: [String: FlagType] = [
        "editor.autosave": .bool, "editor.width": .int, "editor.zoom": .double, "editor.font": .string,
        "editor.margins": .array, "editor.limits": .object,
    ]

    private func environment(_ variables: [String: String], types: [String: FlagType] = [:]) -> ConfigurationProvider {
        ConfigurationProvider(EnvironmentVariablesProvider(environmentVariables: variables), types: types)
    }

    private func value(_ provider: ConfigurationProvider, _ key: String) -> JSONValue? {
        guard case .value(let value)? = provider.rule(for: key)?.evaluate(.empty, now: 0).outcome else { return nil }
        return value
    }

    private func error(_ provider: ConfigurationProvider, _ key: String) -> FlagError? {
        guard case .failed(let error)? = provider.rule(for: key)?.evaluate(.empty, now: 0).outcome else { return nil }
        return error
    }

    @Test("Variables of the environment have the types that the flags were declared with")
    func environmentTypes() {
        let provider = environment(
            [
                "EDITOR_AUTOSAVE": "1", "EDITOR_WIDTH": "72", "EDITOR_ZOOM": "2", "EDITOR_FONT": "72",
                "EDITOR_MARGINS": "1,2", "EDITOR_LIMITS": #"{"uploads": 3}"#,
            ], types: types)
        #expect(value(provider, "editor.autosave") == true)
        #expect(value(provider, "editor.width") == 72)
        #expect(value(provider, "editor.zoom") == 2.0)
        #expect(value(provider, "editor.font") == "72")
        #expect(value(provider, "editor.margins") == [1, 2])
        #expect(value(provider, "editor.limits") == ["uploads": 3])
        #expect(provider.rule(for: "editor.other") == nil)
        #expect(provider.rule(for: "") == nil)
    }

    @Test("Without a type, the form of a text decides")
    func guesses() {
        let provider = environment(["A": "true", "B": "3", "C": "1.5", "D": "grid", "E": "null", "F": "[1]"])
        #expect(value(provider, "a") == true)
        #expect(value(provider, "b") == 3)
        #expect(value(provider, "c") == 1.5)
        #expect(value(provider, "d") == "grid")
        #expect(value(provider, "e") == "null")
        #expect(value(provider, "f") == [1])
    }

    @Test("A JSON file's members are read by the points of the key")
    func json() async throws {
        let configuration = try await JSONFile.configuration(
            #"{"editor": {"autosave": true, "width": 1, "zoom": 2, "font": "serif", "margins": ["a"]}, "on": true, "many": 7}"#
        )
        let provider = ConfigurationProvider(configuration, types: types)
        #expect(value(provider, "editor.autosave") == true)
        #expect(value(provider, "editor.width") == 1)
        #expect(value(provider, "editor.zoom") == 2.0)
        #expect(value(provider, "editor.font") == "serif")
        #expect(value(provider, "editor.margins") == ["a"])
        #expect(value(provider, "on") == true)
        #expect(value(provider, "many") == 7)
        #expect(provider.rule(for: "off") == nil)
    }

    @Test("Options of the command line have the types that the flags were declared with")
    func commandLine() {
        let arguments = [
            "program", "--editor-autosave", "--editor-width", "72", "--editor-zoom=2", "--editor-font", "72",
            "--editor-margins", "1", "2", "--editor-limits", #"{"uploads": 3}"#,
        ]
        let provider = ConfigurationProvider(CommandLineArgumentsProvider(arguments: arguments), types: types)
        #expect(value(provider, "editor.autosave") == true)
        #expect(value(provider, "editor.width") == 72)
        #expect(value(provider, "editor.zoom") == 2.0)
        #expect(value(provider, "editor.font") == "72")
        #expect(value(provider, "editor.margins") == [1, 2])
        #expect(value(provider, "editor.limits") == ["uploads": 3])
        #expect(provider.rule(for: "editor.other") == nil)
    }

    @Test("For a value of another type, the next provider is evaluated")
    func mismatch() throws {
        let width = Flag("editor.width", default: 80)
        let provider = ConfigurationProvider(
            EnvironmentVariablesProvider(environmentVariables: ["EDITOR_WIDTH": "wide"]), flags: [width.declaration])
        let stack = FlagStack([provider, MemoryProvider("Memory", ["editor.width": 72])])
        let resolution = stack.resolution(of: width)
        #expect(resolution.value == 72)
        #expect(resolution.provider == "Memory")
        #expect(resolution.skipped.map(\.error.code) == [.typeMismatch])
    }

    @Test("Two flags with one variable can't both have it")
    func collision() {
        let provider = environment(["EDITOR_WIDTH": "72"])
        #expect(value(provider, "editor.width") == 72)
        #expect(provider.status.error == nil)
        #expect(error(provider, "editor-width")?.message.contains("“editor.width”") == true)
        #expect(value(provider, "editor.width") == 72)
        #expect(provider.status.state == .ready)
        #expect(provider.status.error?.message.contains("“editor-width”") == true)
    }

    @Test("A secret value is rejected, and isn't in the message")
    func secret() {
        let provider = ConfigurationProvider(
            EnvironmentVariablesProvider(
                environmentVariables: ["EDITOR_FONT": "hunter2"], secretsSpecifier: .all))
        #expect(error(provider, "editor.font")?.message.contains("secret") == true)
        #expect(error(provider, "editor.font")?.message.contains("hunter2") == false)
    }

    @Test("A change of the observed setting reaches the stack")
    func changes() async throws {
        let configuration = MutableInMemoryProvider(initialValues: [AbsoluteConfigKey(["editor", "width"]): 72])
        let width = Flag("editor.width", default: 80)
        let stack = FlagStack([ConfigurationProvider(configuration, flags: [width.declaration])])
        try stack.declare([width.declaration])
        #expect(stack[width] == 72)
        let changes = stack.changes(of: width)
        configuration.setValue(100, forKey: AbsoluteConfigKey(["editor", "width"]))
        for await change in changes {
            #expect(change.new.value == 100)
            break
        }
        #expect(stack[width] == 100)
    }

    @Test("Once released, it no longer watches")
    func released() async {
        let configuration = MutableInMemoryProvider(initialValues: [:])
        weak var released: ConfigurationProvider?
        do {
            let provider = ConfigurationProvider(configuration)
            released = provider
            #expect(provider.status == FlagProviderStatus())
        }
        #expect(released == nil)
    }
}

@Suite("Guide: remote configuration, swift-configuration") struct ConfigurationGuideTests {
    @Test("A variable of the environment decides a flag")
    func environment() {
        let autosave = Flag("editor.autosave", default: false)
        let variables = ["EDITOR_AUTOSAVE": "1"]
        // guide: RemoteConfiguration
        let configuration = ConfigurationProvider(
            EnvironmentVariablesProvider(environmentVariables: variables), flags: [autosave.declaration])
        let stack = FlagStack([configuration])
        // end
        #expect(stack[autosave])
    }
}

import Configuration
import FiresteelConfiguration
import FiresteelFlags
import Foundation
import Logging
import SystemPackage
import Testing

@Suite("Flags of YAML files", .timeLimit(.minutes(2)))
struct YAMLTests {
    /// The flags of the files.
    private struct EditorFlags {
        let autosave = Flag("editor.autosave", default: false)
        let fade = Flag("editor.fade", default: 0.5)
        let formats = Flag("editor.formats", default: ["html"])
        let margins = Flag("editor.margins", default: [0])
        let theme = Flag("editor.theme", default: "light")
        let version = Flag("editor.version", default: "0")
        let width = Flag("editor.width", default: 80)

        var declarations: [FlagDeclaration] {
            [
                autosave.declaration, fade.declaration, formats.declaration, margins.declaration, theme.declaration,
                version.declaration, width.declaration,
            ]
        }
    }

    private let flags = EditorFlags()

    private func read(_ text: String) async throws -> FlagStack {
        let file = try YAMLFile(text)
        let configuration = try await Configuration.FileProvider<YAMLSnapshot>(filePath: file.path)
        let stack = FlagStack([ConfigurationProvider(configuration, flags: flags.declarations)])
        try stack.declare(flags.declarations)
        return stack
    }

    @Test("Values have the types of their flags")
    func types() async throws {
        let stack = try await read(
            """
            # A comment
            editor:
              autosave: true
              fade: 0.25
              formats: [html, pdf]
              margins:
                - 1
                - 2
              theme: "dark: night"
              version: 1.10
              width: 72
            """)
        #expect(stack[flags.autosave] && stack[flags.fade] == 0.25 && stack[flags.width] == 72)
        #expect(stack[flags.formats] == ["html", "pdf"] && stack[flags.margins] == [1, 2])
        // A text that looks like a number remains as it is written.
        #expect(stack[flags.theme] == "dark: night" && stack[flags.version] == "1.10")
        #expect(stack.resolution(of: flags.width).provider == "Configuration")
        #expect(stack.diagnostics.isEmpty)
    }

    @Test("A value of another type is an error, and the default is used; a missing one is not found")
    func mismatch() async throws {
        let stack = try await read("editor: {autosave: maybe, width: wide, formats: html}")
        #expect(!stack[flags.autosave] && stack[flags.width] == 80 && stack[flags.fade] == 0.5)
        #expect(stack[flags.formats] == ["html"])
        for resolution in [stack.resolution(of: flags.width).skipped, stack.resolution(of: flags.autosave).skipped] {
            #expect(resolution.map(\.error.code) == [.typeMismatch])
        }
        #expect(stack.resolution(of: flags.fade).skipped.map(\.error.code) == [.flagNotFound])
    }

    @Test(
        "A file that isn't YAML, or no mapping, isn't read",
        arguments: ["editor: [1", "- 1\n- 2", "a: {b: [[1]]}", "\tx"])
    func damaged(text: String) async throws {
        let file = try YAMLFile(text)
        await #expect(throws: (any Error).self) {
            try await Configuration.FileProvider<YAMLSnapshot>(filePath: file.path)
        }
    }

    @Test("A file that is read again changes the flags")
    func reload() async throws {
        let file = try YAMLFile("editor: {width: 72}")
        let path = file.path
        let width = flags.width
        // guide: FiresteelConfiguration
        let configuration = try await ReloadingFileProvider<YAMLSnapshot>(
            filePath: path, pollInterval: .milliseconds(50))
        let stack = FlagStack([ConfigurationProvider(configuration, flags: [width.declaration])])
        // Reads the file again until the task is cancelled.
        let reading = Task { try await configuration.run() }
        // end
        defer { reading.cancel() }
        try stack.declare([width.declaration])
        #expect(stack[width] == 72)
        var changes = stack.changes(of: width).makeAsyncIterator()
        try file.write("editor: {width: 100}")
        #expect(await changes.next()?.new.value == 100)
        #expect(stack[width] == 100)
    }

    @Test("While a file that is read again is damaged, flags have their previous values")
    func damagedReload() async throws {
        let file = try YAMLFile("editor: {width: 72}")
        let failures = FailureLog()
        let configuration = try await ReloadingFileProvider<YAMLSnapshot>(
            filePath: file.path, pollInterval: .milliseconds(20), logger: Logger(label: "yaml") { _ in failures })
        let stack = FlagStack([ConfigurationProvider(configuration, flags: flags.declarations)])
        let reading = Task { try await configuration.run() }
        defer { reading.cancel() }
        try stack.declare(flags.declarations)
        #expect(stack[flags.width] == 72)
        var changes = stack.changes(of: flags.width).makeAsyncIterator()
        var logged = failures.lines.makeAsyncIterator()
        try file.write("editor: {width: [")
        #expect(await logged.next() != nil)
        #expect(stack[flags.width] == 72)
        try file.write("editor: {width: 64}")
        #expect(await changes.next()?.new.value == 64)
        #expect(stack[flags.width] == 64)
    }
}

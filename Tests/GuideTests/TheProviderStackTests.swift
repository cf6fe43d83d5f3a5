import FiresteelFlags
import FiresteelTesting
import Foundation
import Synchronization
import Testing

// guide: TheProviderStack
struct DefinitionsProvider: FlagProvider {
    let name = "Definitions"
    let definitions: FlagDefinitions

    var keys: Set<String>? { definitions.keys }
    func rule(for key: String) -> (any FlagRule)? { definitions.rule(for: key) }
}
// end

@Suite("Guide: the provider stack")
struct TheProviderStackTests {
    private let lineWidth = Flag("editor.lineWidth", default: 80)

    @Test("The first provider with a value for a flag has priority")
    func order() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "flags.json")
        try Data(#"{"editor.lineWidth": 72, "editor.autosave": true}"#.utf8).write(to: file)
        let arguments = ["program", "--flag", "editor.autosave=false"]
        // guide: TheProviderStack
        let stack = FlagStack(
            [
                MemoryProvider.launchArguments(arguments),
                FileProvider(file, format: .values),
            ],
            overrides: MemoryProvider("Overrides"))
        // end
        #expect(stack[lineWidth] == 72)
        #expect(stack[Flag("editor.autosave", default: true)] == false)

        // guide: TheProviderStack
        let resolution = stack.resolution(of: lineWidth)
        print(resolution.value, resolution.provider ?? "the program", resolution.reason.rawValue)
        for answer in resolution.skipped { print("not from \(answer.provider): \(answer.error)") }
        // end
        #expect(resolution.provider == "flags.json")

        var isSaved = false
        func save() { isSaved = true }
        // guide: TheProviderStack
        if stack.isEnabled("editor.autosave") { save() }
        let width = stack.resolve(key: "editor.lineWidth", as: .int, default: 80)
        print(width.value, width.reason.rawValue)
        // end
        #expect(!isSaved && width.value == 72)

        // guide: TheProviderStack
        try stack.setOverride(120, for: "editor.lineWidth")
        #expect(stack[lineWidth] == 120)
        try stack.setOverride(nil, for: "editor.lineWidth")
        // end
        #expect(stack[lineWidth] == 72)
    }

    @Test("A diagnostic is reported once, however often the flag is read")
    func diagnostics() {
        let stack = FlagStack([MemoryProvider("Values", ["editor.lineWidth": "wide"])])
        let heard = Mutex<[String]>([])
        @Sendable func print(_ diagnostic: FlagDiagnostic) { heard.withLock { $0.append(diagnostic.message) } }
        // guide: TheProviderStack
        let subscription = stack.onDiagnostic { diagnostic in print(diagnostic) }
        // end
        for _ in 0..<3 { #expect(stack[lineWidth] == 80) }
        subscription.cancel()
        let mismatches = stack.diagnostics.filter { $0.kind == .typeMismatch }.map(\.message)
        #expect(mismatches.count == 1)
        #expect(heard.withLock { $0.filter(mismatches.contains) } == mismatches)
    }

    @Test("Subscribers receive each change")
    func changes() async throws {
        let stack = FlagStack([], overrides: MemoryProvider("Overrides"))
        try stack.declare([lineWidth.declaration])
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ line: String) { continuation.yield(line) }
        let listener = Task {
            // guide: TheProviderStack
            for await change in stack.changes(of: lineWidth) {
                print("\(change.old.value) became \(change.new.value)")
            }
            // end
        }
        // Until the listener listens, which nothing says.
        let changing = Task {
            var width = 100
            while !Task.isCancelled {
                try stack.setOverride(.int(width), for: "editor.lineWidth")
                width += 1
                await Task.yield()
            }
        }
        let heard = await lines.first { _ in true }
        #expect(heard?.contains(" became 1") == true)
        changing.cancel()
        listener.cancel()
        await listener.value
    }

    @Test("Snapshots differ in what was changed between them")
    func snapshots() throws {
        let stack = FlagStack([], overrides: MemoryProvider("Overrides"))
        try stack.declare([lineWidth.declaration])
        // guide: TheProviderStack
        let before = stack.snapshot()
        try stack.setOverride(120, for: "editor.lineWidth")
        let differences = before.differences(to: stack.snapshot())
        #expect(differences.map(\.key) == ["editor.lineWidth"])
        // end
    }

    @Test("A custom provider meets the requirements of stacks")
    func own() throws {
        let file =
            #"{"flags": {"new-editor": {"state": "ENABLED", "variants": {"off": false}, "defaultVariant": "off"}}}"#
        let definitions = try FlagDefinitions(json: Array(file.utf8))
        // guide: TheProviderStack
        let faults = try checkProvider(DefinitionsProvider(definitions: definitions), knows: ["new-editor": false])
        #expect(faults.isEmpty)
        // end
        #expect(try !checkProvider(DefinitionsProvider(definitions: definitions), knows: ["new-editor": true]).isEmpty)
    }
}

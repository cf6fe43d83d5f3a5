import DocumentsCore
import Firesteel
import FiresteelFlags
import FiresteelTesting
import Foundation
import Logging
import TestSupport
import Testing

@testable import Documents

@Suite struct FlagsFileTests {
    private let folder: TemporaryFolder
    private let log = RecordingLogOutput()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/flags.json" }

    private func write(_ flags: FlagFileText) throws { try folder.write(flags.text, to: "flags.json") }

    @Test("A change of the file is in effect after the next check, and is not logged")
    func edited() throws {
        try write(FlagFileText(editor: "wide"))
        let file = FlagsFile(path, log: log.logger("documents.flags"))
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        #expect(flags.editor.value == .wide)
        try write(FlagFileText(editor: "classic", readingSpeed: 100))
        #expect(flags.editor.value == .wide)
        file.look()
        #expect(flags.editor.value == .classic)
        #expect(flags.readingSpeed.value == 100)
        #expect(log.messages.isEmpty)
    }

    @Test("An invalid file leaves the flags unchanged; the log contains the error with its location once, and its end")
    func broken() throws {
        try write(FlagFileText(editor: "wide"))
        let file = FlagsFile(path, log: log.logger("documents.flags"))
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        try folder.write("{\n  \"flags\": {\n    \"editor\": oops\n", to: "flags.json")
        for _ in 1...3 { file.look() }
        #expect(flags.editor.value == .wide)
        #expect(log.lines.map(\.level) == [.error])
        let line = try #require(log.messages.first)
        #expect(line.hasPrefix("The flags are unchanged. \(path): "))
        #expect(line.contains("Line 3, column 15: "))

        try write(FlagFileText(editor: "classic"))
        file.look()
        #expect(flags.editor.value == .classic)
        #expect(log.messages.last == "\(path) is valid again")
    }

    @Test("A flag with an invalid definition has its default, others have their values, and the log has the location")
    func wrongDefinition() throws {
        let right = FlagFileText(editor: "wide", readingSpeed: 100).text
        try folder.write(
            right.replacing(#""defaultVariant": "wide""#, with: #""defaultVariant": "wild""#), to: "flags.json")
        let file = FlagsFile(path, log: log.logger("documents.flags"))
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        #expect(flags.editor.value == .classic)
        #expect(flags.readingSpeed.value == 100)
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.messages.first?.contains("$.flags['editor']") == true)
        #expect(log.messages.first?.contains("Line 8, ") == true)
    }

    @Test("A missing file is logged, and is read when it is created")
    func missing() throws {
        let file = FlagsFile(path, log: log.logger("documents.flags"))
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        #expect(flags.editor.value == .classic)
        #expect(log.lines.map(\.level) == [.error])
        #expect(log.messages.first?.contains(path) == true)
        try write(FlagFileText(editor: "wide"))
        file.look()
        #expect(flags.editor.value == .wide)
        #expect(log.lines.map(\.level) == [.error, .notice])
    }

    @Test("Overrides have priority over launch arguments, these over environment variables, and these over the file")
    func order() throws {
        try write(FlagFileText(editor: "wide", readingSpeed: 100))
        let file = FlagsFile(path, log: log.logger("documents.flags"))
        func stack(given: [String], environment: [String: String]) throws -> (FlagStack, DocumentsFlags) {
            let stack = FlagStack.documents(
                overrides: folder.path + "/overrides.json", given: given, environment: environment, file: file)
            return (stack, try stack.register(DocumentsFlags.self))
        }
        let variables = ["FIRESTEEL_FLAG_READINGSPEED": "200"]
        #expect(try stack(given: [], environment: [:]).1.readingSpeed.value == 100)
        #expect(try stack(given: [], environment: variables).1.readingSpeed.value == 200)
        let (given, flags) = try stack(given: ["readingSpeed=300"], environment: variables)
        #expect(flags.readingSpeed.value == 300)
        try given.setOverride(400, for: "readingSpeed")
        #expect(flags.readingSpeed.value == 400)
        // The override persists until the next start.
        #expect(try stack(given: ["readingSpeed=300"], environment: variables).1.readingSpeed.value == 400)
        #expect(flags.editor.value == .wide)
    }

    @Test("Unreadable overrides are logged")
    func damagedOverrides() throws {
        try folder.write("{", to: "overrides.json")
        let file = FlagsFile(path, log: RecordingLogOutput().logger("documents.flags"))
        _ = FlagStack.documents(
            overrides: folder.path + "/overrides.json", given: [], environment: [:], file: file,
            log: log.logger("documents.flags"))
        #expect(log.lines.map(\.level) == [.error])
        #expect(log.messages.first?.contains("overrides.json.damaged") == true)
    }

    @Test("The sample is valid, contains all flags of the program, and has a rollout of the wide editor")
    func sample() throws {
        let sample = try #require(WorkingPaths.samples).appendingPathComponent("flags.json").path
        let file = FlagsFile(sample, log: log.logger("documents.flags"))
        #expect(log.messages.isEmpty)
        #expect(file.provider.keys == ["Documents/DocumentExport", "editor", "fast-save", "readingSpeed"])
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        let layouts = (1...1_000).map { person in
            stack.value(of: flags.editor, in: EvaluationContext(targetingKey: RunningApp.identifier(person)))
        }
        #expect((400...600).contains(layouts.count { $0 == .wide }))
    }
}

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

    @Test("What is edited in the file holds from the next look on, without a word in the log")
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

    @Test("A broken file leaves the flags as they were; the log says once what is wrong where, and that it was mended")
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

    @Test("A flag whose definition is wrong is as it is declared, the others hold, and the log says where")
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

    @Test("A file that isn’t there is told of, and taken up when it comes")
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

    @Test("What was set by hand is before the program’s arguments, they before its environment, that before the file")
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
        // What was set by hand is there at the next start.
        #expect(try stack(given: ["readingSpeed=300"], environment: variables).1.readingSpeed.value == 400)
        #expect(flags.editor.value == .wide)
    }

    @Test("Overrides that can’t be read are told of rather than lost in silence")
    func damagedOverrides() throws {
        try folder.write("{", to: "overrides.json")
        let file = FlagsFile(path, log: RecordingLogOutput().logger("documents.flags"))
        _ = FlagStack.documents(
            overrides: folder.path + "/overrides.json", given: [], environment: [:], file: file,
            log: log.logger("documents.flags"))
        #expect(log.lines.map(\.level) == [.error])
        #expect(log.messages.first?.contains("overrides.json.damaged") == true)
    }

    @Test("The sample is in order, knows every flag of the program, and shares the wide editor")
    func sample() throws {
        let sample = try #require(WorkingPlace.samples).appendingPathComponent("flags.json").path
        let file = FlagsFile(sample, log: log.logger("documents.flags"))
        #expect(log.messages.isEmpty)
        #expect(file.provider.keys == ["Documents/DocumentExport", "editor", "readingSpeed"])
        let stack = FlagStack([file.provider])
        let flags = try stack.register(DocumentsFlags.self)
        let layouts = (1...1_000).map { person in
            stack.value(of: flags.editor, in: EvaluationContext(targetingKey: RunningApp.identifier(person)))
        }
        #expect((400...600).contains(layouts.count { $0 == .wide }))
    }
}

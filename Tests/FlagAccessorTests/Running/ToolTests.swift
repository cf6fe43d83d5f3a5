#if os(Linux) || os(macOS)
import TestSupport
import FlagAccessors
import Foundation
import Testing

@Suite("The program that writes accessors")
struct ToolTests {
    @Test("It writes the same file on each run, and no other")
    func writes() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(toggles("a", "b.c"), to: "App.flags.json")
        let output = folder.url.appending(path: "App.swift")
        for _ in 1...2 {
            let run = try Self.run(file.path(), "--output", output.path())
            #expect(run == Run(status: 0, output: "", errors: ""))
            let written = try String(contentsOf: output, encoding: .utf8)
            let expected = try accessors(toggles("a", "b.c")).source
            #expect(written == expected)
        }
    }

    @Test("Without an output file it prints, with the given name and access level")
    func prints() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(toggles("a"), to: "App.flags.json")
        let settings = try folder.write("{\"access\": \"public\"}", to: "FlagAccessors.json")
        let run = try Self.run(file.path(), "--type", "MyFlags", "--settings", settings.path())
        let expected = try accessors(toggles("a"), typeName: "MyFlags", access: .public).source
        #expect(run.output == expected)
        let other = try Self.run(file.path(), "--settings", settings.path(), "--access", "package")
        let otherExpected = try accessors(toggles("a"), access: .package).source
        #expect(other.output == otherExpected)
    }

    @Test("Errors are reported with file, line and column, the program fails, and nothing is written")
    func errors() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{\"toggles\": [\n{}]}", to: "App.flags.json")
        let output = folder.url.appending(path: "App.swift")
        let run = try Self.run(file.path(), "--output", output.path())
        #expect(run.status == 1)
        #expect(run.errors == "\(file.path()):2:1: error: A toggle needs a string “variable”.\n")
        #expect(!FileManager.default.fileExists(atPath: output.path()))
    }

    @Test("Errors in the settings are reported with their own file")
    func settingsErrors() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(toggles("a"), to: "App.flags.json")
        let settings = try folder.write("{\"access\": 7}", to: "FlagAccessors.json")
        let run = try Self.run(file.path(), "--settings", settings.path())
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "\(settings.path()):1:12: error: “access” must be one of “internal”, “package”, “public”.\n")
    }

    @Test("Warnings are reported, and the accessors are written")
    func warnings() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(toggles("a-b", "a_b"), to: "App.flags.json")
        let run = try Self.run(file.path())
        #expect(run.status == 0)
        let expected = try accessors(toggles("a-b", "a_b")).source
        #expect(run.output == expected)
        #expect(run.errors.hasPrefix("\(file.path()):1:"))
        #expect(run.errors.contains(": warning: “a_b” becomes “aB2”"))
    }

    @Test("A missing file and an invalid name are errors")
    func arguments() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appending(path: "App.flags.json").path()
        let run = try Self.run(missing)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("\(missing):1:1: error: Can't read the file: "))
        let unnamed = try Self.run(missing, "--type", "class")
        #expect(unnamed.status != 0)
        #expect(unnamed.errors.contains("“class” can't be the name of a Swift type."))
    }

    private struct Run: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    private static func run(_ arguments: String...) throws -> Run {
        let process = Process()
        process.executableURL = ChildProcess.executable("firesteel-flag-accessors")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Little enough to fit into a pipe, so that one can be read after the other.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let written = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: written, as: UTF8.self))
    }
}
#endif

#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation
import Testing

@Suite("The program firesteel")
struct ProgramTests {
    @Test("It uses colors only if requested, or on a terminal")
    func colors() throws {
        let run = try NotesRun()
        run.fill()
        let plain = try Firesteel.run("show", run.path)
        #expect(!plain.output.contains("\u{1B}"))
        let colored = try Firesteel.run("show", run.path, "--color", "always")
        #expect(colored.output.contains("\u{1B}[31mCompleted (failure)"))
        #expect(colored.output.replacing(try Regex("\u{1B}\\[[0-9]+m"), with: "") == plain.output)
        #expect(try Firesteel.run("show", run.path, "--color", "never") == plain)
        #expect(try Firesteel.run("show", run.path, "--color", "sometimes").status == 64)
    }

    @Test("On a terminal it colours by itself, unless NO_COLOR is set or the terminal knows none")
    func terminal() throws {
        let run = try NotesRun()
        run.fill()
        let plain = try Firesteel.run("show", run.path).output
        let colored = try Firesteel.run("show", run.path, "--color", "always").output
        #expect(colored != plain)
        func shown(_ environment: [String: String]) throws -> String {
            try Firesteel.runOnTerminal("show", run.path, environment: environment)
        }
        #expect(try shown(["TERM": "xterm", "NO_COLOR": ""]) == colored)
        #expect(try shown(["TERM": "xterm", "NO_COLOR": "1"]) == plain)
        #expect(try shown(["TERM": "dumb", "NO_COLOR": ""]) == plain)
    }

    @Test("It ends quietly when its output is closed")
    func brokenPipe() throws {
        let run = try NotesRun()
        for index in 0..<3_000 { run.perform("\(index)") }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", #"{ "$0" show "$1"; echo "status $?" >&2; } | head -n 1"#, ChildProcess.executable("firesteel").path,
            run.path,
        ]
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let told = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: printed, as: UTF8.self) == "Notes 1.4 (2071)\n")
        #expect(String(decoding: told, as: UTF8.self) == "status 0\n")
    }

    @Test("A full disk is reported", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let run = try NotesRun()
        let process = Firesteel.process(["show", run.path])
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let told = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
        #expect(String(decoding: told, as: UTF8.self).hasPrefix("firesteel: Can't write the output: "))
    }

    @Test("It writes scripts by which shells complete its arguments", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let run = try Firesteel.run("--generate-completion-script", shell)
        #expect(run.status == 0 && run.errors.isEmpty)
        for word in ["post-mortem", "endpoint", "explain"] { #expect(run.output.contains(word)) }
    }

    @Test("Without a command it says what there is, and what isn't there is a fault in its use")
    func help() throws {
        let help = try Firesteel.run()
        #expect(help.status == 0)
        for command in ["runs", "show", "follow", "post-mortem", "export", "flags", "catalogue"] {
            #expect(help.output.contains("  \(command) "))
            #expect(try Firesteel.run(command, "--help").status == 0)
        }
        #expect(try Firesteel.run("nonsense").status == 64)
    }
}
#endif

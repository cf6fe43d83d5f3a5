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

    @Test("Output on a terminal is colored, unless NO_COLOR is set or the terminal has no colors")
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
        let written = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: printed, as: UTF8.self) == "Notes 1.4 (2071)\n")
        #expect(String(decoding: written, as: UTF8.self) == "status 0\n")
    }

    @Test("A full disk is reported", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let run = try NotesRun()
        let process = Firesteel.process(["show", run.path])
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let written = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
        #expect(String(decoding: written, as: UTF8.self).hasPrefix("firesteel: Can't write the output: "))
    }

    @Test(
        "An error in the arguments is one line that says what to do",
        arguments: [
            (["nonsense"], "firesteel"), (["show", "--limit"], "firesteel show"),
            (["flags", "lint"], "firesteel flags lint"), (["export", "--format", "pdf"], "firesteel export"),
            (["runs", "a", "--folder", "b"], "firesteel runs"), (["show", "--nonsense"], "firesteel show"),
        ])
    func wrongArguments(_ arguments: [String], command: String) throws {
        let refused = try Firesteel.run(arguments)
        #expect(refused.status == 64 && refused.output.isEmpty)
        #expect(refused.errors.hasPrefix("firesteel: ") && refused.errors.split(separator: "\n").count == 1)
        #expect(refused.errors.hasSuffix(" “\(command) --help” shows its use.\n"))
        #expect(!refused.errors.contains("Error:"))
    }

    @Test("Whatever the arguments are, it ends by itself, with a documented status and a message for an error")
    func anyArguments() throws {
        let run = try NotesRun()
        run.fill()
        // Without those that wait, write files or send something.
        let words = [
            "runs", "show", "post-mortem", "export", "flags", "lint", "explain", "convert", "generate", "catalogue",
            "diff", "last", "last-crash", run.path, run.folder.path, "-", "--", "--json", "--format", "text", "jsonl",
            "html", "otlp", "--limit", "0", "-1", "99999999999999999999", "--since", "09:27", "10m", "25:99", "--text",
            "",
            "\u{1B}[2J", "\u{202E}", "é", "--feature", "App", "--session", "--outcome", "failed", "--folder", "--color",
            "always", "--help", "--version", "-x", "=", "--json=1", "--flag", "--context", "{", "--to", "values",
        ]
        var random = SplitMix64(seed: 11)
        for _ in 0..<150 {
            let arguments = (0..<Int.random(in: 1...5, using: &random)).map { _ in words.randomElement(using: &random)!
            }
            let ended = try Firesteel.run(arguments)
            #expect([0, 1, 64, 65, 66].contains(ended.status), "\(arguments)")
            if ended.status >= 64 { #expect(ended.errors.hasPrefix("firesteel: "), "\(arguments)") }
            #expect(!ended.errors.unicodeScalars.contains { $0 != "\n" && Self.isControl($0) }, "\(arguments)")
        }
    }

    @Test("Control characters in arguments and names of files are escaped, in text and in JSON")
    func controlCharacters() throws {
        let hostile = "a\u{1B}[31m\u{9B}2J\u{2028}\u{202E}\u{2066}z"
        let escaped = #"a\u{1B}[31m\u{9B}2J\u{2028}\u{202E}\u{2066}z"#
        for arguments in [
            ["show", hostile], ["runs", hostile], ["show", "--\(hostile)"], [hostile], ["flags", "lint", hostile],
            ["catalogue", hostile], ["export", hostile, "--format", "text"], ["follow", hostile],
            ["flags", "convert", hostile, "--to", "values"],
        ] {
            let refused = try Firesteel.run(arguments)
            #expect(refused.status == 66 || refused.status == 64)
            #expect(refused.errors.contains(escaped))
            #expect(!refused.errors.dropLast().unicodeScalars.contains { Self.isControl($0) })
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("{\"flags\": 1}", to: hostile)
        for arguments in [
            ["flags", "lint", file.path], ["flags", "lint", file.path, "--json"], ["runs", folder.path, "--json"],
        ] {
            let run = try Firesteel.run(arguments)
            let shown = (run.output + run.errors).replacing("\n", with: "")
            #expect(!shown.unicodeScalars.contains { Self.isControl($0) })
        }
        #expect(
            try Firesteel.run("flags", "lint", file.path, "--json").output.contains(
                #"\u001b[31m\u009b2J\u2028\u202e\u2066z"#))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C: true
        default: false
        }
    }

    @Test("It writes scripts by which shells complete its arguments", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let run = try Firesteel.run("--generate-completion-script", shell)
        #expect(run.status == 0 && run.errors.isEmpty)
        for word in ["post-mortem", "endpoint", "explain"] { #expect(run.output.contains(word)) }
    }

    @Test("Without a command it prints its help, and an unknown command is a usage error")
    func help() throws {
        let help = try Firesteel.run()
        #expect(help.status == 0)
        for command in ["runs", "show", "follow", "post-mortem", "export", "flags", "catalogue", "report"] {
            #expect(help.output.contains("  \(command) "))
            #expect(try Firesteel.run(command, "--help").status == 0)
        }
        #expect(try Firesteel.run("nonsense").status == 64)
    }
}
#endif

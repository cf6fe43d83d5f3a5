#if os(Linux) || os(macOS)
import FiresteelOTLP
import FiresteelTimeline
import FiresteelWeb
import Foundation
import TestSupport
import Testing

@Suite("firesteel export")
struct ExportTests {
    @Test(
        "The output equals the exports, on standard output or in a file",
        arguments: ["text", "jsonl", "html", "otlp"])
    func formats(_ format: String) throws {
        let export: any TimelineExport =
            switch format {
            case "text": TimelineTextExport()
            case "jsonl": TimelineJSONLinesExport()
            case "html": try TimelineHTMLExport()
            default: OTLPExport()
            }
        let run = try NotesRun()
        run.fill()
        let printed = try Firesteel.run("export", run.path, "--format", format)
        let document = export.document(of: run.timeline.run)
        #expect(printed == Firesteel(status: 0, output: document, errors: ""))
        let file = run.folder.url.appending(path: "exported")
        let written = try Firesteel.run("export", run.path, "--format", format, "--output", file.path)
        #expect(written == Firesteel(status: 0, output: "", errors: ""))
        #expect(try String(contentsOf: file, encoding: .utf8) == document)
    }

    @Test("Filters hold for exports, too")
    func filters() throws {
        let run = try NotesRun()
        run.fill()
        var query = TimelineQuery()
        query.outcomes = [.failure, .failureClosing]
        let exported = try Firesteel.run("export", run.path, "--format", "jsonl", "--outcome", "failed")
        #expect(exported.output == TimelineJSONLinesExport().document(of: run.timeline.run, matching: query))
    }

    @Test("A file that can't be written is an error, and no part of it remains")
    func output() throws {
        let run = try NotesRun()
        let refused = try Firesteel.run(
            "export", run.path, "--format", "text", "--output", "\(run.folder.path)/missing/out.txt")
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("firesteel: Can't write “\(run.folder.path)/missing/out.txt”: "))
        let folder = try Firesteel.run("export", run.path, "--format", "text", "--output", run.folder.path)
        #expect(folder.status == 73)
        let names = try FileManager.default.contentsOfDirectory(atPath: run.folder.path)
        #expect(names == ["\(run.identifier).run"])
    }

    @Test("A temporary file of a killed command is removed by the next one")
    func leftovers() throws {
        let run = try NotesRun()
        let folder = try TemporaryFolder()
        let kept = ["out.txt.1.part", ".out.txt.x.firesteel-new", ".written.2.firesteel-new"]
        for name in [".out.txt.4711.firesteel-new"] + kept { try folder.write("x", to: name) }
        let other = try FileHandle(forReadingFrom: folder.file(".written.2.firesteel-new"))
        #expect(flock(other.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let written = try Firesteel.run(
            "export", run.path, "--format", "text", "--output", folder.path + "/out.txt")
        #expect(written.status == 0)
        #expect(try folder.names == (kept + ["out.txt"]).sorted())
        try other.close()
    }

    @Test(
        "An export ends quietly when its output is closed, and with an error when the disk is full",
        arguments: ["text", "jsonl", "html", "otlp"])
    func failingOutput(format: String) throws {
        let run = try NotesRun()
        for index in 0..<3_000 { run.perform("\(index)") }
        let script = #"{ "$0" export "$1" --format "$2"; echo "status $?" >&2; } | head -c 10 > /dev/null"#
        let closed = Process()
        closed.executableURL = URL(filePath: "/bin/sh")
        closed.arguments = ["-c", script, ChildProcess.executable("firesteel").path, run.path, format]
        let errors = Pipe()
        closed.standardError = errors
        try closed.run()
        let printed = try errors.fileHandleForReading.readToEnd() ?? Data()
        closed.waitUntilExit()
        #expect(String(decoding: printed, as: UTF8.self) == "status 0\n")

        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let full = Firesteel.process(["export", run.path, "--format", format])
        full.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let messages = Pipe()
        full.standardError = messages
        try full.run()
        let message = String(decoding: try messages.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        full.waitUntilExit()
        #expect(full.terminationStatus == 74 && full.terminationReason == .exit)
        #expect(message == "firesteel: Can't write the output: No space left on device.\n")
        let file = try Firesteel.run("export", run.path, "--format", format, "--output", "/dev/full")
        #expect(file.status == 74 && file.errors.hasPrefix("firesteel: Can't write “/dev/full”: "))
    }

    @Test("An unreachable endpoint is reported, with its address and without secrets")
    func unreachable() throws {
        let run = try NotesRun()
        run.fill()
        let sent = try Firesteel.run(
            "export", run.path, "--format", "otlp", "--endpoint", "http://me:secret@127.0.0.1:1/base", "--attempts", "1"
        )
        #expect(sent.status == 69)
        #expect(sent.errors.contains("Can't reach http://127.0.0.1:1/base/v1/traces: "))
        #expect(!sent.errors.contains("secret"))
    }

    @Test(
        "Incompatible options are rejected",
        arguments: [
            ["--format", "text", "--endpoint", "http://localhost"],
            ["--format", "otlp", "--endpoint", "localhost:4318"],
            ["--format", "otlp", "--endpoint", "http://localhost", "--output", "x"],
            ["--format", "otlp", "--header", "a=b"], ["--format", "pdf"], [],
            ["--format", "otlp", "--endpoint", "http://localhost", "--header", "a"],
            ["--format", "otlp", "--endpoint", "http://localhost", "--protocol", "grpc"],
            ["--format", "otlp", "--endpoint", "http://localhost", "--timeout", "0"],
        ])
    func refused(_ arguments: [String]) throws {
        let run = try NotesRun()
        #expect(try Firesteel.run(["export", run.path] + arguments).status == 64)
    }
}
#endif

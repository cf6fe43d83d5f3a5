#if os(Linux) || os(macOS)
import TestSupport
import FiresteelOTLP
import FiresteelTimeline
import Foundation
import Testing

@Suite("firesteel export")
struct ExportTests {
    @Test(
        "It writes what the exports write, to standard output or a file",
        arguments: [
            ("text", TimelineTextExport() as any TimelineExport), ("jsonl", TimelineJSONLinesExport()),
            ("html", TimelineHTMLExport()), ("otlp", OTLPExport()),
        ])
    func formats(_ format: (String, any TimelineExport)) throws {
        let run = try NotesRun()
        run.fill()
        let printed = try Firesteel.run("export", run.path, "--format", format.0)
        let document = format.1.document(of: run.timeline.run)
        #expect(printed == Firesteel(status: 0, output: document, errors: ""))
        let file = run.folder.url.appending(path: "exported")
        let written = try Firesteel.run("export", run.path, "--format", format.0, "--output", file.path)
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

    @Test("A file that can't be written is an error, and leaves nothing behind")
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
        "Options that don't go together are refused",
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

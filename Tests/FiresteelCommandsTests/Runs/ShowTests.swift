#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation
import Testing

@Suite("firesteel show")
struct ShowTests {
    @Test("It shows a run in order of time")
    func golden() throws {
        let run = try NotesRun()
        run.fill()
        let shown = try Firesteel.run("show", run.path)
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(run.plain(shown.output) == Self.shown)
        // The same run by its identifier, the beginning of that, and as the last one.
        for name in [run.identifier, String(run.identifier.prefix(12)), "last"] {
            #expect(try Firesteel.run("show", name, "--folder", run.folder.path) == shown)
        }
    }

    static let shown = """
        Notes 1.4 (2071)
        Run RUN, process 7, HOST
        Started 2026-01-01T00:00:00.000000Z. The run is still being recorded.

        2026-01-01 00:00:00.000250 main App/Documents/#Open | Starting with input "Q4 plan.md"
        2026-01-01 00:00:00.000500 main App/Documents/#Open | Flag search.layout is "grid" (variant wide, from flags.json, STATIC)
        2026-01-01 00:00:00.000750 main App/Documents/#Open | Completed (success) in 500 µs
        2026-01-01 00:00:00.001000 main App/Documents/#Save | Starting with input "Q4 plan.md, 182 KB"
        2026-01-01 00:00:00.001250 main App/Documents/#Save | WARNING [documents.store] The disk is nearly full
        2026-01-01 00:00:00.413500 main App/Documents/#Save | Completed (failure) in 412 ms: The disk is full, DiskError
        2026-01-01 00:00:00.413750 main App/Documents/#Save | Starting with input "Q4 plan.md, 182 KB"
        2026-01-01 00:00:03.414000 main App/Documents | ERROR [documents.store] Still waiting

        In flight:
        App/Documents/#Save with input "Q4 plan.md, 182 KB", for 3 s

        """

    @Test(
        "Filters select performs, which are shown with their events",
        arguments: [
            (["--outcome", "failure"], 3), (["--outcome", "failed"], 3), (["--outcome", "in-flight"], 1),
            (["--outcome", "success", "--outcome", "in-flight"], 4), (["--feature", "App/Documents"], 7),
            (["--feature", "App/Else"], 0), (["--session", "main"], 7), (["--session", "1"], 7),
            (["--session", "2"], 0), (["--principal", "ada"], 0),
            (["--text", "DISK IS FULL"], 3), (["--text", "open"], 3), (["--limit", "1"], 1), (["--limit", "2"], 4),
            (["--since", "00:00:00.4"], 1), (["--until", "00:00:00.0005"], 3), (["--since", "1s"], 0),
            (["--since", "2026-01-01T00:00:00Z"], 7), (["--until", "2025-12-31T23:00:00Z"], 0),
        ])
    func filters(_ filters: ([String], Int)) throws {
        let run = try NotesRun()
        run.fill()
        let shown = try Firesteel.run(["show", run.path] + filters.0)
        #expect(shown.status == 0)
        #expect(shown.output.split(separator: "\n").count { $0.contains(" | ") } == filters.1, "\(shown.output)")
    }

    @Test("As JSON it is the export in JSON Lines")
    func json() throws {
        let run = try NotesRun()
        run.fill()
        let shown = try Firesteel.run("show", run.path, "--json")
        #expect(shown.output == TimelineJSONLinesExport().document(of: run.timeline.run))
        #expect(try Firesteel.run("export", run.path, "--format", "jsonl") == shown)
    }

    @Test("A missing run, an invalid run and invalid arguments each have a status and a message")
    func errors() throws {
        let run = try NotesRun()
        let folder = run.folder.path
        let missing = try Firesteel.run("show", "\(folder)/missing.run")
        #expect(missing.status == 66)
        #expect(missing.errors.hasPrefix("firesteel: There is no run “\(folder)/missing.run”."))
        let unknown = try Firesteel.run("show", "2031", "--folder", folder)
        #expect(unknown.status == 66 && unknown.errors.contains("neither a file “2031” nor a run"))
        let file = try run.folder.write("not a run", to: "file").path
        let notARun = try Firesteel.run("show", file)
        #expect(notARun.status == 65)
        #expect(notARun.errors == "firesteel: \(file): The file isn't a recorded run.\n")
        let crash = try Firesteel.run("show", "last-crash", "--folder", folder)
        #expect(crash.status == 66 && crash.errors.contains("no run that ended abnormally"))
        for arguments in [["--since", "soon"], ["--outcome", "bad"], ["--limit", "0"], ["--nonsense"]] {
            #expect(try Firesteel.run(["show", run.path] + arguments).status == 64)
        }
        #expect(missing.errors.split(separator: "\n").count == 1)
    }

    @Test("The beginning of several identifiers names none of them")
    func ambiguous() throws {
        let folder = try TemporaryFolder()
        let runs = try (NotesRun(in: folder), NotesRun(in: folder))
        let shown = try Firesteel.run("show", "2026", "--folder", folder.path)
        #expect(shown.status == 66)
        #expect(shown.errors.contains("2 runs begin with “2026”"))
        #expect(runs.0.identifier != runs.1.identifier)
    }

    @Test("Recorded texts can't control the terminal")
    func controlCharacters() throws {
        let run = try NotesRun()
        run.perform("a\u{1B}[2Jb\nc")
        run.log("\u{1B}]0;title\u{7}", .error)
        for arguments in [["show", run.path], ["post-mortem", run.path], ["export", run.path, "--format", "text"]] {
            let shown = try Firesteel.run(arguments)
            #expect(!shown.output.contains("\u{1B}") && !shown.output.contains("\u{7}"))
        }
    }
}
#endif

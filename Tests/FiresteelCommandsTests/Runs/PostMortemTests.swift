#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation
import Testing

@Suite("firesteel post-mortem")
struct PostMortemTests {
    @Test("It reports a run's end, the performs in flight, the last actions, the lines and the flags")
    func golden() throws {
        let run = try NotesRun()
        run.fill()
        let (folder, path) = try run.dead()
        let result = try Firesteel.run("post-mortem", path)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(run.plain(result.output) == Self.report)
        #expect(try Firesteel.run("post-mortem", environment: ["FIRESTEEL_RUNS": folder.path]) == result)
    }

    static let report = """
        Notes 1.4 (2071)
        Run RUN, process 7, HOST
        Started 2026-01-01T00:00:00.000000Z. The run ended without a recorded cause: killed, or the program does not record signals.
        It lasted 3.4 s: 3 performs, 1 failed, 2 log lines.

        In flight when it ended
          App/Documents/#Save with input "Q4 plan.md, 182 KB", for 3 s
            in session “main”, from application, user-initiated

        The last 2 actions
          00:00:00.000250  App/Documents/#Open  "Q4 plan.md"          500 µs  success
          00:00:00.001000  App/Documents/#Save  "Q4 plan.md, 182 KB"  412 ms  failure: The disk is full

        The last log lines of warning and above
          00:00:00.001250  WARNING [documents.store] The disk is nearly full
          00:00:03.414000  ERROR [documents.store] Still waiting

        Last known flags
          search.layout is "grid" (variant wide, from flags.json, STATIC)

        """

    @Test("As JSON it says the same")
    func json() throws {
        let run = try NotesRun()
        run.fill()
        let dead = try run.dead()
        let result = try Firesteel.run("post-mortem", dead.path, "--json", "--last", "1")
        #expect(result.status == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report.end == "died" && report.crash)
        #expect(report.inFlight.map(\.lasted) == [3_000_250])
        #expect(report.inFlight.map(\.action) == ["Save"])
        #expect(report.last.map(\.outcome) == ["failure"])
        #expect(report.last.map(\.error) == ["The disk is full"])
        #expect(report.lines.map(\.severity) == ["error"])
        #expect(report.flags.map(\.value) == ["\"grid\""])
    }

    struct Report: Decodable {
        struct Perform: Decodable {
            let action: String
            let outcome: String
            let lasted: Int?
            let error: String?
        }
        struct Line: Decodable { let severity: String }
        struct Flag: Decodable { let value: String }
        let end: String
        let crash: Bool
        let inFlight: [Perform]
        let last: [Perform]
        let lines: [Line]
        let flags: [Flag]

        enum CodingKeys: String, CodingKey {
            case end, crash, last, lines, flags
            case inFlight = "in-flight"
        }
    }

    @Test("For a killed process, it has the events until then")
    func killed() throws {
        let folder = try TemporaryFolder()
        let child = try CrashChild("endless", folder)
        child.kill(SIGKILL)
        let result = try Firesteel.run("post-mortem", "--folder", folder.path)
        #expect(result.status == 0)
        #expect(result.output.contains("The run ended without a recorded cause"))
        #expect(result.output.contains("CrashApp/Work/#DoWork"))
        let listed = try Firesteel.run("runs", folder.path)
        #expect(listed.output.contains(" died "))
    }

    @Test("It names the signal of a process that trapped")
    func trapped() throws {
        let folder = try TemporaryFolder()
        let child = try CrashChild("fatal", folder, number: 50)
        child.process.waitUntilExit()
        let result = try Firesteel.run("post-mortem", "last-crash", "--folder", folder.path, "--last", "3")
        #expect(result.status == 0)
        #expect(result.output.contains("The run was ended by SIG"))
        #expect(result.output.contains("The last 3 actions"))
    }

    @Test("A truncated or overwritten file is read as far as possible, or rejected with a reason")
    func damaged() throws {
        let run = try NotesRun()
        run.fill()
        let (folder, path) = try run.dead()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for index in bytes.indices.dropFirst(64 << 10) where index % 3 == 0 { bytes[index] = 0xA5 }
        let spoilt = folder.url.appending(path: "spoilt")
        try Data(bytes).write(to: spoilt)
        #expect(try Firesteel.run("post-mortem", spoilt.path).status == 0)
        try Data(bytes.prefix(100_000)).write(to: spoilt)
        let cut = try Firesteel.run("post-mortem", spoilt.path)
        #expect(cut.status == 65)
        #expect(cut.errors.contains("bytes of it are missing"))
    }
}
#endif

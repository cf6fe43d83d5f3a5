#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation
import Testing

@Suite("firesteel runs")
struct RunsTests {
    @Test("The list has the runs of a folder with their ends and their activity")
    func table() throws {
        let run = try NotesRun()
        run.fill()
        let folder = try run.dead().folder
        run.timeline.end()
        try FileManager.default.copyItem(
            atPath: run.path, toPath: "\(folder.path)/20260101T000001.000Z-9-0000.run")
        let listed = try Firesteel.run("runs", folder.path)
        #expect(listed.status == 0 && listed.errors.isEmpty)
        #expect(
            listed.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") } == [
                "RUN STARTED (UTC) LASTED ENDED PERFORMS FAILED IN FLIGHT PROGRAM",
                "20260101T000001.000Z-9-0000 2026-01-01 00:00:00 3.4 s orderly 3 1 1 Notes 1.4 (2071)",
                "\(run.identifier) 2026-01-01 00:00:00 3.4 s died 3 1 1 Notes 1.4 (2071)",
            ])
    }

    @Test("As JSON it says the same with members that don't change")
    func json() throws {
        let run = try NotesRun()
        run.fill()
        let listed = try Firesteel.run("runs", run.folder.path, "--json")
        #expect(listed.status == 0)
        let list = try JSONDecoder().decode(List.self, from: Data(listed.output.utf8))
        #expect(list.folder == run.folder.path)
        #expect(
            list.runs == [
                List.Entry(
                    run: run.identifier, path: run.path, program: "Notes", version: "1.4", build: "2071",
                    process: Int(run.timeline.run.header.process), time: "2026-01-01T00:00:00.000000Z",
                    at: 1_767_225_600_000_000, end: "running", crash: false, lasted: 3_414_000, performs: 3,
                    failures: 1,
                    inFlight: 1, logLines: 2, lost: 0, torn: 0, damaged: 0, damagedNames: 0)
            ])
    }

    @Test("The folder is that of the option, otherwise of FIRESTEEL_RUNS")
    func folder() throws {
        let run = try NotesRun()
        let other = try TemporaryFolder()
        let result = try Firesteel.run("runs", environment: ["FIRESTEEL_RUNS": run.folder.path])
        #expect(result.output.contains(run.identifier))
        let option = try Firesteel.run(
            "runs", "--folder", run.folder.path, environment: ["FIRESTEEL_RUNS": other.path])
        #expect(option == result)
        let twice = try Firesteel.run("runs", other.path, "--folder", run.folder.path)
        #expect(twice.status == 64)
    }

    @Test("A folder without runs isn't an error, but an unreadable one is")
    func empty() throws {
        let folder = try TemporaryFolder()
        let none = try Firesteel.run("runs", folder.path)
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(none.errors == "There are no runs in “\(folder.path)”. Name their folder, or set FIRESTEEL_RUNS.\n")
        let file = try folder.write("", to: "file")
        let refused = try Firesteel.run("runs", file.path)
        #expect(refused.status == 66)
        #expect(refused.errors.hasPrefix("firesteel: \(file.path): "))
    }

    @Test("A folder that isn't there is missing input")
    func missing() throws {
        for arguments in [["runs", "/nonexistent"], ["runs", "--folder", "/nonexistent"]] {
            let refused = try Firesteel.run(arguments)
            #expect(
                refused
                    == Firesteel(
                        status: 66, output: "",
                        errors: "firesteel: There is no folder “/nonexistent”. "
                            + "Name the folder of runs with --folder or FIRESTEEL_RUNS.\n"))
        }
    }

    @Test("A run whose file was renamed is found by its name in the folder")
    func renamed() throws {
        let run = try NotesRun()
        run.fill()
        try FileManager.default.moveItem(atPath: run.path, toPath: run.folder.path + "/before the fix.run")
        let shown = try Firesteel.run("show", "before the fix.run", "--folder", run.folder.path)
        #expect(shown.status == 0 && shown.output.contains("Run \(run.identifier)"))
    }

    @Test("An unreadable run is listed with the reason, and the others are listed nevertheless")
    func damaged() throws {
        let run = try NotesRun()
        try run.folder.write("not a run", to: "20250101T000000.000Z-9-0000.run")
        let listed = try Firesteel.run("runs", run.folder.path)
        #expect(listed.status == 0)
        #expect(listed.output.contains("20250101T000000.000Z-9-0000"))
        #expect(listed.output.contains("The file isn't a recorded run."))
        #expect(listed.output.contains(run.identifier))
    }

    struct List: Decodable {
        struct Entry: Decodable, Equatable {
            let run: String
            let path: String
            let program: String
            let version: String
            let build: String
            let process: Int
            let time: String
            let at: Int
            let end: String
            let crash: Bool
            let lasted: Int
            let performs: Int
            let failures: Int
            let inFlight: Int
            let logLines: Int
            let lost: Int
            let torn: Int
            let damaged: Int
            let damagedNames: Int

            enum CodingKeys: String, CodingKey {
                case run, path, program, version, build, process, time, at, end, crash, lasted, performs, failures,
                    lost,
                    torn, damaged
                case damagedNames = "damaged-names"
                case inFlight = "in-flight"
                case logLines = "log-lines"
            }
        }

        let folder: String
        let runs: [Entry]
    }
}
#endif

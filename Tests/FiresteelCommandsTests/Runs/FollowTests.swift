#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation
import Testing

@Suite("firesteel follow", .timeLimit(.minutes(2)))
struct FollowTests {
    @Test("It shows what happens as it happens, and ends with the run")
    func follows() throws {
        let run = try NotesRun()
        run.perform("before")
        let following = try Following(run.path)
        #expect(following.lines(until: "Completed").last?.contains("Completed (success)") == true)
        for round in 1...20 {
            run.perform("round \(round)", round.isMultiple(of: 2) ? .failure : .success)
            let lines = following.lines(until: "Completed")
            #expect(lines.count == 2)
            #expect(lines.first?.contains("\"round \(round)\"") == true)
        }
        run.timeline.end()
        #expect(following.lines(until: "orderly way").last == "The run ended in an orderly way.")
        #expect(try following.end() == (0, ""))
    }

    @Test("It shows names that were recorded after it began")
    func names() throws {
        let run = try NotesRun()
        let following = try Following(run.path)
        _ = following.lines(until: "Started")
        let other = run.timeline.nameFeature(identifier: "Late", name: "Late")
        run.timeline.sessionOpened(
            SessionFields(time: run.timeline.now, session: 2, sessionName: run.timeline.nameSession("second")))
        run.timeline.availabilityChanged(
            from: .unavailable, to: .available, reasons: [], ChangeFields(time: run.timeline.now, subject: other))
        let lines = following.lines(until: "Late")
        #expect(lines.contains { $0.contains(" second ") })
        #expect(lines.last?.contains("Late | Became available") == true)
        run.timeline.end()
        #expect(try following.end().status == 0)
    }

    @Test("Interrupted, it ends cleanly and says that the run continues", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        let run = try NotesRun()
        run.perform("one")
        let following = try Following(run.folder.path)
        _ = following.lines(until: "Completed")
        kill(following.process.processIdentifier, signal)
        #expect(try following.end() == (0, "firesteel: Interrupted. The run continues.\n"))
    }

    @Test("It reports the end of a killed program, with nothing missing")
    func killed() throws {
        let folder = try TemporaryFolder()
        let child = try CrashChild("endless", folder)
        let following = try Following(folder.path)
        #expect(following.lines(until: "CrashApp/Work/#DoWork").count > 3)
        child.kill(SIGKILL)
        #expect(
            following.lines(until: "The run ended without a recorded cause").last?.hasPrefix("The run ended without")
                == true)
        #expect(try following.end().status == 0)
    }

    @Test("Each event is printed once, in JSON Lines as in the export")
    func json() throws {
        let run = try NotesRun()
        for index in 0..<200 { run.perform("\(index)") }
        let following = try Following(run.path, "--json")
        var lines = (0..<400).compactMap { _ in following.line() }
        for index in 200..<300 { run.perform("\(index)") }
        run.timeline.end()
        while let line = following.line() { lines.append(line) }
        let exported = TimelineJSONLinesExport().document(of: run.timeline.run).split(separator: "\n").map(String.init)
        #expect(lines == Array(exported.dropFirst().dropLast()))
        #expect(try following.end().status == 0)
    }

    @Test("Without a running run it says so, and waits if requested")
    func waits() throws {
        let folder = try TemporaryFolder()
        let none = try Firesteel.run("follow", folder.path)
        #expect(none.status == 66)
        #expect(none.errors.contains("No run in “\(folder.path)” is being recorded."))
        let following = try Following(folder.path, "--wait")
        let run = try NotesRun(in: folder)
        run.perform("at last")
        #expect(following.lines(until: "at last").last?.contains("at last") == true)
        run.timeline.end()
        #expect(try following.end().status == 0)
    }

    @Test("With --new, earlier events are omitted")
    func new() throws {
        let folder = try TemporaryFolder()
        let child = try CrashChild("plain", folder)
        let following = try Following(folder.path, "--new", "--json")
        child.kill(SIGKILL)
        let shown = following.lines(until: "\u{0}")
        let all = try Firesteel.run("show", "last", "--folder", folder.path, "--json").output
        #expect(shown.count < all.split(separator: "\n").count)
    }
}
#endif

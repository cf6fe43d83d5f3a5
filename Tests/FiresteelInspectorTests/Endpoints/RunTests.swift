import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("Earlier runs", .timeLimit(.minutes(5)))
struct RunTests {
    /// A folder with one run that is over: an error, a warning and an action that never finished.
    private func withEarlierRun(_ body: (Bench, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let identifier = try record(in: folder.path)
        try await withInspector(configure: { $0.storage = .folder(folder.path) }) { bench in
            try await body(bench, identifier)
        }
    }

    @Test("A copy of a run is a separate run, and removing it keeps the original")
    func copies() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = try record(in: folder.path)
        let copy = String(original.dropLast(4)) + (original.hasSuffix("9999") ? "9998" : "9999")
        try FileManager.default.copyItem(
            at: folder.appending(path: original + ".run"), to: folder.appending(path: copy + ".run"))
        try await withInspector(configure: { $0.storage = .folder(folder.path) }) { bench in
            let runs: PageData.Runs = try await bench.client.send("GET", "/api/runs").json()
            let listed = runs.runs.map(\.id)
            #expect(Set(listed).isSuperset(of: [original, copy]))
            #expect(try await bench.client.send("DELETE", "/api/runs/\(copy)").status == 200)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.contains(original + ".run") && !files.contains(copy + ".run"))
        }
    }

    private func record(in folder: String) throws -> String {
        let clock = ManualTimelineClock()
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Earlier", version: "0.9"), storage: .folder(folder),
                runSize: 1 << 20, clock: .manual(clock)))
        let feature = timeline.nameFeature(identifier: "App", name: "The App")
        let action = timeline.nameAction(identifier: "Open", name: "Open It", feature: feature)
        let session = timeline.nameSession("window")
        func begin(parent: UInt64 = 0) -> (PerformToken, BeginFields) {
            clock.advance(by: .milliseconds(10))
            let fields = BeginFields(
                time: clock.now,
                perform: PerformFields(
                    parent: parent, session: 1, sessionName: session, action: action, isUserInitiated: parent == 0))
            var input = Array("Old plan\u{1E}".utf8)
            let token = input.withUnsafeMutableBytes { timeline.begin(fields, input: UnsafeRawBufferPointer($0)) }
            return (token, fields)
        }
        for index in 0..<20 {
            let (token, fields) = begin()
            clock.advance(by: .milliseconds(5))
            let error = index == 3 ? Array("It broke\u{1E}Type\u{1F}Breakage\u{1E}".utf8) : []
            error.withUnsafeBytes {
                timeline.complete(
                    token, CompletionFields(of: fields, time: clock.now, outcome: index == 3 ? .failure : .success),
                    error: $0)
            }
        }
        let (cause, _) = begin()
        let (hanging, _) = begin(parent: cause.perform)
        let message = Array("Nearly full".utf8)
        message.withUnsafeBytes {
            timeline.log(
                LogFields(
                    time: clock.now, severity: .warning, label: timeline.nameLabel("store"), perform: hanging.perform,
                    session: 1, sessionName: session, subject: action), message: $0)
        }
        clock.advance(by: .seconds(3))
        timeline.end()
        return timeline.runIdentifier
    }

    @Test("An action of a killed run ran until the run's last event, and for an unknown time if it was the last event")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = ManualTimelineClock()
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Killed"), storage: .folder(folder.path), runSize: 1 << 20,
                clock: .manual(clock)))
        let feature = timeline.nameFeature(identifier: "App", name: "App")
        let action = timeline.nameAction(identifier: "Import", name: "Import", feature: feature)
        let session = timeline.nameSession("window")
        func begin() -> PerformToken {
            clock.advance(by: .milliseconds(10))
            let perform = PerformFields(session: 1, sessionName: session, action: action)
            return timeline.begin(
                BeginFields(time: clock.now, perform: perform), input: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        let first = begin()
        clock.advance(by: .milliseconds(400))
        Array("Slow".utf8).withUnsafeBytes {
            timeline.log(
                LogFields(
                    time: clock.now, severity: .warning, label: timeline.nameLabel("store"), perform: first.perform,
                    session: 1, sessionName: session, subject: action), message: $0)
        }
        let last = begin()
        // The file of a process that ended without notice: a copy that no process is recording.
        let original = folder.appending(path: timeline.runIdentifier + ".run")
        let copy =
            String(timeline.runIdentifier.dropLast(4))
            + (timeline.runIdentifier.hasSuffix("9999") ? "9998" : "9999")
        try FileManager.default.copyItem(at: original, to: folder.appending(path: copy + ".run"))
        let view = TimelineView(recorded: try Run(path: folder.appending(path: copy + ".run").path))
        timeline.end()
        let description = await view.describe(end: .endedWithoutCause, isCurrent: false, now: nil, bytes: 0)
        let detail = await view.ending(description, end: view.lastTime, crash: nil)
        let lasted = Dictionary(uniqueKeysWithValues: detail.flights.map { ($0.row.id, $0.lasted) })
        #expect(lasted.count == 2)
        #expect(lasted[first.perform] == 410_000)
        #expect(lasted[last.perform] == .some(nil))
    }

    @Test("Runs are listed with their ends and the performs in flight, newest first")
    func list() async throws {
        try await withEarlierRun { bench, identifier in
            let runs: PageData.Runs = try await bench.client.get("runs")
            #expect(runs.runs.count == 2)
            #expect(runs.retention?.runs == 10 && runs.retention?.days == 14)
            let current = try #require(runs.runs.first)
            #expect(current.current && current.how == "running")
            let earlier = try #require(runs.runs.last)
            #expect(earlier.id == identifier && !earlier.current && earlier.how == "orderly")
            #expect(earlier.program == "Earlier" && earlier.version == "0.9")
            #expect(earlier.performs == 22 && earlier.failures == 1)
            #expect(earlier.inFlight.map(\.outcome) == ["in-flight", "in-flight"])
            #expect(earlier.bytes >= 1 << 20)
            #expect(earlier.lasted.map { $0 >= 3_000_000 } == true)
        }
    }

    @Test("A run has its end: performs in flight, the last steps and lines, and its last minute by session")
    func detail() async throws {
        try await withEarlierRun { bench, identifier in
            struct Detail: Decodable {
                var id: String
                var flights: [PageData.Flight]
                var steps: [PageData.Step]
                var crash: PageData.Crash?
                var log: [PageData.Line]
                var lost: Int
                var torn: Int
                var lanes: PageData.Lanes
            }
            let detail: Detail = try await bench.client.get("runs/\(identifier)")
            #expect(detail.id == identifier)
            #expect(detail.flights.count == 2)
            let flight = try #require(detail.flights.first)
            #expect(flight.cause?.id == detail.flights.last?.row.id)
            #expect(flight.line?.message == "Nearly full")
            #expect(flight.lasted == 3_000_000)
            #expect(flight.fields == [PageData.Field(value: "Old plan")])
            #expect(detail.steps.first?.row.n == 21)
            #expect(detail.steps.prefix(2).map(\.row.outcome) == ["in-flight", "in-flight"])
            // Completed neighbors with one action and outcome are one step.
            #expect(detail.steps.map(\.times) == [1, 1, 16, 1, 3])
            #expect(detail.steps.last.map { $0.first < $0.row.at } == true)
            #expect(detail.crash == nil)
            #expect(detail.log.map(\.message) == ["Nearly full"])
            #expect(detail.lost == 0 && detail.torn == 0)
            #expect(detail.lanes.lanes.map(\.session.name) == ["window"])
            #expect(detail.lanes.lanes.first?.bars.count == 22)
            #expect(detail.lanes.lanes.first?.bars.last?.to == nil)
        }
    }

    @Test("Their timeline and their lines are read like this run's")
    func reading() async throws {
        try await withEarlierRun { bench, identifier in
            let page: PageData.Rows = try await bench.client.get("timeline?run=\(identifier)&outcome=failure")
            #expect(page.total == 1)
            #expect(page.rows.first?.error == "It broke" && page.rows.first?.input == "Old plan")
            let text: PageData.Rows = try await bench.client.get("timeline?run=\(identifier)&text=OLD&limit=5")
            #expect(text.total == 22 && text.rows.count == 5)
            let logs: PageData.Lines = try await bench.client.get("logs?run=\(identifier)&level=warning")
            #expect(logs.lines.map(\.label) == ["store"])
            #expect(logs.lines.first?.feature?.name == "The App")
            let export = try await bench.client.send("GET", "/api/timeline/export?run=\(identifier)&format=jsonl")
            #expect(export.text.contains("Old plan"))
        }
    }

    @Test("One or all runs are removed, never the current one")
    func removing() async throws {
        try await withEarlierRun { bench, identifier in
            await Editing.save.perform(Document(title: "Diary"))
            let current = try #require(bench.runtime.timeline?.runIdentifier)
            #expect(try await bench.client.send("DELETE", "/api/runs/\(current)").status == 400)
            let runs: PageData.Runs = try await bench.client.send("DELETE", "/api/runs/\(identifier)").json()
            #expect(runs.runs.map(\.id) == [current])
            #expect(try await bench.client.send("GET", "/api/runs/\(identifier)").status == 404)
        }
        try await withEarlierRun { bench, identifier in
            let runs: PageData.Runs = try await bench.client.send("DELETE", "/api/runs").json()
            #expect(runs.runs.map(\.current) == [true])
            #expect(try await bench.client.send("GET", "/api/timeline?run=\(identifier)").status == 404)
        }
    }

    @Test("A run that can't be read is listed with the reason")
    func unreadable() async throws {
        try await withEarlierRun { bench, identifier in
            let folder = try #require((try await bench.client.get("runs") as PageData.Runs).folder)
            let broken = "20200101T000000.000Z-1-0001"
            try Data("no run".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(broken).run"))
            let runs: PageData.Runs = try await bench.client.get("runs")
            let run = try #require(runs.runs.first { $0.id == broken })
            #expect(run.how == "unreadable" && run.problem?.isEmpty == false)
            #expect(try await bench.client.send("GET", "/api/runs/\(broken)").status == 404)
        }
    }

    @Test("A run that couldn't be read once is read when it can be")
    func readableAgain() async throws {
        try await withEarlierRun { bench, identifier in
            let current = try #require(bench.runtime.timeline?.recording)
            guard case .file(let path) = current else {
                Issue.record("The run isn't recorded to a file.")
                return
            }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let file = folder.appendingPathComponent("\(identifier).run")
            let aside = folder.appendingPathComponent("aside")
            try FileManager.default.moveItem(at: file, to: aside)
            try Data("no run".utf8).write(to: file)
            var runs: PageData.Runs = try await bench.client.get("runs")
            #expect(runs.runs.last?.how == "unreadable")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: aside, to: file)
            runs = try await bench.client.get("runs")
            #expect(runs.runs.last?.how == "orderly" && runs.runs.last?.performs == 22)
        }
    }
}

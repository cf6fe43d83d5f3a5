import Foundation
import Testing

@testable import FiresteelTimeline

/// The files in `Golden` are as the versions before wrote them.
///
/// They are never written again: a change that makes one of these tests fail takes from people the runs that they have.
@Suite("Runs of earlier versions can still be read")
struct GoldenTests {
    private func run(_ name: String) throws -> Run {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try Run(path: folder.appendingPathComponent("Golden/" + name).path)
    }

    @Test("Format 1: its head and its end")
    func head() throws {
        let run = try run("version-1.run")
        #expect(
            run.header
                == RunHeader(
                    identifier: "20260101T000000.000Z-4711-00f1",
                    program: ProgramDescription(name: "Tests", version: "1.0", build: "7"),
                    host: "Linux 6.1.0, x86_64", process: 4711, processStart: 12_345, boot: Array(1...16),
                    startMonotonic: 1_000_000_000, startWall: 1_767_225_600_000_000_000))
        #expect(run.end == .orderly(at: 1_002_011_000))
        #expect(run.refused == (0, 0))
    }

    @Test("Format 1: its names")
    func names() throws {
        let names = try run("version-1.run").names
        #expect(names.damaged == 0)
        #expect(names.features.map(\.path) == ["App", "App/Documents"])
        #expect(names.features.map(\.name) == ["The App", "Document Management"])
        #expect(names.actions.map(\.identifier) == ["Save"] && names.actions.map(\.name) == ["Save Document"])
        #expect(names.session(NameID(rawValue: 4)) == "main")
        #expect(names.label(NameID(rawValue: 5)) == "tests")
    }

    @Test("Format 1: its performs, and the action that was in flight")
    func performs() throws {
        let performs = try run("version-1.run").performs()
        try #require(performs.count == 3)
        let (flight, failed, saved) = (performs[0], performs[1], performs[2])

        #expect(saved.outcome == .success && saved.errorMessage == nil)
        #expect(saved.began == 1_000_003_000 && saved.ended == 1_002_007_000)
        #expect(saved.action?.identifier == "Save" && saved.feature?.path == "App/Documents")
        #expect(saved.session == 1 && saved.sessionName == "main" && saved.stack == 3)
        #expect(saved.source == .application && saved.isUserInitiated && saved.depth == 0)
        #expect(
            saved.fields == [
                InputField(label: nil, value: .shown("Q4 plan.md")),
                InputField(label: "Size", value: .shown("182 KB")),
                InputField(label: "Contents", value: .hidden),
            ])

        #expect(failed.outcome == .failureClosing && failed.source == .commandLine && !failed.isUserInitiated)
        #expect(failed.parent == saved.id && failed.root == saved.id && failed.depth == 1)
        #expect(failed.input == String(repeating: "0123456789", count: 20))
        #expect(failed.errorMessage == "The disk is full" && failed.errorType == "DocumentError")

        #expect(flight.outcome == nil && flight.ended == nil && flight.input == "letter.md")
        #expect(try run("version-1.run").inFlight().map(\.id) == [flight.id])
        #expect(try run("version-1.run").inFlightEvents().map(\.perform) == [flight.id])
    }

    @Test("Format 1: its log line, and every event in order")
    func events() throws {
        let run = try run("version-1.run")
        let lines = run.logLines()
        try #require(lines.count == 1)
        #expect(lines[0].message == "half of it is written" && lines[0].severity == .warning)
        #expect(lines[0].label == "tests" && !lines[0].isCut)
        var events: [TimelineEvent] = []
        let condition = run.forEachEvent {
            events.append($0)
            return true
        }
        #expect(condition == RingCondition(lost: 0, torn: 0))
        #expect(
            events.map(\.kind) == [
                .sessionOpened, .stackOpened, .begin, .begin, .log, .completion, .completion, .begin, .note,
                .stackClosed, .sessionClosed,
            ])
        #expect(events[8].note == .remark && events[8].text == "nearly done")
    }

    @Test("Format 1: flags and availability, which were added later")
    func flags() throws {
        let run = try run("version-1-flags.run")
        #expect(
            run.events().map(\.kind) == [
                .availabilityChanged, .begin, .flagExposed, .completion, .flagChanged, .flagExposed,
                .availabilityChanged,
            ])
        let records = run.flagRecords()
        try #require(records.count == 3)
        let list = FlagAnswer(value: "\"list\"", reason: "DEFAULT")
        let grid = FlagAnswer(value: "\"grid\"", variant: "wide", provider: "flags.json", reason: "TARGETING_MATCH")
        #expect(records.map(\.key) == ["search.layout", "search.layout", "App/Documents"])
        #expect(records.map(\.isChange) == [false, true, false])
        #expect(records[0].answer == list && records[1].answer == grid && records[1].old?.value == "\"list\"")
        #expect(records[0].action?.identifier == "Save" && records[0].perform == run.performs().first?.id)
        #expect(records[0].session == 1 && records[0].sessionName == "main" && records[1].action == nil)
        #expect(records[2].feature?.path == "App/Documents" && records[2].answer.provider == "Server")

        let changes = run.availabilityRecords()
        try #require(changes.count == 2)
        #expect(changes[0].old == .undetermined && changes[0].new == .undetermined)
        #expect(changes[0].reasons == ["Waiting for flags from Server"])
        #expect(changes[1].old == .undetermined && changes[1].new == .unavailable)
        #expect(changes[1].reasons == ["The flag is off", "Not made for Linux"])

        let flags = run.flags()
        #expect(flags.map(\.key) == ["App/Documents", "search.layout"])
        #expect(flags.map(\.latest?.value) == ["false", "\"grid\""])
        #expect(flags[1].values.map(\.value) == ["\"list\"", "\"grid\""] && flags[1].values[0].sessions == [1])
    }
}

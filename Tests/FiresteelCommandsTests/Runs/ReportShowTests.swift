#if os(Linux) || os(macOS)
import FiresteelBase
import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("firesteel report show")
struct ReportShowTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let segment = RunSegment(
        run: "20260101T000000.000Z-7-00ff", number: 1, program: .init(name: "App", version: "1"), system: "Linux",
        started: 0, from: 0, until: 1, people: [.init()])

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(of: RunFolder(path: files.path))
        try folder.giveConsent(Timeline(.init(program: .init(name: "App"), storage: .memory)))
        let message = QueuedMessage(
            time: 1_767_225_600_000, run: segment.run, kind: .segment, number: 1, until: 1, bytes: segment.json.count)
        try folder.add(message, segment.json, limits: InsightLimits())
    }

    @Test("It lists messages with kind, time and size, and says why they wait")
    func list() throws {
        let shown = try Firesteel.run("report", "show", "--folder", files.path)
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(shown.output.contains("segment  2026-01-01T00:00:00"))
        #expect(shown.output.contains("1 waiting, \(segment.json.count) bytes. 0 sent, 0 dropped."))
        #expect(shown.output.contains("They are sent when the program runs."))
        try folder.updateStatus { status in
            status.answer = "http://example.com responded with status 503."
            status.answered = 1_767_225_600_000
            status.next = 1_767_225_660_000
            status.dropped = [.full: 3]
        }
        let waiting = try Firesteel.run("report", "show", "--insight", folder.path)
        #expect(waiting.output.contains("responded with status 503. Next attempt at 2026-01-01T00:01:00"))
        #expect(waiting.output.contains("3 dropped.") && waiting.output.contains("full: 3"))
    }

    @Test("As JSON it says the same, and a message is shown byte for byte")
    func json() throws {
        let shown = try Firesteel.run("report", "show", "--folder", files.path, "--json")
        guard case .object(let members) = try JSONValue(json: Array(shown.output.utf8)),
            case .array(let messages)? = members["messages"], case .object(let message)? = messages.first,
            case .string(let name)? = message["name"]
        else {
            Issue.record("\(shown.output)")
            return
        }
        #expect(members["consent"] == .bool(true) && message["bytes"] == .int(segment.json.count))
        let contents = try Firesteel.run("report", "show", name, "--folder", files.path, "--json")
        #expect(contents.output == String(decoding: segment.json, as: UTF8.self) + "\n")
        #expect(try Firesteel.run("report", "show", "no", "--folder", files.path).status == 66)
    }

    @Test("It says that a run which ended wasn't read yet")
    func unread() throws {
        for message in folder.messages() { try folder.remove(message, nil) }
        #expect(try Firesteel.run("report", "show", "--folder", files.path).output.contains("Everything is sent."))
        let timeline = Timeline(.init(program: .init(name: "App"), storage: .folder(files.path)))
        try folder.updateProgress(of: timeline.runIdentifier) { $0.folder = files.path }
        #expect(try Firesteel.run("report", "show", "--folder", files.path).output.contains("Everything is sent."))
        timeline.end()
        let shown = try Firesteel.run("report", "show", "--folder", files.path).output
        #expect(shown.contains("A run ended and wasn't read yet") && !shown.contains("Everything is sent."))
    }

    @Test("Without consent it says so")
    func noConsent() throws {
        try folder.withdrawConsent()
        let shown = try Firesteel.run("report", "show", "--folder", files.path)
        #expect(shown.output.contains("The user has not consented"))
        #expect(try Firesteel.run("report", "show", "--folder", files.path + "/none").status == 66)
    }
}
#endif

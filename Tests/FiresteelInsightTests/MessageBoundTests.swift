import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Limits on the storage of a long or busy run")
struct MessageBoundTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let program = RecordedProgram()

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path)
        try folder.giveConsent(program.timeline)
    }

    @Test("A report of a run with more performs in flight than entries has the last of them")
    func inFlight() throws {
        for _ in 0..<(ReportLimits.entries + 100) { program.begin() }
        program.clock.advance(by: .seconds(1))
        program.begin("Last")
        program.clock.advance(by: .seconds(1))
        var recorder = program.recorder(folder)
        let report = try recorder.addRequest()
        let inFlight = report.timeline.lines.filter { $0.contains(#""kind":"in-flight""#) }
        #expect(inFlight.count == 1_000 && inFlight.contains { $0.contains(#""action":"Last""#) })
        #expect(report.timeline.dropped >= ReportLimits.entries + 101 - 1_000)
        #expect(try InsightReport(json: report.json) == report)
    }

    @Test("People with long lists are in several segments, none of which drops anything")
    func bytes() throws {
        let names = (0..<20).map { "\($0)-" + String(repeating: "x", count: 200) }
        for person in UInt32(1)...100 {
            program.open(person, principal: "person\(person)")
            for name in names { program.perform(name, session: person) }
        }
        var recorder = program.recorder(folder)
        try recorder.read(isLast: true)
        let segments = try folder.segments()
        #expect(segments.count >= 2 && segments.allSatisfy { $0.json.count <= SegmentLimits.bytes })
        let people = segments.flatMap(\.people)
        #expect(people.allSatisfy { $0.dropped == 0 })
        #expect(people.flatMap(\.actions).reduce(0) { $0 + $1.successes } == 2_000)
    }

    @Test("While nothing can be stored no more people are counted than a segment has, and all are stored afterwards")
    func blocked() throws {
        let queue = files.file("queue")
        try Data().write(to: queue)
        for person in UInt32(1)...1_500 {
            program.open(person, principal: "person\(person)")
            program.perform(session: person)
        }
        var recorder = program.recorder(folder)
        for _ in 0..<10 { #expect(throws: InsightQueueError.self) { try recorder.read() } }
        try FileManager.default.removeItem(at: queue)
        try recorder.read(isLast: true)
        let segments = try folder.segments()
        #expect(segments.allSatisfy { $0.people.count <= SegmentLimits.people && $0.lost == 0 })
        let people = segments.flatMap(\.people)
        #expect(people.allSatisfy { $0.dropped == 0 })
        #expect(people.flatMap(\.actions).reduce(0) { $0 + $1.successes } == 1_500)
    }

    @Test("The last action of a session is forgotten with it")
    func closedSession() throws {
        for _ in 0..<2 {
            program.perform()
            program.close(1)
        }
        program.perform(session: 2)
        program.perform(session: 2)
        var recorder = program.recorder(folder)
        try recorder.read(isLast: true)
        #expect(try folder.segments()[0].people[0].successions.map(\.count) == [1])
    }

    @Test("The program's name of the system replaces the one of the timeline in all messages")
    func system() throws {
        program.perform()
        var recorder = program.recorder(folder, InsightOptions(device: "phone", system: "iOS 26.1"))
        let report = try recorder.addRequest()
        try recorder.read(isLast: true)
        #expect(report.system == "iOS 26.1" && report.device == "phone")
        #expect(try folder.segments().map(\.system) == ["iOS 26.1"])
        var other = program.recorder(folder)
        program.perform()
        try other.read(isLast: true)
        #expect(try folder.segments().last?.system == program.timeline.run.header.host)
    }
}

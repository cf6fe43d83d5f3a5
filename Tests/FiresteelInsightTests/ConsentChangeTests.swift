import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Changes of the consent and of the identifier")
struct ConsentChangeTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let program = RecordedProgram()

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path)
        try folder.giveConsent(program.timeline)
    }

    private func successes() throws -> [Int] {
        try folder.segments().map { $0.people.flatMap(\.actions).reduce(0) { $0 + $1.successes } }
    }

    @Test("Counts from before another process withdrew the consent aren't stored under the next one")
    func givenAgain() throws {
        var recorder = program.recorder(folder)
        program.perform(error: RecordedProgram.reportedError)
        program.perform()
        try recorder.read()
        for message in folder.messages() { try folder.remove(message, nil) }
        try folder.withdrawConsent()
        program.perform(error: RecordedProgram.reportedError)
        try folder.giveConsent(program.timeline)
        program.clock.advance(by: .seconds(1))
        program.perform()
        try recorder.read(isLast: true)
        #expect(try successes() == [1] && folder.reports().isEmpty)
        #expect(try folder.segments()[0].people.flatMap(\.actions).allSatisfy { $0.failures.isEmpty })
    }

    @Test("Replacing the identifier stores what happened so far under the old one, and reports no failure again")
    func reset() throws {
        var recorder = program.recorder(folder)
        program.perform(error: RecordedProgram.reportedError)
        try recorder.read()
        program.perform()
        try recorder.resetIdentifier()
        program.perform()
        program.perform()
        try recorder.read(isLast: true)
        let segments = try folder.segments()
        #expect(try successes() == [1, 2] && segments.map(\.number) == [1, 2])
        #expect(segments[0].people[0].pseudonym != segments[1].people[0].pseudonym)
        #expect(try folder.reports().map(\.person) == [segments[0].people[0].pseudonym])
    }

    @Test("An identifier that another process replaced applies to what follows")
    func resetElsewhere() throws {
        var recorder = program.recorder(folder)
        program.perform()
        try recorder.read()
        try folder.resetIdentifier()
        program.perform()
        program.perform()
        try recorder.read(isLast: true)
        let segments = try folder.segments()
        #expect(try successes() == [1, 2])
        #expect(segments[0].people[0].pseudonym != segments[1].people[0].pseudonym)
    }

    @Test("A recorder that starts again reports no failure twice, and respects the limit of an hour")
    func startsAgain() throws {
        for _ in 0..<3 {
            var recorder = program.recorder(folder)
            program.perform(error: RecordedProgram.reportedError)
            try recorder.read()
        }
        #expect(try folder.reports().count == 1)
    }

    @Test("A consent that a clock dated to the future, before the machine was restarted, begins now")
    func ahead() throws {
        let file = files.file("consent.json")
        try Data(#"{"since":4102444800000000,"boot":"00ff","monotonic":1}"#.utf8).write(to: file)
        var recorder = program.recorder(folder)
        program.perform()
        try recorder.read()
        program.clock.advance(by: .seconds(1))
        program.perform()
        try recorder.read(isLast: true)
        #expect(try successes() == [1])
        let corrected = try Data(contentsOf: file)
        try folder.giveConsent(program.timeline)
        #expect(try Data(contentsOf: file) == corrected)
        try Data(#"{"since":4102444800000000,"boot":"00ff","monotonic":1}"#.utf8).write(to: file)
        try folder.giveConsent(program.timeline)
        let given = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        // Earlier runs are still compared with its time, since this clock may be the wrong one.
        #expect(given.contains("4102444800000000") && !given.contains("00ff"))
    }

    @Test("A report has no value of a flag and no availability from before the consent")
    func values() throws {
        try folder.withdrawConsent()
        program.expose("early", "\"EARLY-1\"")
        program.expose("both", "\"EARLY-2\"")
        program.expose("same", "\"same\"")
        let feature = program.timeline.nameFeature(identifier: "Pages", name: "Pages")
        program.timeline.availabilityChanged(
            from: .available, to: .unavailable, reasons: ["EARLY-3"],
            ChangeFields(time: program.timeline.now, subject: feature))
        program.clock.advance(by: .seconds(1))
        try folder.giveConsent(program.timeline)
        program.clock.advance(by: .seconds(1))
        program.expose("both", "\"late\"")
        program.expose("same", "\"same\"")
        var recorder = program.recorder(folder)
        let report = try recorder.addRequest()
        #expect(report.flags.map(\.key) == ["both", "same"] && report.availability.isEmpty)
        #expect(!String(decoding: report.json, as: UTF8.self).contains("EARLY"))
        let flags = report.timeline.lines.filter { $0.contains(#""kind":"flag""#) }
        #expect(flags.count == 2)
        let same = try #require(flags.first { $0.contains(#""flag":"same""#) })
        #expect(same.contains(#""last":"#) && !same.contains(#""first":"#) && same.contains(#""sessions":[]"#))
    }
}

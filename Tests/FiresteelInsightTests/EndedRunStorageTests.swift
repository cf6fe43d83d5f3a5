import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

/// Runs that ended in this process, with what a later start stores of them.
@Suite("Storing runs that ended")
struct EndedRunStorageTests {
    private let files: TemporaryFolder
    private let runs: RunFolder
    private let folder: InsightFolder

    init() throws {
        files = try TemporaryFolder()
        runs = RunFolder(path: files.path)
        folder = InsightFolder(of: runs)
    }

    /// Records a run with consent, which ends in an orderly way, and returns its identifier.
    @discardableResult
    private func record(_ body: (RecordedProgram) -> Void) throws -> String {
        let program = RecordedProgram(storage: .folder(files.path))
        try folder.giveConsent(program.timeline)
        body(program)
        program.timeline.end()
        return program.timeline.runIdentifier
    }

    /// Does what each start of a program does.
    private func start() throws {
        try InsightStore(folder, InsightOptions()).addEndedRuns(of: runs, except: "")
    }

    @Test("Segments that fill the queue don't hold up what an ended run left")
    func filledQueue() throws {
        let run = try record { program in
            program.open(1, principal: "person1")
            program.perform(session: 1)
        }
        let limits = InsightLimits(messages: 8)
        for number in 1...8 {
            let message = QueuedMessage(
                time: Int64(number), run: "earlier", kind: .segment, number: number, until: UInt64(number), bytes: 1)
            try folder.add(message, [1], limits: limits)
        }
        var reader = EndedRunReader(InsightStore(folder, InsightOptions(limits: limits)), of: runs, except: "")
        #expect(try reader.next() == .read)
        #expect(folder.messages().count == 8 && folder.messages().contains { $0.run == run })
        #expect(try reader.next() == .finished)
    }

    @Test("A run that takes a while to end is read once it ended")
    func slowEnd() throws {
        let program = RecordedProgram(storage: .folder(files.path))
        try folder.giveConsent(program.timeline)
        program.perform()
        var reader = EndedRunReader(InsightStore(folder, InsightOptions()), of: runs, except: "")
        #expect(try reader.next() == .finished)
        #expect(folder.messages().isEmpty && folder.unreadRuns().isEmpty)
        program.timeline.end()
        #expect(try reader.next() == .read)
        #expect(try reader.next() == .finished)
        #expect(folder.messages().map(\.run) == [program.timeline.runIdentifier])
    }

    @Test("A run that ends while reports fill the queue is read once there is room")
    func endWithoutRoom() throws {
        let program = RecordedProgram(storage: .folder(files.path))
        try folder.giveConsent(program.timeline)
        program.perform()
        let limits = InsightLimits(messages: 8)
        var reader = EndedRunReader(InsightStore(folder, InsightOptions(limits: limits)), of: runs, except: "")
        #expect(try reader.next() == .finished)
        let reports = (1...2).map { number in
            QueuedMessage(
                time: Int64(number), run: "earlier", kind: .failure, number: number, until: UInt64(number), bytes: 1)
        }
        for report in reports { try folder.add(report, [1], limits: limits) }
        program.timeline.end()
        for _ in 1...2 { #expect(try reader.next() == .full) }
        for report in reports { try folder.remove(report, nil) }
        #expect(try reader.next() == .read)
        #expect(folder.messages().map(\.run) == [program.timeline.runIdentifier])
    }

    // MARK: Limits

    @Test("People beyond the limit of a segment are counted as dropped")
    func people() throws {
        try record { program in
            for person in UInt32(1)...(UInt32(SegmentLimits.people) + 100) {
                program.open(person, principal: "person\(person)")
                program.perform(session: person)
            }
        }
        try start()
        let segment = try #require(try folder.segments().first)
        #expect(segment.people.count == SegmentLimits.people)
        // The run has an entry as well.
        #expect(segment.people.map(\.dropped) == [101] + Array(repeating: 0, count: SegmentLimits.people - 1))
        #expect(segment.people.map(\.session) == Array(0..<SegmentLimits.people))
        #expect(segment.people.dropFirst().allSatisfy { $0.actions.first?.successes == 1 })
        #expect(try RunSegment(json: segment.json) == segment)
    }

    @Test("Too large a segment drops its longest and least needed lists first")
    func bytes() throws {
        let names = (0..<20).map { "\($0)-" + String(repeating: "x", count: 200) }
        let people = UInt32(1)...150
        try record { program in
            for person in people {
                program.open(person, principal: "person\(person)")
                // The first has a longer list than the others.
                for name in names.prefix(person == 1 ? 20 : 15) { program.perform(name, session: person) }
            }
        }
        try start()
        let segment = try #require(try folder.segments().first)
        #expect(try folder.segments().count == 1)
        #expect(segment.json.count <= SegmentLimits.bytes)
        let entries = Array(segment.people.dropFirst())
        #expect(entries.count == people.count)
        // Which action followed which matters less than how often each succeeded.
        #expect(entries.map(\.actions.count) == [20] + Array(repeating: 15, count: people.count - 1))
        #expect(entries[0].successions.isEmpty && entries[0].dropped == 19)
        let cut = entries.dropFirst().filter(\.successions.isEmpty)
        #expect(!cut.isEmpty && cut.allSatisfy { $0.dropped == 14 })
        // No more than needed.
        let whole = entries.filter { !$0.successions.isEmpty }
        #expect(!whole.isEmpty && whole.allSatisfy { $0.successions.count == 14 && $0.dropped == 0 })
    }

    @Test("Actions and successions of a person beyond their limits are counted as dropped")
    func actions() throws {
        try record { program in
            for number in 0..<(SegmentLimits.actions + 10) { program.perform("Action \(number)") }
        }
        try start()
        let person = try #require(try folder.segments().first?.people.first)
        #expect(person.actions.count == SegmentLimits.actions)
        #expect(person.successions.count == SegmentLimits.successions)
        // Ten actions, and nine of the 509 successions.
        #expect(person.dropped == 19)
    }

    // MARK: Once

    @Test("A failure of a run that ended is reported once, however often a start couldn't store it before")
    func failure() throws {
        let run = try record { program in
            program.perform()
            program.perform(error: RecordedProgram.reportedError)
        }
        let queue = folder.path + "/queue"
        try Data().write(to: URL(filePath: queue))
        for _ in 0..<3 { #expect(throws: InsightQueueError.self) { try start() } }
        try FileManager.default.removeItem(atPath: queue)
        for _ in 0..<3 { try start() }
        #expect(try folder.reports().map(\.kind) == [.failure] && folder.reports().map(\.run) == [run])
        #expect(try folder.segments().map(\.number) == [1])
        // A server has them: no later start reports them again.
        for message in folder.messages() { try folder.remove(message, nil) }
        for _ in 0..<3 { try start() }
        #expect(folder.messages().isEmpty && folder.status.sent == 2)
    }

    @Test("A failure that was reported while the run was recorded is not reported again, and a later one is")
    func reported() throws {
        try record { program in
            program.perform(error: RecordedProgram.reportedError)
            var recorder = program.recorder(folder)
            do { try recorder.read() } catch { Issue.record(error) }
            // The limit of one report an hour for each kind is over.
            program.clock.advance(by: .seconds(3_601))
            program.perform(error: RecordedProgram.reportedError)
        }
        #expect(try folder.reports().map(\.number) == [1])
        for _ in 0..<2 { try start() }
        #expect(try folder.reports().map(\.number) == [1, 2])
    }

    @Test("While the progress of a run can't be stored, its end is stored once and not at each attempt")
    func progress() throws {
        try record { program in
            program.perform()
            program.perform(error: RecordedProgram.reportedError)
        }
        let progress = folder.path + "/runs"
        try Data().write(to: URL(filePath: progress))
        for _ in 0..<5 { #expect(throws: InsightQueueError.self) { try start() } }
        let queued = folder.messages()
        #expect(queued.map(\.kind) == [.failure, .segment])
        try FileManager.default.removeItem(atPath: progress)
        for _ in 0..<2 { try start() }
        #expect(folder.messages() == queued)
    }

    @Test("A run that can't be read is skipped, the others are stored, and it is once it can be read")
    func unreadable() throws {
        let damaged = try record { $0.perform("Damaged") }
        let sound = try record { $0.perform("Sound") }
        let bytes = try files.bytes(of: damaged + ".run")
        try files.write([UInt8](repeating: 0, count: bytes.count), to: damaged + ".run")
        for _ in 0..<2 { try start() }
        #expect(try folder.segments().map(\.run) == [sound])
        try files.write(bytes, to: damaged + ".run")
        try start()
        #expect(try Set(folder.segments().map(\.run)) == [damaged, sound])
    }
}

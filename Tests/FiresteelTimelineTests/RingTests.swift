import CFiresteelTimeline
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("The ring")
struct RingTests {
    @Test("After many laps the newest events are available in order, and the lost ones are counted")
    func laps() throws {
        let recorder = Recorder(runSize: 16 << 10)
        var performs: [UInt64] = []
        for index in 0..<5_000 { performs.append(recorder.perform("\(index)")) }
        let run = recorder.timeline.run
        let kept = run.performs().filter { !$0.isBeginLost }
        #expect(kept.count >= 20)
        #expect(kept.map(\.id) == Array(performs.suffix(kept.count).reversed()))
        #expect(kept.map(\.input) == (0..<kept.count).map { "\(4_999 - $0)" })
        let condition = run.forEachEvent { _ in true }
        #expect(condition.torn == 0)
        #expect(condition.lost > 9_000)
    }

    @Test("A long action's begin survives the ring going around, and so does its duration")
    func longAction() throws {
        let recorder = Recorder(runSize: 16 << 10)
        let long = recorder.begin("import")
        for _ in 0..<1_000 { recorder.perform() }
        let flight = try #require(recorder.timeline.run.inFlight().first)
        #expect(flight.id == long.perform && flight.input == "import" && flight.outcome == nil)
        #expect(flight.lasted(until: recorder.timeline.now) == 2_000_000)
        recorder.complete(long)
        #expect(recorder.timeline.run.inFlight().isEmpty)
        let completed = try #require(recorder.timeline.run.perform(long.perform))
        #expect(completed.outcome == .success && completed.isBeginLost && completed.duration == 2_001_000)
    }

    @Test("A writer that stalls for a lap is skipped, and nothing that was acknowledged is lost to it")
    func stalledWriter() throws {
        let recorder = Recorder(runSize: 16 << 10)
        let journal = recorder.timeline.memory.journal
        let layout = recorder.timeline.memory.layout
        recorder.perform("before")
        // The writer of a place a few chunks on has marked it a lap ago and not come back.
        let stalled = UInt64(3 * layout.chunkSlots + 2)
        _ = fst_mark_for_test(journal, stalled)
        var acknowledged: [UInt64] = []
        for index in 0..<20 { acknowledged.append(recorder.perform(String(repeating: "x", count: index * 12))) }
        let found = Set(recorder.timeline.run.performs().map(\.id))
        #expect(found.isSuperset(of: acknowledged.suffix(8)))
        #expect(!acknowledged.contains(stalled))
        // Its own record, finished late, is whole and is not taken for one of a newer lap.
        var slot = fst_slot()
        slot.kind = RecordKind.log.rawValue
        fst_finish_for_test(journal, stalled, &slot)
        let again = Set(recorder.timeline.run.performs().map(\.id))
        #expect(again.isSuperset(of: acknowledged.suffix(8)))
    }

    @Test("A slot that is being written is counted as torn and not shown")
    func torn() throws {
        let recorder = Recorder()
        let first = recorder.perform()
        let second = recorder.perform()
        _ = fst_mark_for_test(recorder.timeline.memory.journal, second)
        let run = recorder.timeline.run
        #expect(run.performs().filter { !$0.isBeginLost }.map(\.id) == [first])
        #expect(run.forEachEvent { _ in true }.torn == 1)
    }

    @Test("When the table of performs in flight is full, performs are in the ring and are counted")
    func fullTable() throws {
        let recorder = Recorder(runSize: 256 << 10, inFlightCapacity: 16)
        let begun = (0..<40).map { recorder.begin("\($0)") }
        #expect(begun.filter { $0.token.entry < 0 }.count == 24)
        #expect(recorder.timeline.run.refused.performs == 24)
        #expect(recorder.timeline.run.inFlight().map(\.id) == begun.map(\.perform))
        for one in begun { recorder.complete(one) }
        #expect(recorder.timeline.run.inFlight().isEmpty)
        #expect(recorder.begin().token.entry >= 0)
    }

    @Test("Several threads record concurrently, and nothing is lost or mixed up")
    func threads() async throws {
        let recorder = Recorder(runSize: 4 << 20)
        let performs = await withTaskGroup(of: [(UInt64, String)].self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<1_000).map { index in
                        let input = String(repeating: "\(task)-\(index) ", count: 1 + index % 20)
                        return (recorder.perform(input), input)
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(performs.map(\.0)).count == 4_000)
        let run = recorder.timeline.run
        let read = run.performs()
        #expect(read.count == 4_000)
        #expect(read.allSatisfy { $0.outcome == .success })
        let inputs = Dictionary(uniqueKeysWithValues: read.map { ($0.id, $0.inputBytes) })
        #expect(performs.allSatisfy { inputs[$0.0] == Array($0.1.utf8) })
        #expect(run.forEachEvent { _ in true } == RingCondition())
    }

    @Test("With a stopped clock, events of several threads keep the order in which they were recorded")
    func stoppedClock() async throws {
        let timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Tests"), storage: .memory, runSize: 1 << 20,
                clock: .manual(ManualTimelineClock())))
        let session = timeline.nameSession("main")
        for index in 0..<200 {
            try await withOwnThread {
                let line = LogFields(time: timeline.now, severity: .info, session: 1, sessionName: session)
                Array("\(index)".utf8).withUnsafeBytes { timeline.log(line, message: $0) }
            }
        }
        #expect(timeline.run.logLines().map { $0.message } == (0..<200).map { "\($0)" })
    }

    @Test("The two ways of computing a checksum agree, and are the standard's")
    func checksums() {
        let nine = Array("123456789".utf8)
        #expect(fst_crc32c(nine, 9) == 0xE306_9283)
        #expect(fst_crc32c_by_table(nine, 9) == 0xE306_9283)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let words = (0..<16).map { _ in generator.next() as UInt64 }
            let sequence: UInt64 = generator.next()
            #expect(fst_crc32c_slot(sequence, words) == fst_crc32c_slot_by_table(sequence, words))
            let bytes = (0..<Int.random(in: 0..<100)).map { _ in UInt8.random(in: 0...255) }
            #expect(fst_crc32c(bytes, bytes.count) == fst_crc32c_by_table(bytes, bytes.count))
        }
    }
}

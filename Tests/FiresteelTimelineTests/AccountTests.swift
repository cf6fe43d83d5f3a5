import CFiresteelTimeline
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("The account of a damaged run")
struct AccountTests {
    /// The file of a run that has ended.
    private struct Sample {
        let folder: TemporaryFolder
        let name: String
        var bytes: [UInt8]
        let layout: JournalLayout
        let performs: Int

        init(performs: Int, size: Int = 16 << 10, ends: Bool = true) throws {
            folder = try TemporaryFolder()
            let recorder = Recorder(.folder(folder.path), runSize: size, inFlightCapacity: 16)
            if performs > 0 { recorder.begin("in flight") }
            for index in 0..<performs {
                recorder.perform(String(repeating: "input ", count: index % 40), .failure, error: "error \(index)")
                recorder.log("line \(index)", .warning)
            }
            if ends { recorder.timeline.end() }
            name = recorder.timeline.runIdentifier + ".run"
            bytes = try folder.bytes(of: name)
            layout = recorder.timeline.memory.layout
            self.performs = performs + (performs > 0 ? 1 : 0)
        }

        var ring: Range<Int> {
            layout.slotsOffset..<(layout.slotsOffset + layout.slotCount * JournalLayout.slotSize)
        }

        func run(_ bytes: [UInt8]? = nil) throws -> Run {
            try folder.write(bytes ?? self.bytes, to: "copy.run")
            return try Run(path: folder.path + "/copy.run")
        }
    }

    /// The slots of the available events.
    private func slots(_ run: Run) -> UInt64 {
        run.events().reduce(0) { $0 + UInt64(RecordCheck.slots(textLength: $1.bytes.count)) }
    }

    @Test(
        "Whatever is changed, every slot that was written is an event, void, lost, torn or damaged", arguments: [6, 90])
    func corruption(performs: Int) throws {
        let sample = try Sample(performs: performs)
        let intact = try sample.run().account
        let voids = try intact.recorded - slots(sample.run())
        #expect(intact.condition.damaged == 0 && intact.condition.torn == 0)
        #expect((intact.condition.lost > 0) == (performs == 90))
        let numbers = SplitMix64(seed: 7)
        var random = numbers
        for round in 0..<3_000 {
            var bytes = sample.bytes
            corrupt(&bytes, in: 4096..<bytes.count, round, using: &random)
            let run = try sample.run(bytes)
            let account = run.account
            let read = slots(run)
            guard account.written == intact.written, read <= account.recorded, account.recorded <= read + voids else {
                Issue.record("Round \(round): \(account), \(read) slots read; intact \(intact)")
                return
            }
        }
    }

    private func corrupt(
        _ bytes: inout [UInt8], in range: Range<Int>, _ round: Int, using random: inout SplitMix64
    ) {
        switch round % 4 {
        case 0:
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: range, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case 1:
            // From one slot to a page, at multiples of its size.
            let size = 128 << Int.random(in: 0...5, using: &random)
            let start = Int.random(in: (range.lowerBound / size)..<(range.upperBound / size), using: &random) * size
            for index in start..<(start + size) { bytes[index] = 0 }
        case 2:
            let size = 512 << Int.random(in: 0...3, using: &random)
            let pages = (range.lowerBound / size)..<(range.upperBound / size)
            let (first, second) = (Int.random(in: pages, using: &random), Int.random(in: pages, using: &random))
            for index in 0..<size { bytes.swapAt(first * size + index, second * size + index) }
        default:
            let start = Int.random(in: range, using: &random)
            for index in start..<min(range.upperBound, start + Int.random(in: 1...2_000, using: &random)) {
                bytes[index] = .random(in: 0...255, using: &random)
            }
        }
    }

    @Test("A ring that was never full has an unwritten end, which isn't damage", arguments: [0, 1, 2, 5, 11])
    func unwrittenEnd(performs: Int) throws {
        for ends in [true, false] {
            let run = try Sample(performs: performs, ends: ends).run()
            #expect(run.account.condition == RingCondition())
            #expect(run.counts().performs == performs + (performs > 0 ? 1 : 0))
        }
    }

    @Test("A zeroed page is damage, wherever it is, and all its contents are reported as lost")
    func zeroedPages() throws {
        let sample = try Sample(performs: 400, size: 256 << 10, ends: false)
        let whole = try sample.run()
        let written = whole.account.written
        #expect(whole.account.condition == RingCondition() && whole.counts().performs == sample.performs)
        let chunk = sample.layout.chunkSlots * JournalLayout.slotSize
        for page in stride(from: sample.ring.lowerBound, to: sample.ring.upperBound, by: 4096) {
            let size = min(4096, sample.ring.upperBound - page)
            guard sample.bytes[page..<(page + size)].contains(where: { $0 != 0 }) else { continue }
            var bytes = sample.bytes
            for index in page..<(page + size) { bytes[index] = 0 }
            let run = try sample.run(bytes)
            let account = run.account
            // The chunk that was being filled counts as a whole.
            #expect(account.condition.damaged > 0 && account.condition.torn == 0 && account.condition.lost == 0)
            #expect(account.written >= written && account.written < written + UInt64(chunk / JournalLayout.slotSize))
            #expect(run.counts().condition == account.condition)
        }
    }

    @Test("A completed action whose completion is damaged isn't in flight")
    func lostCompletion() throws {
        let sample = try Sample(performs: 12)
        let whole = try sample.run()
        #expect(whole.inFlight().map(\.input) == ["in flight"])
        let completion = try #require(whole.events().first { $0.kind == .completion })
        var bytes = sample.bytes
        let slot = sample.ring.lowerBound + Int(completion.sequence) % sample.layout.slotCount * JournalLayout.slotSize
        bytes[slot + 40] ^= 1
        let run = try sample.run(bytes)
        #expect(run.inFlight().map(\.input) == ["in flight"])
        let perform = try #require(run.perform(completion.perform))
        #expect(perform.isCompletionLost && !perform.isInFlight && perform.outcome == nil)
        let counts = run.counts()
        #expect(counts.unknown.map(\.id) == [completion.perform] && counts.inFlight.count == 1)
        #expect(counts.performs == sample.performs && counts.condition.damaged > 0)
        let text = TimelineTextExport().document(of: run)
        #expect(text.contains("damaged, and events are missing."))
        #expect(
            text.contains("Outcome unknown, because the completion was overwritten or is damaged:\nApp/Documents/#Save")
        )
        let json = TimelineJSONLinesExport().document(of: run)
        #expect(json.contains(#"{"kind":"completion-lost","perform":\#(completion.perform),"#))
        #expect(json.contains(#""damaged":\#(counts.condition.damaged),"damaged-names":0,"damaged-in-flight":0}"#))
    }

    @Test("An action in flight whose entry is damaged is in flight as long as its begin is available")
    func damagedEntry() throws {
        let sample = try Sample(performs: 12)
        let entry = try #require(
            (0..<sample.layout.flightCount).first {
                sample.bytes[sample.layout.flightsOffset + $0 * JournalLayout.slotSize] != 0
            })
        for offset in [0, 16, 24, 60] {
            var bytes = sample.bytes
            bytes[sample.layout.flightsOffset + entry * JournalLayout.slotSize + offset] ^= 0x20
            // Gaps elsewhere must not make it a completed one.
            bytes[sample.ring.lowerBound + 12 * JournalLayout.slotSize + 20] ^= 1
            let run = try sample.run(bytes)
            #expect(run.inFlight().map(\.input) == ["in flight"])
            #expect(run.damagedEntries == 1)
        }
    }

    @Test("A zeroed page of the table of performs in flight is damage, and hides no action")
    func zeroedTable() throws {
        let sample = try Sample(performs: 12)
        var bytes = sample.bytes
        let table = sample.layout.flightsOffset..<sample.layout.slotsOffset
        for index in table { bytes[index] = 0 }
        // Gaps elsewhere must not make the action a completed one.
        bytes[sample.ring.lowerBound + 12 * JournalLayout.slotSize + 20] ^= 1
        let run = try sample.run(bytes)
        #expect(run.inFlight().map(\.input).contains("in flight"))
        // One entry for the action in flight, and one that the others used in turn.
        #expect(run.damagedEntries == 2)
        #expect(try sample.run().damagedEntries == 0)
    }

    @Test("An erased entry of the table of performs in flight isn't a damaged one", arguments: [true, false])
    func erasedTable(ends: Bool) throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
        for _ in 0..<3 { recorder.begin("input") }
        recorder.perform("input")
        try recorder.timeline.erase()
        if ends { recorder.timeline.end() }
        let name = recorder.timeline.runIdentifier + ".run"
        try folder.write(folder.bytes(of: name), to: "copy.run")
        let run = try Run(path: folder.path + "/copy.run")
        #expect(run.damagedEntries == 0 && run.account.condition.damaged == 0)
    }

    // MARK: Stalled threads

    /// The run that a recorder has recorded up to now, as if the process had ended here.
    private func killed(_ recorder: Recorder, _ folder: TemporaryFolder) throws -> Run {
        try folder.write(folder.bytes(of: recorder.timeline.runIdentifier + ".run"), to: "copy.run")
        return try Run(path: folder.path + "/copy.run")
    }

    @Test("A chunk whose writer was about to mark it is torn, however much others recorded meanwhile")
    func stalledClaim() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let journal = recorder.timeline.memory.journal.pointee
        for index in 0..<100 { recorder.perform("before \(index)") }
        // As another thread does that ends before its first mark.
        _ = fst_add(journal.claims, 1)
        _ = fst_add(journal.next, 1)
        for index in 0..<400 { recorder.perform("after \(index)") }
        let slots = recorder.timeline.memory.layout.chunkSlots
        #expect(try killed(recorder, folder).account.condition == RingCondition(torn: slots))
        // Without the claim, the same chunk was zeroed.
        _ = fst_add(journal.claims, .max)
        #expect(try killed(recorder, folder).account.condition == RingCondition(damaged: slots))
        recorder.timeline.end()
    }

    /// Runs an operation as the thread with a number.
    ///
    /// If there are two cells, odd numbers share one.
    private func asThread<Value: Sendable>(
        _ number: UInt64, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withOwnThread {
            fst_become_thread_for_test(number)
            return try body()
        }
    }

    @Test("Places that a thread was about to mark are torn if threads share a chunk, and otherwise damaged")
    func stalledMark() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
        try #require(recorder.timeline.memory.journal.pointee.cell_count == 2)
        try await asThread(1) {
            recorder.perform("before")
            _ = fst_add(recorder.timeline.memory.journal.pointee.cells, 2)
            recorder.perform("after")
        }
        #expect(try killed(recorder, folder).account.condition == RingCondition(damaged: 2))
        try await asThread(3) { recorder.log("from another thread") }
        #expect(try killed(recorder, folder).account.condition == RingCondition(torn: 2))
    }

    @Test("After an orderly end, places without a record are damaged, however many threads recorded")
    func zeroedSlots() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
        for thread in [1, 3, 5, 7] as [UInt64] { try await asThread(thread) { recorder.log("line") } }
        recorder.timeline.end()
        let layout = recorder.timeline.memory.layout
        var bytes = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
        let slot = layout.slotsOffset + (layout.chunkSlots + 1) * JournalLayout.slotSize
        for index in slot..<(slot + JournalLayout.slotSize) { bytes[index] = 0 }
        try folder.write(bytes, to: "copy.run")
        #expect(try Run(path: folder.path + "/copy.run").account.condition == RingCondition(damaged: 1))
    }

    @Test(
        "An action whose thread ended before it entered the table is in flight, although others recorded after it",
        arguments: [false, true], ["crashed", String(repeating: "crashed ", count: 30)])
    func stalledEntry(goesOn: Bool, input: String) async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
        let memory = recorder.timeline.memory
        try #require(memory.journal.pointee.cell_count == 2)
        let damaged = try await asThread(1) { recorder.perform("before") }
        let perform = try await asThread(3) {
            let begun = recorder.begin(input)
            // As if it had ended between the record and the table.
            for entry in 0..<memory.layout.flightCount {
                let slot = memory.base + memory.layout.flightsOffset + entry * JournalLayout.slotSize
                guard slot.load(as: UInt64.self) == begun.perform << 1 else { continue }
                slot.storeBytes(of: 0, as: UInt64.self)
            }
            if goesOn { recorder.log("later") }
            return begun.perform
        }
        try await asThread(1) { recorder.log("after") }
        var bytes = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
        let slot = memory.layout.slotsOffset + Int(damaged) % memory.layout.slotCount * JournalLayout.slotSize
        bytes[slot + 40] ^= 1
        try folder.write(bytes, to: "copy.run")
        let run = try Run(path: folder.path + "/copy.run")
        #expect(run.account.condition.damaged == 1)
        let record = try #require(run.perform(perform))
        #expect(record.isInFlight == !goesOn && record.isCompletionLost == goesOn)
    }
}

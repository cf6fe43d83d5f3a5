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

    @Test("A zeroed page is damage, wherever it is, and nothing that was in it goes without a remark")
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
            // The chunk that was being filled counts as a whole. It may have been claimed and not written.
            let slots = sample.layout.chunkSlots
            let isNewest = !sample.bytes[(page + size)..<sample.ring.upperBound].contains { $0 != 0 }
            #expect(account.condition.torn == (isNewest ? slots : 0) && account.condition.lost == 0)
            #expect(account.condition.damaged > 0 || isNewest)
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
}

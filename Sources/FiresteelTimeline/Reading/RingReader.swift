/// The integrity of a ring.
///
/// Every slot that was written is one of: a slot of an available event, a void slot, lost, torn or damaged.
public struct RingCondition: Sendable, Hashable {
    /// The number of slots of events that were overwritten.
    ///
    /// An event takes one to six slots.
    public var lost: UInt64 = 0
    /// The number of slots that were incomplete when the run ended.
    ///
    /// Their contents are not shown.
    public var torn = 0
    /// The number of slots that were written and are damaged: zeroed, changed, or part of a record that isn't whole.
    ///
    /// Their contents are not shown. Of a chunk that is damaged as a whole, all slots are counted. 0 while the run is
    /// being recorded, because a slot that is being written can't be distinguished.
    public var damaged = 0

    /// Creates a condition from the numbers of lost, torn and damaged slots.
    public init(lost: UInt64 = 0, torn: Int = 0, damaged: Int = 0) {
        self.lost = lost
        self.torn = torn
        self.damaged = damaged
    }
}

/// The slots of a ring: each one that was written, once.
struct RingAccount {
    /// The slots of available events, and void ones.
    var recorded: UInt64 = 0
    var condition = RingCondition()

    /// The number of slots written during the run.
    var written: UInt64 {
        recorded + condition.lost + UInt64(condition.torn) + UInt64(condition.damaged)
    }
}

/// Reads a ring's events in chronological order.
///
/// Threads fill separate chunks, so the ring is sorted only within each chunk. A first pass determines the start time
/// of each chunk; a second pass visits them in that order and merges overlapping chunks. The number of overlapping
/// chunks equals the number of recording threads, so memory holds only a few chunks at a time, whatever the size of the
/// run.
struct RingReader {
    let source: JournalSource
    let layout: JournalLayout
    /// Whether events are being recorded meanwhile, so that incomplete slots aren't damage.
    let isBeingRecorded: Bool

    /// The maximum number of chunks merged at a time.
    ///
    /// Valid runs have at most 64; a damaged run may exceed that.
    private static let maximumOpen = 256

    struct Span {
        let position: Int
        let start: UInt64
    }

    /// A chunk that is being merged.
    private struct Open {
        var chunk: Chunk
        var next = 0

        var time: UInt64 { chunk.records[next].time }
    }

    /// Calls `body` with each event, in order of time, until it returns false.
    func forEach(_ body: (TimelineEvent) throws -> Bool) rethrows -> RingCondition {
        let survey = self.survey()
        let condition = survey.account.condition
        var open: [Open] = []
        var free: [UnsafeMutableRawBufferPointer] = []
        defer {
            for chunk in open { chunk.chunk.bytes.deallocate() }
            for bytes in free { bytes.deallocate() }
        }
        var upcoming = survey.spans[...]
        while true {
            var least = leastTime(of: open)
            while let span = upcoming.first, open.count < Self.maximumOpen,
                least.map({ span.start <= open[$0].time }) ?? true
            {
                upcoming.removeFirst()
                let bytes = free.popLast() ?? .allocate(byteCount: chunkSize, alignment: 16)
                var chunk = Chunk(bytes: bytes)
                if chunk.read(at: span.position, from: source, layout: layout), !chunk.records.isEmpty {
                    chunk.sortRecords()
                    open.append(Open(chunk: chunk))
                    least = leastTime(of: open)
                } else {
                    free.append(bytes)
                }
            }
            guard let index = least else { return condition }
            let record = open[index].chunk.records[open[index].next]
            if let event = record.event(in: UnsafeRawBufferPointer(open[index].chunk.bytes)) {
                guard try body(event) else { return condition }
            }
            open[index].next += 1
            if open[index].next == open[index].chunk.records.count {
                free.append(open[index].chunk.bytes)
                open.remove(at: index)
            }
        }
    }

    var chunkSize: Int { layout.chunkSlots * JournalLayout.slotSize }

    private func leastTime(of open: [Open]) -> Int? {
        open.indices.min { (open[$0].time, $0) < (open[$1].time, $1) }
    }
}

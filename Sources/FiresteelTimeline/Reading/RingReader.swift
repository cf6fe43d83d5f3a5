/// The integrity of a ring.
public struct RingCondition: Sendable, Hashable {
    /// The number of slots of events that were overwritten.
    ///
    /// An event takes one to six slots.
    public var lost: UInt64 = 0
    /// The number of slots that were incomplete when the run ended, or are damaged.
    ///
    /// Their contents are not shown.
    public var torn = 0

    /// Creates a condition from the numbers of lost and torn slots.
    public init(lost: UInt64 = 0, torn: Int = 0) {
        self.lost = lost
        self.torn = torn
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

    /// The maximum number of chunks merged at a time.
    ///
    /// Valid runs have at most 64; a damaged run may exceed that.
    private static let mostOpen = 256

    private struct Span {
        let place: Int
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
        let (spans, condition) = findSpans()
        var open: [Open] = []
        var free: [UnsafeMutableRawBufferPointer] = []
        defer {
            for chunk in open { chunk.chunk.bytes.deallocate() }
            for bytes in free { bytes.deallocate() }
        }
        var upcoming = spans[...]
        while true {
            var least = leastTime(of: open)
            while let span = upcoming.first, open.count < Self.mostOpen,
                least.map({ span.start <= open[$0].time }) ?? true
            {
                upcoming.removeFirst()
                let bytes = free.popLast() ?? .allocate(byteCount: chunkSize, alignment: 16)
                var chunk = Chunk(bytes: bytes)
                if chunk.read(at: span.place, from: source, layout: layout), !chunk.records.isEmpty {
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

    private var chunkSize: Int { layout.chunkSlots * JournalLayout.slotSize }

    private func leastTime(of open: [Open]) -> Int? {
        open.indices.min { (open[$0].time, $0) < (open[$1].time, $1) }
    }

    /// Returns the start times of the chunks with records, in order, and the condition of the ring.
    private func findSpans() -> ([Span], RingCondition) {
        var condition = RingCondition()
        var spans: [(span: Span, number: UInt64)] = []
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 16)
        defer { bytes.deallocate() }
        var chunk = Chunk(bytes: bytes)
        var latest: UInt64 = 0
        for place in 0..<layout.chunkCount {
            guard chunk.read(at: place, from: source, layout: layout) else { break }
            condition.torn += chunk.torn
            latest = max(latest, chunk.number)
            guard let start = chunk.records.lazy.map(\.time).min() else { continue }
            spans.append((Span(place: place, start: start), chunk.number))
        }
        spans.sort { ($0.span.start, $0.number) < ($1.span.start, $1.number) }
        // Chunks are numbered from 1.
        let (overwritten, isWhole) = latest.subtractingReportingOverflow(UInt64(layout.chunkCount))
        condition.lost = isWhole ? 0 : overwritten &* UInt64(layout.chunkSlots)
        return (spans.map(\.span), condition)
    }
}

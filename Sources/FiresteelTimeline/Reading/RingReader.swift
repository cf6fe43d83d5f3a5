/// What a reader found the ring to be like, beside the events.
public struct RingCondition: Sendable, Hashable {
    /// How many slots of events were overwritten by later ones.
    ///
    /// An event takes one to six slots.
    public var lost: UInt64 = 0
    /// How many slots were being written when the run ended, or were damaged since.
    ///
    /// Nothing of them is shown.
    public var torn = 0

    /// A ring that lost so many slots, and of which so many are torn.
    public init(lost: UInt64 = 0, torn: Int = 0) {
        self.lost = lost
        self.torn = torn
    }
}

/// Reads a ring's events in order of time.
///
/// Threads fill chunks of their own, so the ring as it lies is in order only chunk by chunk. A first pass notes when
/// each chunk begins; a second one goes through them by that and merges those that overlap. As many chunks overlap as
/// threads were recording, so what is in memory at a time is a few of them, whatever the size of the run.
struct RingReader {
    let source: JournalSource
    let layout: JournalLayout

    /// So many chunks at most are merged at a time.
    ///
    /// Honest runs have no more than 64; a damaged one may be out of order beyond that.
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
        let (spans, condition) = survey()
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

    /// When each chunk with records begins, in that order, and what the ring is like.
    private func survey() -> ([Span], RingCondition) {
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

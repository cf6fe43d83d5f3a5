internal import CFiresteelTimeline

/// Reads a timeline as it goes on, without slowing those who record.
///
/// A cursor belongs to one reader. What it has not read is not kept for it: one that falls behind by more than a lap is
/// told how much it missed, and goes on with what is there.
public struct TimelineCursor: Sendable {
    /// Where a cursor starts.
    public enum Start: Sendable, Hashable {
        /// With the oldest event that is still there.
        case beginning
        /// With what is recorded from now on.
        case now
    }

    /// A chunk in which events may still come.
    private struct Open: Sendable {
        let number: UInt64
        var offset: Int
    }

    private let feed: Feed
    private var open: [Open] = []
    /// The first chunk that wasn't looked at.
    private var upcoming: UInt64 = 1
    /// Read already, and not given yet: too late for what may be given, or beyond the limit.
    private(set) var held: [TimelineEvent] = []
    /// How many of those held, from the first, may be given at once: nothing earlier is to come.
    private var due = 0
    private var lost: UInt64 = 0

    private var layout: JournalLayout { feed.layout }
    private var chunkCount: UInt64 { UInt64(layout.chunkCount) }

    /// So many chunks are begun in one look: what is in memory stays bounded however far behind a reader is.
    private static let mostBegun: UInt64 = 256

    init(_ timeline: Timeline, from start: Start) {
        feed = .timeline(timeline)
        guard start == .now else { return }
        upcoming = feed.nextChunk
        open = timeline.memory.cells.compactMap { sequence in
            let offset = Int(sequence % UInt64(layout.chunkSlots))
            return offset == 0 ? nil : Open(number: sequence / UInt64(layout.chunkSlots), offset: offset)
        }
    }

    /// A cursor over a run that another process records, with the oldest event that is still there.
    init(_ run: Run) {
        feed = .file(run)
    }

    /// The events that came since the last call, and how many were missed.
    ///
    /// Empty if there are none. Doesn't wait.
    /// - Parameter limit: At most so many, and at least 1; the rest comes with the next calls. Nothing more is read
    ///   before the rest is fewer than the limit, so a reader that takes less than is recorded doesn't keep more and
    ///   more: what is overwritten meanwhile is lost to it.
    public mutating func next(limit: Int = 4096) -> EventBatch {
        let limit = max(limit, 1)
        if due < limit { readMore() }
        return give(min(due, limit))
    }

    private mutating func readMore() {
        // What is recorded while this looks around may be seen in part: a completion here, its begin not yet there.
        // Only what was stamped before is given out, unless nothing more is to come.
        let before = feed.before
        let next = feed.nextChunk
        skipOverwritten(next)
        repeat {
            beginChunks(next)
            readOpen(next)
            held.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            // Chunks that weren't begun have nothing earlier than their beginning.
            let earliest = upcoming < next ? min(before, startTime(ofChunk: upcoming)) : before
            due = held.firstIndex { $0.time > earliest } ?? held.count
        } while due == 0 && upcoming < next
    }

    /// Whether all that was claimed so far has been given out.
    var isCaughtUp: Bool {
        guard case .timeline(let timeline) = feed else { return false }
        guard held.isEmpty, feed.nextChunk == upcoming else { return false }
        return timeline.memory.cells.allSatisfy { sequence in
            let offset = Int(sequence % UInt64(layout.chunkSlots))
            let number = sequence / UInt64(layout.chunkSlots)
            // A chunk that isn't open was read to its end.
            guard offset != 0, let chunk = open.first(where: { $0.number == number }) else { return true }
            return chunk.offset >= offset
        }
    }

    // MARK: Chunks

    private mutating func skipOverwritten(_ next: UInt64) {
        if next > upcoming, next - upcoming > chunkCount {
            // The oldest chunks are being overwritten at this moment. Half a lap gives time to read the rest.
            let first = next - chunkCount / 2
            lost += (first - upcoming) * UInt64(layout.chunkSlots)
            upcoming = first
        }
        let oldest = next > chunkCount ? next - chunkCount : 0
        for chunk in open where chunk.number < oldest {
            lost += UInt64(layout.chunkSlots - chunk.offset)
        }
        open.removeAll { $0.number < oldest }
    }

    private mutating func beginChunks(_ next: UInt64) {
        let end = min(next, upcoming + Self.mostBegun)
        while upcoming < end {
            open.append(Open(number: upcoming, offset: 0))
            upcoming += 1
        }
    }

    private mutating func readOpen(_ next: UInt64) {
        let size = layout.chunkSlots * JournalLayout.slotSize
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            var index = 0
            while index < open.count {
                var chunk = open[index]
                let goesOn = read(&chunk, into: buffer)
                open[index] = chunk
                // No one records to a chunk that is so far behind: those who do give it up at a quarter of the ring.
                let isForsaken = next - min(next, open[index].number) > chunkCount / 2
                if goesOn && !isForsaken { index += 1 } else { open.remove(at: index) }
            }
        }
    }

    /// Reads the chunk from where it was left.
    ///
    /// False when there is nothing more to come.
    private mutating func read(_ chunk: inout Open, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        let first = chunk.number * UInt64(layout.chunkSlots)
        let place = Int(first % UInt64(layout.slotCount))
        let start = layout.slotsOffset + place * JournalLayout.slotSize
        guard feed.slotWord(at: place + chunk.offset) != 0 else { return true }
        guard feed.source.read(at: start, into: buffer) else { return false }
        let bytes = UnsafeRawBufferPointer(buffer)
        while chunk.offset < layout.chunkSlots {
            let offset = chunk.offset * JournalLayout.slotSize
            let expected = first + UInt64(chunk.offset)
            let word = bytes.load(fromByteOffset: offset, as: UInt64.self)
            if word >> 1 > expected {
                lost += UInt64(layout.chunkSlots - chunk.offset)
                return false
            }
            if word >> 1 < expected {
                // Not yet written; or never to be, since a writer of an earlier lap stands still in it.
                guard word & 1 == 1 else { return true }
                chunk.offset += 1
                continue
            }
            guard word & 1 == 0 else { return true }
            chunk.offset += take(at: chunk.offset, expected: expected, place: place, bytes: bytes)
        }
        return false
    }

    /// Takes the record of a slot that was written, and returns how many slots it takes.
    private mutating func take(at index: Int, expected: UInt64, place: Int, bytes: UnsafeRawBufferPointer) -> Int {
        func isWhole(_ index: Int, _ sequence: UInt64) -> Bool {
            let offset = index * JournalLayout.slotSize
            guard index < layout.chunkSlots,
                case .whole(sequence) = RecordCheck.slot(at: offset, in: bytes, place: place + index, layout: layout)
            else { return false }
            return true
        }
        let offset = index * JournalLayout.slotSize
        guard isWhole(index, expected) else {
            lost += 1
            return 1
        }
        if RecordCheck.isVoid(at: offset, in: bytes) { return 1 }
        guard let slots = RecordCheck.slots(at: offset, in: bytes) else { return 1 }
        for further in 1..<max(slots, 1) where !isWhole(index + further, expected + UInt64(further)) {
            lost += 1
            return 1
        }
        let time = bytes.load(fromByteOffset: offset + 16, as: UInt64.self)
        if let event = Record(sequence: expected, time: time, offset: offset).event(in: bytes) { held.append(event) }
        return slots
    }

    /// When the first event of a chunk was recorded, less what two threads may differ by.
    private func startTime(ofChunk number: UInt64) -> UInt64 {
        let place = Int(number % chunkCount) * layout.chunkSlots
        let time = feed.slotTime(at: place)
        return time > 1_000_000 ? time - 1_000_000 : 0
    }

    // MARK: Events

    private mutating func give(_ count: Int) -> EventBatch {
        let batch = EventBatch(events: Array(held[..<count]), lost: lost)
        held.removeFirst(count)
        due -= count
        lost = 0
        return batch
    }
}

extension Timeline {
    /// A reader of this timeline as it goes on.
    public func cursor(from start: TimelineCursor.Start = .beginning) -> TimelineCursor {
        TimelineCursor(self, from: start)
    }
}

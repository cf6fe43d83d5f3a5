internal import CFiresteelTimeline

/// Reads a timeline while it is recorded, without slowing down the recording threads.
///
/// A cursor belongs to one reader. Unread events are not retained for it: a cursor that falls behind by more than a lap
/// reports the number of missed slots and continues with the available events.
public struct TimelineCursor: Sendable {
    /// The position at which a cursor starts.
    public enum Start: Sendable, Hashable {
        /// The oldest available event.
        case beginning
        /// The next recorded event.
        case now
    }

    /// A chunk that may receive more events.
    private struct Open: Sendable {
        let number: UInt64
        var offset: Int
    }

    private let feed: Feed
    private var open: [Open] = []
    /// The first chunk that wasn't read.
    private var upcoming: UInt64 = 1
    /// The events that were read but not returned, because they are too recent or exceed the limit.
    private(set) var held: [TimelineEvent] = []
    /// The number of held events, from the first, that can be returned because no earlier event can follow.
    private var due = 0
    private var lost: UInt64 = 0

    private var layout: JournalLayout { feed.layout }
    private var chunkCount: UInt64 { UInt64(layout.chunkCount) }

    /// The maximum number of chunks opened by one read, which bounds memory however far behind a reader is.
    private static let maximumBegun: UInt64 = 256

    init(_ timeline: Timeline, from start: Start) {
        feed = .timeline(timeline)
        guard start == .now else { return }
        upcoming = feed.nextChunk
        open = timeline.memory.cells.compactMap { sequence in
            let offset = Int(sequence % UInt64(layout.chunkSlots))
            return offset == 0 ? nil : Open(number: sequence / UInt64(layout.chunkSlots), offset: offset)
        }
    }

    /// Creates a cursor over a run that another process records, from the oldest available event.
    init(_ run: Run) {
        feed = .file(run)
    }

    /// Returns the events recorded since the last call, and the number that was missed.
    ///
    /// Returns an empty batch if there are none. Doesn't wait.
    /// - Parameter limit: The maximum number of events, at least 1. Further events are returned by the next calls. No
    ///   more is read until the remainder is below the limit, so memory stays bounded for a slow reader, and events
    ///   overwritten meanwhile are lost to it.
    public mutating func next(limit: Int = 4096) -> EventBatch {
        let limit = max(limit, 1)
        if due < limit { readMore() }
        return give(min(due, limit))
    }

    private mutating func readMore() {
        // Events recorded during this read may be visible in part: a completion, but not yet its begin.
        // Only events stamped before the read are returned, unless no more can follow.
        let before = feed.before
        let next = feed.nextChunk
        skipOverwritten(next)
        repeat {
            beginChunks(next)
            readOpen(next)
            held.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            // Unopened chunks contain nothing earlier than their start.
            let earliest = upcoming < next ? min(before, startTime(ofChunk: upcoming)) : before
            due = held.firstIndex { $0.time > earliest } ?? held.count
        } while due == 0 && upcoming < next
    }

    /// Whether all claimed events were returned.
    package var isCaughtUp: Bool {
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
            // The oldest chunks are being overwritten. Half a lap leaves enough time to read the rest.
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
        let end = min(next, upcoming + Self.maximumBegun)
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
                // No thread records to a chunk that is this far behind: threads abandon a chunk after a quarter of the
                // ring.
                let isAbandoned = next - min(next, open[index].number) > chunkCount / 2
                if goesOn && !isAbandoned { index += 1 } else { open.remove(at: index) }
            }
        }
    }

    /// Reads the chunk from its last position.
    ///
    /// Returns `false` when no more events can follow.
    private mutating func read(_ chunk: inout Open, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        let first = chunk.number * UInt64(layout.chunkSlots)
        let position = Int(first % UInt64(layout.slotCount))
        let start = layout.slotsOffset + position * JournalLayout.slotSize
        guard feed.slotWord(at: position + chunk.offset) != 0 else { return true }
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
                // Not written yet, or never to be written because a writer of an earlier lap is stalled in it.
                guard word & 1 == 1 else { return true }
                chunk.offset += 1
                continue
            }
            guard word & 1 == 0 else { return true }
            chunk.offset += readRecord(at: chunk.offset, expected: expected, position: position, bytes: bytes)
        }
        return false
    }

    /// Reads the record of a written slot, and returns the number of slots it occupies.
    private mutating func readRecord(at index: Int, expected: UInt64, position: Int, bytes: UnsafeRawBufferPointer)
        -> Int
    {
        func isWhole(_ index: Int, _ sequence: UInt64) -> Bool {
            let offset = index * JournalLayout.slotSize
            guard index < layout.chunkSlots,
                case .whole(sequence) = RecordCheck.slot(
                    at: offset, in: bytes, position: position + index, layout: layout)
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

    /// Returns the time of the first event of a chunk, minus the possible difference between two threads.
    private func startTime(ofChunk number: UInt64) -> UInt64 {
        let position = Int(number % chunkCount) * layout.chunkSlots
        let time = feed.slotTime(at: position)
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
    /// Returns a cursor that reads this timeline while it is recorded.
    public func cursor(from start: TimelineCursor.Start = .beginning) -> TimelineCursor {
        TimelineCursor(self, from: start)
    }
}

/// The events recorded since the last read.
public struct EventBatch: Sendable {
    /// The events, in order of time.
    ///
    /// A perform's begin is never in a later batch than its completion.
    public var events: [TimelineEvent]
    /// The maximum number of slots of events that were overwritten before they could be read.
    ///
    /// An event takes one to six.
    public var lost: UInt64

    /// Whether the batch has neither events nor losses.
    public var isEmpty: Bool { events.isEmpty && lost == 0 }
}

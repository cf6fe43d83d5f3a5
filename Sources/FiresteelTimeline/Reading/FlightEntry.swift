internal import CFiresteelTimeline

/// An entry of the table of performs in flight: a copy of the begin's first slot.
enum FlightEntry {
    case free
    /// Being written: the perform is in flight, and its begin is in the ring.
    case entering(UInt64)
    case begin(TimelineEvent)
    /// Damaged: it may be of one of these performs.
    case damaged([UInt64])
    /// Zeroed: it was used, and may be of any perform.
    case zeroed

    /// Reads an entry.
    ///
    /// A longer input is truncated and marked so.
    /// - Parameter isUsed: Whether the entry was used, so that it can't be all zeros.
    init(_ slot: UnsafeRawBufferPointer, isUsed: Bool) {
        let word = slot.load(as: UInt64.self)
        guard word != 0, let base = slot.baseAddress else {
            self = isUsed && slot.allSatisfy { $0 == 0 } ? .zeroed : .free
            return
        }
        guard word & 1 == 0 else {
            self = .entering(word >> 1)
            return
        }
        let words = base.assumingMemoryBound(to: UInt64.self)
        let entry = slot.load(as: fst_slot.self)
        guard entry.checksum == fst_crc32c_slot(word >> 1, words), entry.kind == RecordKind.begin.rawValue,
            entry.perform == word >> 1, let source = ActionSource(rawValue: entry.source)
        else {
            self = .damaged([word >> 1, entry.perform])
            return
        }
        let firstText = Int(FST_FIRST_TEXT)
        let length = min(Int(entry.text_length), firstText)
        let start = JournalLayout.slotSize - firstText
        self = .begin(
            TimelineEvent(
                sequence: word >> 1, kind: .begin, time: entry.time, perform: entry.perform, session: entry.session,
                sessionName: NameID(rawValue: entry.session_name), stack: entry.stack,
                subject: NameID(rawValue: entry.subject), source: source, depth: entry.depth,
                bytes: Array(slot[start..<(start + length)]),
                flags: entry.flags | (Int(entry.text_length) > firstText ? RecordFlags.textCut : 0), code: entry.code,
                above: entry.parent, other: entry.other))
    }
}

/// The performs in flight, as a run retains them however many events follow.
struct FlightTable {
    /// Their begins.
    private(set) var begins: [TimelineEvent] = []
    /// The number of damaged entries.
    private(set) var damaged = 0
    /// The performs that are in flight, or may be.
    private(set) var performs: Set<UInt64> = []
    /// Whether entries were zeroed or can't be read, so that any perform may be in flight.
    private(set) var isIncomplete = false

    init(_ source: JournalSource, _ layout: JournalLayout) {
        let size = JournalLayout.slotSize
        let slot = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { slot.deallocate() }
        let used = (0..<Int(FST_USED_WORDS)).map { source.word(at: HeaderField.flightsUsed + $0 * 8) ?? 0 }
        for entry in 0..<layout.flightCount {
            guard source.read(at: layout.flightsOffset + entry * size, into: slot) else {
                damaged += 1
                isIncomplete = true
                continue
            }
            let isUsed = entry / 64 < used.count && used[entry / 64] >> UInt64(entry % 64) & 1 == 1
            switch FlightEntry(UnsafeRawBufferPointer(slot), isUsed: isUsed) {
            case .free: break
            case .entering(let perform): performs.insert(perform)
            case .begin(let begin):
                begins.append(begin)
                performs.insert(begin.perform)
            case .zeroed:
                damaged += 1
                isIncomplete = true
            case .damaged(let candidates):
                damaged += 1
                performs.formUnion(candidates)
            }
        }
    }
}

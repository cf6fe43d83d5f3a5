internal import CFiresteelTimeline

/// An entry of the table of performs in flight: a copy of the begin's first slot.
enum FlightEntry {
    /// Returns the begin in an entry, or `nil` if the entry is free, being written or damaged.
    ///
    /// A longer input is truncated and marked so.
    static func begin(in slot: UnsafeRawBufferPointer) -> TimelineEvent? {
        let word = slot.load(as: UInt64.self)
        guard word != 0, word & 1 == 0, let base = slot.baseAddress else { return nil }
        let words = base.assumingMemoryBound(to: UInt64.self)
        let entry = slot.load(as: fst_slot.self)
        guard entry.checksum == fst_crc32c_slot(word >> 1, words), entry.kind == RecordKind.begin.rawValue,
            entry.perform == word >> 1, let source = ActionSource(rawValue: entry.source)
        else { return nil }
        let firstText = Int(FST_FIRST_TEXT)
        let length = min(Int(entry.text_length), firstText)
        let start = JournalLayout.slotSize - firstText
        return TimelineEvent(
            sequence: word >> 1, kind: .begin, time: entry.time, perform: entry.perform, session: entry.session,
            sessionName: NameID(rawValue: entry.session_name), stack: entry.stack,
            subject: NameID(rawValue: entry.subject), source: source, depth: entry.depth,
            bytes: Array(slot[start..<(start + length)]),
            flags: entry.flags | (Int(entry.text_length) > firstText ? RecordFlags.textCut : 0), code: entry.code,
            above: entry.parent, other: entry.other)
    }
}

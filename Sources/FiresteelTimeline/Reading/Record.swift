internal import CFiresteelTimeline

/// A record in a buffer of slots: found to be whole, and not yet copied.
struct Record {
    let sequence: UInt64
    let time: UInt64
    /// The offset of its first slot in the buffer.
    let offset: Int

    /// Returns the event, copied from the buffer, or `nil` if this format doesn't define the record.
    func event(in buffer: UnsafeRawBufferPointer) -> TimelineEvent? {
        let slot = buffer.loadUnaligned(fromByteOffset: offset, as: fst_slot.self)
        guard let kind = TimelineEvent.Kind(rawValue: slot.kind), let source = ActionSource(rawValue: slot.source)
        else { return nil }
        return TimelineEvent(
            sequence: sequence, kind: kind, time: slot.time, perform: slot.perform, session: slot.session,
            sessionName: NameID(rawValue: slot.session_name), stack: slot.stack,
            subject: NameID(rawValue: slot.subject), source: source, depth: slot.depth,
            bytes: text(in: buffer, length: Int(slot.text_length)), flags: slot.flags, code: slot.code,
            above: slot.parent, other: slot.other)
    }

    private func text(in buffer: UnsafeRawBufferPointer, length: Int) -> [UInt8] {
        guard length > 0 else { return [] }
        let firstText = Int(FST_FIRST_TEXT)
        let slotSize = Int(FST_SLOT_BYTES)
        return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            var from = offset + slotSize - firstText
            var room = firstText
            while count < length {
                let part = min(room, length - count)
                for index in 0..<part { bytes[count + index] = buffer[from + index] }
                count += part
                from += room + slotSize - Int(FST_FURTHER_TEXT)
                room = Int(FST_FURTHER_TEXT)
            }
        }
    }
}

/// The result of checking one slot.
enum SlotState {
    /// Zeros, as before it is written.
    case absent
    /// Written whole, with this sequence number.
    case whole(UInt64)
    /// Being written, with this sequence number.
    case torn(UInt64)
    /// Neither zeros nor anything that a writer leaves.
    case damaged
}

/// The checks of slots and records.
///
/// All input is validated here, and only here.
enum RecordCheck {
    /// Checks one slot.
    /// - Parameter position: Its index in the ring.
    static func slot(
        at offset: Int, in buffer: UnsafeRawBufferPointer, position: Int, layout: JournalLayout
    ) -> SlotState {
        let word = buffer.load(fromByteOffset: offset, as: UInt64.self)
        guard let base = buffer.baseAddress else { return .absent }
        let words = (base + offset).assumingMemoryBound(to: UInt64.self)
        guard word != 0 else {
            // The word is written with the rest, so that a slot with a rest alone has lost it.
            return (1..<Int(FST_SLOT_WORDS)).allSatisfy { words[$0] == 0 } ? .absent : .damaged
        }
        let sequence = word >> 1
        guard sequence % UInt64(layout.slotCount) == UInt64(position) else { return .damaged }
        // The contents may be complete: a writer removes the mark after them.
        if word & 1 == 1 { return .torn(sequence) }
        return UInt32(truncatingIfNeeded: words[1]) == fst_crc32c_slot(sequence, words) ? .whole(sequence) : .damaged
    }

    /// Returns the number of slots of the record that starts with this valid slot, or `nil` if its head is invalid.
    static func slots(at offset: Int, in buffer: UnsafeRawBufferPointer) -> Int? {
        let slot = buffer.loadUnaligned(fromByteOffset: offset, as: fst_slot.self)
        guard slot.index == 0, slot.kind != RecordKind.void.rawValue else { return nil }
        let needed = slots(textLength: Int(slot.text_length))
        guard needed == Int(slot.slots), needed <= Int(FST_RECORD_SLOTS), isKnown(slot) else { return nil }
        return needed
    }

    /// Returns the number of slots of a record with a text of `length` bytes.
    static func slots(textLength length: Int) -> Int {
        let firstText = Int(FST_FIRST_TEXT)
        let further = Int(FST_FURTHER_TEXT)
        return length <= firstText ? 1 : 1 + (length - firstText + further - 1) / further
    }

    /// Returns whether this valid slot continues the record whose first slot is at `first`.
    static func continues(at offset: Int, first: Int, index: Int, in buffer: UnsafeRawBufferPointer) -> Bool {
        buffer[offset + 12] == buffer[first + 12] && buffer[offset + 13] == buffer[first + 13]
            && Int(buffer[offset + 14]) == index
    }

    /// Returns the position in its record of a valid slot: 0 for the first one.
    static func index(at offset: Int, in buffer: UnsafeRawBufferPointer) -> Int { Int(buffer[offset + 14]) }

    /// Returns the lane of a valid slot: a number of the thread that wrote it, or 0 if it isn't known.
    static func lane(at offset: Int, in buffer: UnsafeRawBufferPointer) -> UInt8 { buffer[offset + 15] }

    /// Returns whether a valid slot is a void record, which is intentionally empty.
    static func isVoid(at offset: Int, in buffer: UnsafeRawBufferPointer) -> Bool {
        buffer[offset + 12] == RecordKind.void.rawValue
    }

    /// Returns whether a record's numbers are among those that have a meaning.
    ///
    /// Kinds of later versions are passed over.
    private static func isKnown(_ slot: fst_slot) -> Bool {
        guard let kind = RecordKind(rawValue: slot.kind) else { return true }
        switch kind {
        case .void: return false
        case .begin, .sessionOpened, .sessionClosed, .stackOpened, .stackClosed:
            return ActionSource(rawValue: slot.source) != nil
        case .completion: return Outcome(rawValue: slot.code) != nil && ActionSource(rawValue: slot.source) != nil
        case .log: return LogSeverity(rawValue: slot.code) != nil
        case .note: return NoteKind(rawValue: slot.code) != nil
        case .flagExposed, .flagChanged: return true
        case .inputKept:
            return (1...3).contains(slot.code) && slot.parent < slot.other
                && slot.other <= UInt64(KeptInput.maximumParts)
        case .requestRefused: return ActionSource(rawValue: slot.source) != nil
        case .availabilityChanged:
            return FeatureState(rawValue: slot.code) != nil && slot.parent <= UInt64(UInt8.max)
                && FeatureState(rawValue: UInt8(slot.parent)) != nil
        }
    }
}

internal import CFiresteelTimeline

/// A chunk of the ring in memory: the slots that one thread, or some that share a home, wrote in order.
struct Chunk {
    /// The chunk's number: its first slot's sequence number divided by the slots of a chunk.
    ///
    /// 0 for one without a whole slot.
    private(set) var number: UInt64 = 0
    /// Its whole records, in order of their positions.
    private(set) var records: [Record] = []
    /// Its slots, by their contents.
    private(set) var slots = ChunkSlots()
    /// The newest slots of the threads, in this chunk and those that were read before it.
    ///
    /// Not determined if `nil`.
    var lanes: LanePositions?
    let bytes: UnsafeMutableRawBufferPointer

    /// - Parameter bytes: Room for a chunk's slots, aligned to 8 bytes. The caller owns it.
    init(bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
    }

    /// Reads the chunk at a position of the ring and finds its records.
    ///
    /// Returns `false` if it can't be read.
    mutating func read(at position: Int, from source: JournalSource, layout: JournalLayout) -> Bool {
        let offset = layout.slotsOffset + position * layout.chunkSlots * JournalLayout.slotSize
        number = 0
        slots = ChunkSlots()
        records.removeAll(keepingCapacity: true)
        guard source.read(at: offset, into: bytes) else { return false }
        find(firstPosition: position * layout.chunkSlots, layout: layout)
        return true
    }

    /// Sorts the records by time.
    ///
    /// They are nearly always sorted already: only threads that share a chunk interleave.
    mutating func sortRecords() {
        for index in records.indices.dropFirst() where records[index].time < records[index - 1].time {
            records.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            return
        }
    }

    private mutating func find(firstPosition: Int, layout: JournalLayout) {
        let buffer = UnsafeRawBufferPointer(bytes)
        let count = layout.chunkSlots
        withUnsafeTemporaryAllocation(of: SlotState.self, capacity: count) { states in
            for index in 0..<count {
                let state = RecordCheck.slot(
                    at: index * JournalLayout.slotSize, in: buffer, position: firstPosition + index, layout: layout)
                states.initializeElement(at: index, to: state)
                if case .whole(let sequence) = state {
                    number = max(number, sequence / UInt64(count))
                    lanes?.add(sequence, in: RecordCheck.lane(at: index * JournalLayout.slotSize, in: buffer))
                }
            }
            divide(states, in: buffer)
        }
    }

    /// Takes the records of the latest lap, and counts the other slots.
    private mutating func divide(
        _ states: UnsafeMutableBufferPointer<SlotState>, in buffer: UnsafeRawBufferPointer
    ) {
        let count = states.count
        // A position may still contain a record of the previous lap. Only records of the latest lap belong to the chunk.
        let written = states.lastIndex { state in
            switch state {
            case .absent: false
            case .whole(let sequence): sequence / UInt64(count) == number
            case .torn(let sequence): number == 0 || sequence / UInt64(count) <= number
            case .damaged: true
            }
        }
        let isReused =
            number != 0
            && states.contains { state in
                if case .torn(let sequence) = state { sequence / UInt64(count) > number } else { false }
            }
        var index = 0
        var skipped = 0
        while index < count {
            let isPast = written.map { index > $0 } ?? true
            if case .absent = states[index] {} else { endGap(&skipped) }
            switch states[index] {
            case .whole(let sequence) where sequence / UInt64(count) == number:
                index += record(at: index, sequence, states, isReused: isReused, in: buffer)
                continue
            // Its writer stalled in an earlier lap, or was about to write it.
            case .whole: if isPast { slots.unwritten += 1 } else { slots.torn += 1 }
            case .absent:
                if isPast { slots.unwritten += 1 } else { skipped += 1 }
            case .torn(let sequence) where number != 0 && sequence / UInt64(count) > number: slots.reused += 1
            case .torn: slots.torn += 1
            case .damaged: slots.damaged += 1
            }
            index += 1
        }
    }

    /// Counts unwritten slots that are followed by written ones.
    private mutating func endGap(_ count: inout Int) {
        if count <= Int(FST_RECORD_SLOTS) { slots.skipped += count } else { slots.damaged += count }
        count = 0
    }

    /// Takes the record that starts at a whole slot, if there is one, and returns the number of slots it takes.
    private mutating func record(
        at index: Int, _ sequence: UInt64, _ states: UnsafeMutableBufferPointer<SlotState>, isReused: Bool,
        in buffer: UnsafeRawBufferPointer
    ) -> Int {
        let offset = index * JournalLayout.slotSize
        if RecordCheck.isVoid(at: offset, in: buffer) {
            slots.recorded += 1
            return 1
        }
        if isUnfinished(at: index, sequence, states, in: buffer) {
            slots.torn += 1
            return 1
        }
        guard let length = RecordCheck.slots(at: offset, in: buffer), index + length <= states.count else {
            drop(1, isReused: isReused)
            return 1
        }
        for further in 1..<max(length, 1) {
            guard case .whole(sequence + UInt64(further)) = states[index + further],
                RecordCheck.continues(
                    at: offset + further * JournalLayout.slotSize, first: offset, index: further, in: buffer)
            else {
                drop(further, isReused: isReused)
                return further
            }
        }
        let time = buffer.load(fromByteOffset: offset + 16, as: UInt64.self)
        records.append(Record(sequence: sequence, time: time, offset: offset))
        slots.recorded += length
        return length
    }

    /// Returns whether a whole slot belongs to a record that was being written: its first slot, which is written last, has
    /// the mark.
    private func isUnfinished(
        at index: Int, _ sequence: UInt64, _ states: UnsafeMutableBufferPointer<SlotState>,
        in buffer: UnsafeRawBufferPointer
    ) -> Bool {
        let distance = RecordCheck.index(at: index * JournalLayout.slotSize, in: buffer)
        guard distance > 0, distance <= index, case .torn(let first) = states[index - distance] else { return false }
        return first == sequence - UInt64(distance)
    }

    /// Counts the whole slots of a record that isn't whole: its other slots are damaged, or were overwritten.
    private mutating func drop(_ count: Int, isReused: Bool) {
        if isReused { slots.lost += count } else { slots.damaged += count }
    }
}

/// The slots of a chunk, by their contents.
struct ChunkSlots {
    /// Slots of whole records, void ones included.
    var recorded = 0
    /// Slots that were being written.
    var torn = 0
    /// Slots that were written and don't pass the checks, and those of a record that isn't whole.
    var damaged = 0
    /// Slots of records of which a later lap has overwritten the rest.
    var lost = 0
    /// Slots that were being written in the next lap.
    var reused = 0
    /// The slots after the last written one.
    var unwritten = 0
    /// Unwritten slots before a written one, as many as a record takes: of a thread that shares the chunk and was about to
    /// write them, or damaged.
    var skipped = 0
}

/// The newest slot of each lane: of the threads with the same number modulo `FST_LANES`.
struct LanePositions {
    private var newest = [UInt64](repeating: 0, count: Int(FST_LANES) + 1)

    /// The number of lanes with a slot.
    var count: Int { newest.dropFirst().count { $0 != 0 } }

    mutating func add(_ sequence: UInt64, in lane: UInt8) {
        newest[Int(lane)] = max(newest[Int(lane)], sequence)
    }

    /// Returns whether a lane has recorded anything after a slot, as far as is known.
    func hasRecorded(after sequence: UInt64, in lane: UInt8) -> Bool {
        lane == 0 || newest[Int(lane)] > sequence
    }
}

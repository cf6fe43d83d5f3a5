internal import CFiresteelTimeline

/// A chunk of the ring in memory: the slots that one thread, or some that share a home, wrote in order.
struct Chunk {
    /// The chunk's number: its first slot's sequence number divided by the slots of a chunk.
    ///
    /// 0 for an empty one.
    private(set) var number: UInt64 = 0
    /// Its whole records, in order of their places.
    private(set) var records: [Record] = []
    /// Slots that were being written, or were written in part.
    private(set) var torn = 0
    let bytes: UnsafeMutableRawBufferPointer

    /// - Parameter bytes: Room for a chunk's slots, aligned to 8 bytes. The caller owns it.
    init(bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
    }

    /// Reads the chunk at a place of the ring and finds its records.
    ///
    /// Returns `false` if there is none.
    mutating func read(at place: Int, from source: JournalSource, layout: JournalLayout) -> Bool {
        let offset = layout.slotsOffset + place * layout.chunkSlots * JournalLayout.slotSize
        number = 0
        torn = 0
        records.removeAll(keepingCapacity: true)
        guard source.read(at: offset, into: bytes) else { return false }
        find(firstPlace: place * layout.chunkSlots, layout: layout)
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

    private mutating func find(firstPlace: Int, layout: JournalLayout) {
        let buffer = UnsafeRawBufferPointer(bytes)
        let count = layout.chunkSlots
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { sequences in
            // A place may still contain a record of the previous lap. Only records of the latest lap belong to the
            // chunk.
            for index in 0..<count {
                sequences[index] = 0
                switch RecordCheck.slot(
                    at: index * JournalLayout.slotSize, in: buffer, place: firstPlace + index, layout: layout)
                {
                case .absent: break
                case .torn: torn += 1
                case .whole(let sequence):
                    sequences[index] = sequence
                    number = max(number, sequence / UInt64(count))
                }
            }
            var index = 0
            while index < count {
                index += record(at: index, sequences: sequences, in: buffer)
            }
        }
    }

    /// Takes the record that starts at a slot, if there is one, and returns the number of its slots.
    private mutating func record(
        at index: Int, sequences: UnsafeMutableBufferPointer<UInt64>, in buffer: UnsafeRawBufferPointer
    ) -> Int {
        let count = sequences.count
        let sequence = sequences[index]
        guard sequence != 0, sequence / UInt64(count) == number else { return 1 }
        let offset = index * JournalLayout.slotSize
        if RecordCheck.isVoid(at: offset, in: buffer) { return 1 }
        guard let slots = RecordCheck.slots(at: offset, in: buffer), index + slots <= count else {
            torn += 1
            return 1
        }
        for further in 1..<max(slots, 1) {
            guard sequences[index + further] == sequence + UInt64(further),
                RecordCheck.continues(
                    at: offset + further * JournalLayout.slotSize, first: offset, index: further, in: buffer)
            else {
                torn += 1
                return further
            }
        }
        let time = buffer.load(fromByteOffset: offset + 16, as: UInt64.self)
        records.append(Record(sequence: sequence, time: time, offset: offset))
        return slots
    }
}

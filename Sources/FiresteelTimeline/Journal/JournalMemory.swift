internal import CFiresteelTimeline

/// The mapping that a run lives in: of its file, or of memory alone.
///
/// Sendable, although it is a pointer: what it points to is reached in three ways only. Words of the ring, of the table
/// of performs in flight and of the header's changing part are atomic, in C. The rest of the header is written once,
/// before the memory is shared. The region of names is written, written over when sessions are erased, and read by
/// ``NameTable`` alone, always behind its lock; whoever reads it from the file meanwhile goes by its checksums. The
/// mapping lives as long as this object, and whoever uses the pointers holds it.
final class JournalMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let layout: JournalLayout
    /// The journal as the C functions see it.
    let journal: UnsafePointer<fst_journal>

    private let cellMemory: UnsafeMutableRawPointer
    private let isOnHeap: Bool

    /// Takes over a mapping of `layout.size` zeros.
    convenience init(taking base: UnsafeMutableRawPointer, layout: JournalLayout) {
        self.init(base, isOnHeap: false, layout: layout)
    }

    private init(_ base: UnsafeMutableRawPointer, isOnHeap: Bool, layout: JournalLayout) {
        self.base = base
        self.isOnHeap = isOnHeap
        self.layout = layout
        let cellWords = layout.cellCount * Int(FST_CELL_WORDS)
        cellMemory = .allocate(byteCount: cellWords * 8, alignment: 128)
        let journal = UnsafeMutablePointer<fst_journal>.allocate(capacity: 1)
        journal.initialize(
            to: fst_journal(
                next: (base + HeaderField.next).assumingMemoryBound(to: UInt64.self),
                slots: (base + layout.slotsOffset).assumingMemoryBound(to: UInt64.self),
                slot_count: UInt64(layout.slotCount),
                chunk_slots: UInt64(layout.chunkSlots),
                cells: cellMemory.initializeMemory(as: UInt64.self, repeating: 0, count: cellWords),
                cell_count: UInt64(layout.cellCount),
                flights: (base + layout.flightsOffset).assumingMemoryBound(to: UInt64.self),
                flight_count: UInt64(layout.flightCount),
                flights_refused: (base + HeaderField.flightsRefused).assumingMemoryBound(to: UInt64.self),
                generation: fst_fork_generation()))
        self.journal = UnsafePointer(journal)
    }

    /// Memory of its own, or nil if there is none to be had.
    convenience init?(anonymous layout: JournalLayout) {
        guard let base = fst_map_memory(layout.size) else { return nil }
        self.init(taking: base, layout: layout)
    }

    /// Memory from the heap, for the day on which no mapping is to be had.
    convenience init(onHeap layout: JournalLayout) {
        let base = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: 128)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
        self.init(base, isOnHeap: true, layout: layout)
    }

    deinit {
        journal.deallocate()
        cellMemory.deallocate()
        if isOnHeap { base.deallocate() } else { fst_unmap(base, layout.size) }
    }

    /// Whether this process got the memory from one that forked, and must leave it alone.
    var isInherited: Bool { journal.pointee.generation != fst_fork_generation() }

    /// The chunk that is claimed next.
    var nextChunk: UInt64 { fst_load(journal.pointee.next) }

    /// What each cell gives next: a sequence number, or 0.
    var cells: [UInt64] {
        (0..<layout.cellCount).map { fst_load(journal.pointee.cells + $0 * Int(FST_CELL_WORDS)) }
    }

    /// The word of the slot at a place of the ring.
    func slotWord(at place: Int) -> UInt64 {
        fst_load(journal.pointee.slots + place * Int(FST_SLOT_WORDS))
    }

    /// The time in the slot at a place of the ring, which may be of any record.
    func slotTime(at place: Int) -> UInt64 {
        fst_load(journal.pointee.slots + place * Int(FST_SLOT_WORDS) + 2)
    }

    /// How the run ends, for the handlers in C.
    var end: UnsafeMutablePointer<fst_end> {
        (base + HeaderField.end).assumingMemoryBound(to: fst_end.self)
    }

    /// Writes down that the run ended in good order.
    func markEnded(at time: UInt64) {
        fst_mark_ended(end, time)
    }

    /// A word of the header's changing part.
    func word(_ offset: Int) -> UnsafeMutablePointer<UInt64> {
        (base + offset).assumingMemoryBound(to: UInt64.self)
    }
}

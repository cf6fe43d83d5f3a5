internal import CFiresteelTimeline

/// The memory of a run: a mapping of its file, or anonymous memory.
///
/// It is Sendable although it is a pointer, because its contents are accessed in three ways only. The words of the
/// ring, of the table of performs in flight and of the changing part of the header are atomic, in C. The rest of the
/// header is written once, before the memory is shared. The names region is written, overwritten when sessions are
/// erased, and read by ``NameTable`` alone, always while holding its lock; readers of the file verify its checksums.
/// The mapping lives as long as this object, and every user of the pointers retains it.
final class JournalMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let layout: JournalLayout
    /// The journal as the C functions see it.
    let journal: UnsafePointer<fst_journal>

    private let cellMemory: UnsafeMutableRawPointer
    private let isOnHeap: Bool

    /// Takes over a mapping of `layout.size` zeros.
    /// - Parameter maximumCells: The maximum number of threads that can own a chunk at a time.
    convenience init(taking base: UnsafeMutableRawPointer, layout: JournalLayout, maximumCells: Int) {
        self.init(base, isOnHeap: false, layout: layout, maximumCells: maximumCells)
    }

    private init(_ base: UnsafeMutableRawPointer, isOnHeap: Bool, layout: JournalLayout, maximumCells: Int) {
        self.base = base
        self.isOnHeap = isOnHeap
        self.layout = layout
        let cells = min(layout.cellCount, maximumCells)
        let cellWords = cells * Int(FST_CELL_WORDS)
        cellMemory = .allocate(byteCount: cellWords * 8, alignment: 128)
        let journal = UnsafeMutablePointer<fst_journal>.allocate(capacity: 1)
        journal.initialize(
            to: fst_journal(
                next: (base + HeaderField.next).assumingMemoryBound(to: UInt64.self),
                slots: (base + layout.slotsOffset).assumingMemoryBound(to: UInt64.self),
                slot_count: UInt64(layout.slotCount),
                chunk_slots: UInt64(layout.chunkSlots),
                cells: cellMemory.initializeMemory(as: UInt64.self, repeating: 0, count: cellWords),
                cell_count: UInt64(cells),
                cells_used: (base + HeaderField.cellsUsed).assumingMemoryBound(to: UInt64.self),
                claims: (base + HeaderField.claims).assumingMemoryBound(to: UInt64.self),
                flights: (base + layout.flightsOffset).assumingMemoryBound(to: UInt64.self),
                flight_count: UInt64(layout.flightCount),
                flights_refused: (base + HeaderField.flightsRefused).assumingMemoryBound(to: UInt64.self),
                flights_used: (base + HeaderField.flightsUsed).assumingMemoryBound(to: UInt64.self),
                generation: fst_fork_generation()))
        self.journal = UnsafePointer(journal)
    }

    /// Creates anonymous memory, or returns `nil` if none is available.
    convenience init?(anonymous layout: JournalLayout, maximumCells: Int) {
        guard let base = fst_map_memory(layout.size) else { return nil }
        self.init(taking: base, layout: layout, maximumCells: maximumCells)
    }

    /// Creates memory on the heap, for when no mapping is available.
    convenience init(onHeap layout: JournalLayout, maximumCells: Int) {
        let base = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: 128)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
        self.init(base, isOnHeap: true, layout: layout, maximumCells: maximumCells)
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

    /// The next value of each cell: a sequence number, or 0.
    var cells: [UInt64] {
        (0..<Int(journal.pointee.cell_count)).map { fst_load(journal.pointee.cells + $0 * Int(FST_CELL_WORDS)) }
    }

    /// Returns the word of the slot at a position of the ring.
    func slotWord(at position: Int) -> UInt64 {
        fst_load(journal.pointee.slots + position * Int(FST_SLOT_WORDS))
    }

    /// Returns the time in the slot at a position of the ring, which may be of any record.
    func slotTime(at position: Int) -> UInt64 {
        fst_load(journal.pointee.slots + position * Int(FST_SLOT_WORDS) + 2)
    }

    /// The end of the run, for the signal handlers in C.
    var end: UnsafeMutablePointer<fst_end> {
        (base + HeaderField.end).assumingMemoryBound(to: fst_end.self)
    }

    /// Records that the run ended in an orderly way.
    func markEnded(at time: UInt64) {
        fst_mark_ended(end, time)
    }

    /// Returns a word of the header's changing part.
    func word(_ offset: Int) -> UnsafeMutablePointer<UInt64> {
        (base + offset).assumingMemoryBound(to: UInt64.self)
    }
}

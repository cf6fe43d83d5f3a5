public import Synchronization

/// The slots of a stack by the flags' indices: read without a lock while slots are added, never shrunk.
///
/// `@unchecked Sendable` because it owns memory: the directory is allocated once and never moves, each page is
/// allocated once and published by a releasing store, and what changes in a slot is atomic.
@usableFromInline struct FlagTable: @unchecked Sendable {
    @usableFromInline typealias Page = UnsafeMutablePointer<FlagSlot>
    @usableFromInline typealias Entry = Atomic<UnsafeMutablePointer<FlagSlot>?>

    @usableFromInline static var pageBits: UInt32 { 8 }
    @usableFromInline static var pageSize: Int { 256 }
    /// Room for 262,144 flags.
    ///
    /// Each read of a flag beyond takes the stack's lock.
    @usableFromInline static var pageCount: Int { 1024 }

    @usableFromInline let directory: UnsafeMutablePointer<Entry>

    init() {
        directory = .allocate(capacity: Self.pageCount)
        for index in 0..<Self.pageCount { (directory + index).initialize(to: Entry(nil)) }
    }

    /// Deallocates the table, together with the stack.
    func deallocate() {
        for index in 0..<Self.pageCount {
            guard let page = directory[index].load(ordering: .acquiring) else { continue }
            page.deinitialize(count: Self.pageSize)
            page.deallocate()
        }
        directory.deinitialize(count: Self.pageCount)
        directory.deallocate()
    }

    /// Returns the slot at an index; `nil` if no flag of its page is declared.
    @inlinable @inline(__always) func slot(_ index: UInt32) -> UnsafeMutablePointer<FlagSlot>? {
        let number = Int(index >> Self.pageBits)
        guard number < Self.pageCount, let page = directory[number].load(ordering: .acquiring) else { return nil }
        return page + Int(index & UInt32(Self.pageSize - 1))
    }

    /// Returns the slot at an index; `nil` if the table has no room.
    func slotForWriting(_ index: UInt32) -> UnsafeMutablePointer<FlagSlot>? {
        let number = Int(index >> Self.pageBits)
        guard number < Self.pageCount else { return nil }
        if directory[number].load(ordering: .acquiring) == nil {
            let page = Page.allocate(capacity: Self.pageSize)
            for offset in 0..<Self.pageSize { (page + offset).initialize(to: FlagSlot()) }
            let (stored, _) = directory[number].compareExchange(
                expected: nil, desired: page, ordering: .acquiringAndReleasing)
            if !stored {
                page.deinitialize(count: Self.pageSize)
                page.deallocate()
            }
        }
        return slot(index)
    }
}

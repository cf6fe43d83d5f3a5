public import Synchronization

/// Elements by index: read without a lock while the table grows by pages, never moved, and never removed.
///
/// It owns memory, as a pointer does: copies are the same table, and one owner calls ``deallocate()``.
///
/// `@unchecked Sendable`: the directory is allocated once and never moves, and each page is allocated once and published by
/// a releasing exchange. Elements are shared by threads, so what changes in them has to be atomic.
@usableFromInline
package struct PagedTable<Element: PagedTableElement & ~Copyable>: @unchecked Sendable {
    @usableFromInline typealias Page = UnsafeMutablePointer<Element>

    @usableFromInline let directory: UnsafeMutablePointer<Atomic<Page?>>
    @usableFromInline let pageCount: Int

    /// Creates a table without pages.
    ///
    /// - Parameter capacity: The number of elements for which there is room, rounded up to whole pages. It costs eight
    ///   bytes a page.
    package init(capacity: Int) {
        pageCount = (capacity + Self.pageSize - 1) / Self.pageSize
        directory = .allocate(capacity: pageCount)
        for index in 0..<pageCount { (directory + index).initialize(to: Atomic(nil)) }
    }

    /// Releases all elements and the table's memory.
    package func deallocate() {
        for index in 0..<pageCount {
            guard let page = directory[index].load(ordering: .acquiring) else { continue }
            page.deinitialize(count: Self.pageSize)
            page.deallocate()
        }
        directory.deinitialize(count: pageCount)
        directory.deallocate()
    }

    private static var pageSize: Int { 1 << Int(Element.pageBits) }

    /// The element at an index, or `nil` if its page has no element yet.
    ///
    /// Costs one shift and one load.
    @inlinable @inline(__always)
    package func find(_ index: UInt32) -> UnsafeMutablePointer<Element>? {
        let number = Int(index &>> Element.pageBits)
        guard number < pageCount, let page = directory[number].load(ordering: .acquiring) else { return nil }
        return page + Int(index & (1 &<< Element.pageBits &- 1))
    }

    /// The element at an index, whose page is allocated if necessary; `nil` where the table has no room.
    package func findOrAllocate(_ index: UInt32) -> UnsafeMutablePointer<Element>? {
        let number = Int(index &>> Element.pageBits)
        guard number < pageCount else { return nil }
        if directory[number].load(ordering: .acquiring) == nil {
            let page = Page.allocate(capacity: Self.pageSize)
            for offset in 0..<Self.pageSize { (page + offset).initialize(to: Element()) }
            let (stored, _) = directory[number].compareExchange(
                expected: nil, desired: page, ordering: .acquiringAndReleasing)
            if !stored {
                page.deinitialize(count: Self.pageSize)
                page.deallocate()
            }
        }
        return find(index)
    }

    /// Calls a function with each element of the allocated pages.
    package func forEach(_ body: (borrowing Element) -> Void) {
        for index in 0..<pageCount {
            guard let page = directory[index].load(ordering: .acquiring) else { continue }
            for offset in 0..<Self.pageSize { body(page[offset]) }
        }
    }
}

/// An element of a ``PagedTable``.
@usableFromInline
package protocol PagedTableElement: ~Copyable {
    /// The binary logarithm of the number of elements of a page.
    static var pageBits: UInt32 { get }

    /// Creates the element that an index has at first.
    init()
}

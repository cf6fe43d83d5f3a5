import Synchronization

/// A table of objects by process-wide indices: read without a lock, filled concurrently, and never shrunk.
///
/// `@unchecked Sendable` because it owns memory: the directory is allocated once and never moves, each page is
/// allocated once and published by a releasing store, and each element is stored by a releasing exchange and retained
/// for the lifetime of the table, even after it is replaced. Readers load with acquiring ordering and retain the table
/// itself, so the elements they read are initialized and remain valid.
final class IndexedTable<Element: AnyObject & Sendable>: @unchecked Sendable {
    private typealias Cell = Atomic<UnsafeRawPointer?>

    private static var pageSize: Int { 256 }
    /// Room for 262,144 elements, of which a program needs one for each feature type or binding in its code.
    private static var pageCount: Int { 1024 }

    private let directory: UnsafeMutablePointer<Cell>
    /// The replaced elements.
    ///
    /// Readers may still use them, so they are retained for the lifetime of the table.
    private let retired = Mutex<[Element]>([])

    init() {
        directory = .allocate(capacity: Self.pageCount)
        for index in 0..<Self.pageCount { (directory + index).initialize(to: Cell(nil)) }
    }

    deinit {
        for index in 0..<Self.pageCount {
            guard let page = page(index) else { continue }
            for offset in 0..<Self.pageSize {
                if let element = page[offset].load(ordering: .relaxed) {
                    Unmanaged<Element>.fromOpaque(element).release()
                }
            }
            page.deinitialize(count: Self.pageSize)
            page.deallocate()
        }
        directory.deinitialize(count: Self.pageCount)
        directory.deallocate()
    }

    /// Returns the element at an index, valid while the table is retained.
    ///
    /// Costs one shift and two loads.
    @inline(__always)
    func find(_ index: UInt32) -> Unmanaged<Element>? {
        guard let page = page(Int(index) / Self.pageSize),
            let element = page[Int(index) % Self.pageSize].load(ordering: .acquiring)
        else { return nil }
        return Unmanaged.fromOpaque(element)
    }

    subscript(index: UInt32) -> Element? {
        find(index)?.takeUnretainedValue()
    }

    /// Stores an element if there is none at the index, and returns the stored one.
    ///
    /// Returns `nil` if the table has no room.
    func insert(_ element: Element, at index: UInt32) -> Element? {
        guard let page = pageForWriting(Int(index) / Self.pageSize) else { return nil }
        let new = Unmanaged.passRetained(element)
        let (stored, original) = page[Int(index) % Self.pageSize].compareExchange(
            expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
        guard !stored, let original else { return element }
        new.release()
        return Unmanaged<Element>.fromOpaque(original).takeUnretainedValue()
    }

    /// Stores an element, and replaces the existing one.
    ///
    /// - Returns: `false` if the table has no room.
    func replace(with element: Element, at index: UInt32) -> Bool {
        guard let page = pageForWriting(Int(index) / Self.pageSize) else { return false }
        let new = UnsafeRawPointer(Unmanaged.passRetained(element).toOpaque())
        if let old = page[Int(index) % Self.pageSize].exchange(new, ordering: .acquiringAndReleasing) {
            let element = Unmanaged<Element>.fromOpaque(old).takeRetainedValue()
            retired.withLock { $0.append(element) }
        }
        return true
    }

    @inline(__always)
    private func page(_ index: Int) -> UnsafeMutablePointer<Cell>? {
        guard index < Self.pageCount, let page = directory[index].load(ordering: .acquiring) else { return nil }
        return UnsafeMutableRawPointer(mutating: page).assumingMemoryBound(to: Cell.self)
    }

    private func pageForWriting(_ index: Int) -> UnsafeMutablePointer<Cell>? {
        guard index < Self.pageCount else { return nil }
        if let page = page(index) { return page }
        let fresh = UnsafeMutablePointer<Cell>.allocate(capacity: Self.pageSize)
        for offset in 0..<Self.pageSize { (fresh + offset).initialize(to: Cell(nil)) }
        let (stored, _) = directory[index].compareExchange(
            expected: nil, desired: UnsafeRawPointer(fresh), ordering: .acquiringAndReleasing)
        if !stored {
            fresh.deinitialize(count: Self.pageSize)
            fresh.deallocate()
        }
        return page(index)
    }
}

import FiresteelBase
import Synchronization

/// Objects by process-wide indices: read without a lock and filled concurrently.
///
/// Each object is retained for the lifetime of the table, even after it is replaced, since readers may still use it. They
/// retain the table itself.
final class IndexedTable<Element: AnyObject & Sendable>: Sendable {
    /// Room for 262,144 objects, of which a program needs one for each feature type or binding in its code.
    private let cells = PagedTable<ObjectCell>(capacity: 262_144)
    /// The replaced objects.
    private let retired = Mutex<[Element]>([])

    deinit {
        cells.forEach { cell in
            if let object = cell.object.load(ordering: .relaxed) { Unmanaged<Element>.fromOpaque(object).release() }
        }
        cells.deallocate()
    }

    /// Returns the object at an index, valid while the table is retained.
    ///
    /// Costs one shift and two loads.
    @inline(__always)
    func find(_ index: UInt32) -> Unmanaged<Element>? {
        guard let cell = cells.find(index), let object = cell.pointee.object.load(ordering: .acquiring) else {
            return nil
        }
        return Unmanaged.fromOpaque(object)
    }

    subscript(index: UInt32) -> Element? {
        find(index)?.takeUnretainedValue()
    }

    /// Stores an object if there is none at the index, and returns the stored one.
    ///
    /// Returns `nil` if the table has no room.
    func insert(_ element: Element, at index: UInt32) -> Element? {
        guard let cell = cells.findOrAllocate(index) else { return nil }
        let new = Unmanaged.passRetained(element)
        let (stored, original) = cell.pointee.object.compareExchange(
            expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
        guard !stored, let original else { return element }
        new.release()
        return Unmanaged<Element>.fromOpaque(original).takeUnretainedValue()
    }

    /// Stores an object, and replaces the existing one.
    ///
    /// - Returns: `false` if the table has no room.
    func replace(with element: Element, at index: UInt32) -> Bool {
        guard let cell = cells.findOrAllocate(index) else { return false }
        let new = UnsafeRawPointer(Unmanaged.passRetained(element).toOpaque())
        if let old = cell.pointee.object.exchange(new, ordering: .acquiringAndReleasing) {
            let element = Unmanaged<Element>.fromOpaque(old).takeRetainedValue()
            retired.withLock { $0.append(element) }
        }
        return true
    }
}

/// The address of a retained object.
private struct ObjectCell: PagedTableElement, ~Copyable {
    static var pageBits: UInt32 { 8 }
    let object = Atomic<UnsafeRawPointer?>(nil)
}

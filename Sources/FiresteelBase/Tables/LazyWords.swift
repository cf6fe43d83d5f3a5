public import Synchronization

/// A fixed number of atomic words, at first 0, whose memory is allocated by the first write.
///
/// `@unchecked Sendable` because it owns memory, which is allocated once, published by a releasing exchange, and released
/// with it.
@usableFromInline
package struct LazyWords: ~Copyable, @unchecked Sendable {
    /// A word.
    @usableFromInline package typealias Word = Atomic<UInt64>

    /// The number of words.
    package let count: Int
    @usableFromInline let memory = Atomic<UnsafeMutablePointer<Word>?>(nil)

    /// Creates words without memory.
    package init(count: Int) { self.count = count }

    deinit {
        guard let words else { return }
        words.deinitialize(count: count)
        words.deallocate()
    }

    /// The words, or `nil` before the first write.
    @inlinable @inline(__always)
    package var words: UnsafeMutablePointer<Word>? { memory.load(ordering: .acquiring) }

    /// Returns the words for writing.
    package func allocate() -> UnsafeMutablePointer<Word> {
        if let words { return words }
        let fresh = UnsafeMutablePointer<Word>.allocate(capacity: count)
        for index in 0..<count { (fresh + index).initialize(to: Word(0)) }
        let (stored, original) = memory.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        guard !stored, let original else { return fresh }
        fresh.deinitialize(count: count)
        fresh.deallocate()
        return original
    }
}

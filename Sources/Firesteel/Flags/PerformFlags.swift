import Synchronization

/// The flags that performs in flight have read, by the performs' positions in the timeline's table.
///
/// A slot has room for ``most`` flags and belongs to the perform that wrote to it last. Pages of slots are allocated
/// when a flag is first read in one of them, so a program without flags has none.
///
/// `@unchecked Sendable` because it owns memory: the directory is allocated once and never moves, each page is
/// allocated once and published by a releasing exchange, and both remain allocated until `deinit`. Their contents are
/// atomic.
final class PerformFlags: @unchecked Sendable {
    /// The maximum number of flags that are recorded for a perform.
    static let most = 8

    private typealias Word = Atomic<UInt64>
    private typealias PagePointer = Atomic<UnsafeRawPointer?>

    /// The number of words of a slot: the perform's identifier and its flags.
    private static let words = 1 + most
    private static let placesOfPage = 32
    /// Replaces the perform's identifier while a slot is prepared for another perform.
    private static let busy = UInt64.max

    private let pages: UnsafeMutablePointer<PagePointer>
    private let pageCount: Int

    /// Creates a table.
    ///
    /// - Parameter count: The maximum number of performs in flight.
    init(count: Int) {
        pageCount = (count + Self.placesOfPage - 1) / Self.placesOfPage
        pages = .allocate(capacity: pageCount)
        for index in 0..<pageCount { (pages + index).initialize(to: PagePointer(nil)) }
    }

    deinit {
        for index in 0..<pageCount {
            guard let pointer = pages[index].load(ordering: .acquiring) else { continue }
            let page = UnsafeMutableRawPointer(mutating: pointer).assumingMemoryBound(to: Word.self)
            page.deinitialize(count: Self.placesOfPage * Self.words)
            page.deallocate()
        }
        pages.deinitialize(count: pageCount)
        pages.deallocate()
    }

    /// Returns whether a read of a flag's value is recorded for a perform.
    @inline(__always)
    func contains(_ word: UInt64, perform: UInt64, at place: Int32) -> Bool {
        guard let slot = slot(place), slot[0].load(ordering: .acquiring) == perform else { return false }
        for index in 1...Self.most {
            let known = slot[index].load(ordering: .relaxed)
            if known == word { return true }
            if known == 0 { return false }
        }
        return false
    }

    /// Records that a perform read a flag's value.
    ///
    /// Replaces an earlier value of the same flag. A new flag is recorded only if there is room.
    func add(_ word: UInt64, perform: UInt64, at place: Int32) {
        guard let slot = slot(place) ?? makeSlot(place), take(slot, for: perform) else { return }
        for index in 1...Self.most {
            let known = slot[index].load(ordering: .relaxed)
            guard known == 0 || Self.isSameFlag(known, word) else { continue }
            let (stored, other) = slot[index].compareExchange(expected: known, desired: word, ordering: .relaxed)
            // Another task of the perform wrote first. For the same flag, its value is equally valid.
            if !stored && !Self.isSameFlag(other, word) { continue }
            // A task that outlived its perform may write after the slot has a new owner.
            if stored, slot[0].load(ordering: .acquiring) != perform {
                _ = slot[index].compareExchange(expected: word, desired: 0, ordering: .relaxed)
            }
            return
        }
    }

    /// Returns the recorded values of a perform, in the order of the flags' first reads.
    func words(perform: UInt64, at place: Int32) -> [UInt64] {
        guard let slot = slot(place), slot[0].load(ordering: .acquiring) == perform else { return [] }
        var words: [UInt64] = []
        for index in 1...Self.most {
            let word = slot[index].load(ordering: .relaxed)
            if word != 0, !words.contains(where: { Self.isSameFlag($0, word) }) { words.append(word) }
        }
        return slot[0].load(ordering: .acquiring) == perform ? words : []
    }

    /// Returns the word of all flags of a feature, which denotes their values for as long as the perform lasts.
    static func word(ofFlagsOf feature: UInt32) -> UInt64 { 1 << 63 | UInt64(feature) << 32 }

    /// Returns the feature whose flags a word denotes, or `nil` for the value of one flag.
    static func feature(of word: UInt64) -> UInt32? {
        word >> 63 == 0 ? nil : UInt32(truncatingIfNeeded: word >> 32) & 0x7FFF_FFFF
    }

    /// Returns whether two words are values of one flag, whose number is in the upper half.
    private static func isSameFlag(_ word: UInt64, _ other: UInt64) -> Bool { word >> 32 == other >> 32 }

    func removeAll() {
        for index in 0..<pageCount * Self.placesOfPage {
            guard let slot = slot(Int32(index)) else { continue }
            slot[0].store(0, ordering: .releasing)
        }
    }

    /// Assigns a slot to a perform.
    ///
    /// - Returns: `false` if other threads use it for too long.
    private func take(_ slot: UnsafeMutablePointer<Word>, for perform: UInt64) -> Bool {
        for _ in 0..<1_000 {
            let owner = slot[0].load(ordering: .acquiring)
            if owner == perform { return true }
            guard owner != Self.busy else { continue }
            let (taken, _) = slot[0].compareExchange(
                expected: owner, desired: Self.busy, ordering: .acquiringAndReleasing)
            guard taken else { continue }
            for index in 1...Self.most { slot[index].store(0, ordering: .relaxed) }
            slot[0].store(perform, ordering: .releasing)
            return true
        }
        return false
    }

    @inline(__always)
    private func slot(_ place: Int32) -> UnsafeMutablePointer<Word>? {
        let (page, offset) = Int(place).quotientAndRemainder(dividingBy: Self.placesOfPage)
        guard page < pageCount, let pointer = pages[page].load(ordering: .acquiring) else { return nil }
        return UnsafeMutableRawPointer(mutating: pointer).assumingMemoryBound(to: Word.self) + offset * Self.words
    }

    private func makeSlot(_ place: Int32) -> UnsafeMutablePointer<Word>? {
        let page = Int(place) / Self.placesOfPage
        guard page < pageCount else { return nil }
        let count = Self.placesOfPage * Self.words
        let fresh = UnsafeMutablePointer<Word>.allocate(capacity: count)
        for index in 0..<count { (fresh + index).initialize(to: Word(0)) }
        let (stored, _) = pages[page].compareExchange(
            expected: nil, desired: UnsafeRawPointer(fresh), ordering: .acquiringAndReleasing)
        if !stored {
            fresh.deinitialize(count: count)
            fresh.deallocate()
        }
        return slot(place)
    }
}

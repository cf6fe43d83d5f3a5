import FiresteelBase
import Synchronization

/// The flags that performs in flight have read, by the performs' positions in the timeline's table.
///
/// A slot has room for ``most`` flags and belongs to the perform that wrote to it last. Pages of slots are allocated
/// when a flag is first read in one of them, so a program without flags has none.
final class PerformFlags: Sendable {
    /// The maximum number of flags that are recorded for a perform.
    static let most = 8

    /// A word of a slot: the perform's identifier, or one of its flags.
    private struct Word: PagedTableElement, ~Copyable {
        static var pageBits: UInt32 { 9 }
        let value = Atomic<UInt64>(0)
    }

    /// The binary logarithm of the number of words from one slot to the next, of which `1 + most` are used.
    ///
    /// A divisor of a page's words, so that a slot lies in one page.
    private static let slotBits: UInt32 = 4
    /// Replaces the perform's identifier while a slot is prepared for another perform.
    private static let busy = UInt64.max

    private let table: PagedTable<Word>
    private let count: Int

    /// Creates a table.
    ///
    /// - Parameter count: The maximum number of performs in flight.
    init(count: Int) {
        self.count = count
        table = PagedTable(capacity: count << Int(Self.slotBits))
    }

    deinit { table.deallocate() }

    /// Returns whether a read of a flag's value is recorded for a perform.
    @inline(__always)
    func contains(_ word: UInt64, perform: UInt64, at entry: Int32) -> Bool {
        guard let slot = slot(entry), slot[0].value.load(ordering: .acquiring) == perform else { return false }
        for index in 1...Self.most {
            let known = slot[index].value.load(ordering: .relaxed)
            if known == word { return true }
            if known == 0 { return false }
        }
        return false
    }

    /// Records that a perform read a flag's value.
    ///
    /// Replaces an earlier value of the same flag. A new flag is recorded only if there is room.
    ///
    /// - Returns: Whether it was recorded.
    @discardableResult
    func add(_ word: UInt64, perform: UInt64, at entry: Int32) -> Bool {
        guard let slot = slot(entry) ?? table.findOrAllocate(Self.index(of: entry)), claim(slot, for: perform) else {
            return false
        }
        for index in 1...Self.most {
            let known = slot[index].value.load(ordering: .relaxed)
            guard known == 0 || Self.isSameFlag(known, word) else { continue }
            let (stored, other) = slot[index].value.compareExchange(expected: known, desired: word, ordering: .relaxed)
            // Another task of the perform wrote first. For the same flag, its value is equally valid.
            if !stored && !Self.isSameFlag(other, word) { continue }
            // A task that outlived its perform may write after the slot has a new owner.
            if stored, slot[0].value.load(ordering: .acquiring) != perform {
                _ = slot[index].value.compareExchange(expected: word, desired: 0, ordering: .relaxed)
            }
            return stored
        }
        return false
    }

    /// Returns the recorded values of a perform, in the order of the flags' first reads.
    func words(perform: UInt64, at entry: Int32) -> [UInt64] {
        guard let slot = slot(entry), slot[0].value.load(ordering: .acquiring) == perform else { return [] }
        var words: [UInt64] = []
        for index in 1...Self.most {
            let word = slot[index].value.load(ordering: .relaxed)
            if word != 0, !words.contains(where: { Self.isSameFlag($0, word) }) { words.append(word) }
        }
        return slot[0].value.load(ordering: .acquiring) == perform ? words : []
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
        for entry in 0..<count {
            guard let slot = slot(Int32(entry)) else { continue }
            slot[0].value.store(0, ordering: .releasing)
        }
    }

    /// Assigns a slot to a perform.
    ///
    /// - Returns: `false` if other threads use it for too long.
    private func claim(_ slot: UnsafeMutablePointer<Word>, for perform: UInt64) -> Bool {
        for _ in 0..<1_000 {
            let owner = slot[0].value.load(ordering: .acquiring)
            if owner == perform { return true }
            guard owner != Self.busy else { continue }
            let (taken, _) = slot[0].value.compareExchange(
                expected: owner, desired: Self.busy, ordering: .acquiringAndReleasing)
            guard taken else { continue }
            for index in 1...Self.most { slot[index].value.store(0, ordering: .relaxed) }
            slot[0].value.store(perform, ordering: .releasing)
            return true
        }
        return false
    }

    @inline(__always)
    private func slot(_ entry: Int32) -> UnsafeMutablePointer<Word>? { table.find(Self.index(of: entry)) }

    /// The index of a slot's first word; that of a negative position is beyond the table.
    private static func index(of entry: Int32) -> UInt32 {
        entry < 0 ? .max : UInt32(entry) << slotBits
    }
}

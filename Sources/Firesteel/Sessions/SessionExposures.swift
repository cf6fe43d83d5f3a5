import FiresteelBase
import Synchronization

/// The flag values that a session's user was exposed to.
///
/// Its memory is bounded: a table of 512 bytes, allocated by the first read of a flag and searched by each read, and
/// the newest ``most`` exposed values. A value that was removed is exposed again.
///
/// A lost or overwritten word of the table is searched for in `values`.
final class SessionExposures: Sendable {
    /// The maximum number of stored values.
    static let most = 512

    private let table = LazyWords(count: count)
    private let values = Mutex(EvictingDictionary<UInt64, Void>(limit: most))

    private static let count = 64
    /// The number of positions in the table at which a flag can be.
    private static let ways = 4

    /// Returns whether an exposure to a flag's value is in the table.
    ///
    /// May be `false` for a recorded exposure; ``add(_:value:_:)`` is exact.
    @inline(__always)
    func contains(_ word: UInt64) -> Bool {
        guard let words = table.words else { return false }
        let start = Self.start(word)
        for way in 0..<Self.ways where words[start + way].load(ordering: .relaxed) == word { return true }
        return false
    }

    /// Records an exposure to a flag's value.
    ///
    /// - Parameters:
    ///   - word: The flag, with a number for the value.
    ///   - value: A number for flag and value that is the same whenever the flag has that value.
    ///   - isNew: Called if the exposure is new, while holding the lock, so that it is reported once.
    func add(_ word: UInt64, value: UInt64, _ isNew: () -> Void) {
        values.withLock { values in
            guard values[value] == nil else { return }
            values[value] = ()
            isNew()
        }
        remember(word)
    }

    /// Returns the word of the value of a flag that was read last.
    ///
    /// `nil` if it wasn't read, or if another flag replaced it in the table.
    ///
    /// - Parameter flag: The upper half of the flag's words.
    func last(of flag: UInt32) -> UInt64? {
        guard let words = table.words else { return nil }
        let start = Self.start(UInt64(flag) << 32)
        for way in 0..<Self.ways {
            let word = words[start + way].load(ordering: .relaxed)
            if word >> 32 == UInt64(flag) { return word }
        }
        return nil
    }

    /// The words of the values that were read last.
    var last: [UInt64] {
        guard let words = table.words else { return [] }
        return (0..<Self.count).map { words[$0].load(ordering: .relaxed) }.filter { $0 != 0 }
    }

    func removeAll() {
        values.withLock { $0.removeAll() }
        guard let words = table.words else { return }
        for index in 0..<Self.count { words[index].store(0, ordering: .relaxed) }
    }

    private func remember(_ word: UInt64) {
        let words = table.allocate()
        let start = Self.start(word)
        // Replaces the flag's last value, or uses a free position, or replaces another flag, which is then searched for
        // in `values`.
        var slot = start + Int(word & UInt64(Self.ways - 1))
        for index in start..<start + Self.ways {
            let known = words[index].load(ordering: .relaxed)
            if known >> 32 == word >> 32 || known == 0 {
                slot = index
                break
            }
        }
        words[slot].store(word, ordering: .relaxed)
    }

    private static func start(_ word: UInt64) -> Int {
        Int((word >> 32) &* 0x9E37_79B9 >> 16 & UInt64(count / ways - 1)) * ways
    }
}

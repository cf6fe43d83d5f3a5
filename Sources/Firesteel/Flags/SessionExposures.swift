import Synchronization

/// The flags' values that a session has met.
///
/// What it needs is bounded: a table of 512 bytes, made by the first read of a flag, that is looked at for each read, and the
/// values met, of which the newest ``most`` are remembered. One that was forgotten is exposed again.
///
/// `@unchecked Sendable` because it owns memory: the table is allocated once, published by a releasing exchange, and stays
/// until this goes; everything in it is atomic, and a word that is lost or overwritten is looked for in `values`.
final class SessionExposures: @unchecked Sendable {
    /// So many values are remembered.
    static let most = 512

    private let table = Atomic<UnsafeRawPointer?>(nil)
    private let values = Mutex(BoundedTable<UInt64, Void>(limit: most))

    private typealias Word = Atomic<UInt64>
    private static let count = 64
    /// How many places a flag may be at.
    private static let ways = 4

    deinit {
        guard let words else { return }
        words.deinitialize(count: Self.count)
        words.deallocate()
    }

    /// Whether a flag's value is known to have been met.
    ///
    /// May be forgotten of one that was; then ``add(_:value:_:)`` knows.
    @inline(__always)
    func contains(_ word: UInt64) -> Bool {
        guard let words else { return false }
        let start = Self.start(word)
        for way in 0..<Self.ways where words[start + way].load(ordering: .relaxed) == word { return true }
        return false
    }

    /// Notes that a flag's value was met.
    ///
    /// - Parameters:
    ///   - word: The flag, with a number that goes with the value.
    ///   - value: A number for flag and value that is the same whenever the flag has that value.
    ///   - isNew: Called if the value wasn't met before, below the lock, so that it is told once.
    func add(_ word: UInt64, value: UInt64, _ isNew: () -> Void) {
        values.withLock { values in
            guard values[value] == nil else { return }
            values[value] = ()
            isNew()
        }
        remember(word)
    }

    /// Forgets everything.
    func removeAll() {
        values.withLock { $0.removeAll() }
        guard let words else { return }
        for index in 0..<Self.count { words[index].store(0, ordering: .relaxed) }
    }

    private func remember(_ word: UInt64) {
        let words = words ?? make()
        let start = Self.start(word)
        // In place of the flag's last value, or where nothing is, or of another flag, which is then asked for anew.
        var place = start + Int(word & UInt64(Self.ways - 1))
        for index in start..<start + Self.ways {
            let known = words[index].load(ordering: .relaxed)
            if known >> 32 == word >> 32 || known == 0 {
                place = index
                break
            }
        }
        words[place].store(word, ordering: .relaxed)
    }

    private static func start(_ word: UInt64) -> Int {
        Int((word >> 32) &* 0x9E37_79B9 >> 16 & UInt64(count / ways - 1)) * ways
    }

    private var words: UnsafeMutablePointer<Word>? {
        table.load(ordering: .acquiring).map {
            UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: Word.self)
        }
    }

    private func make() -> UnsafeMutablePointer<Word> {
        let fresh = UnsafeMutablePointer<Word>.allocate(capacity: Self.count)
        for index in 0..<Self.count { (fresh + index).initialize(to: Word(0)) }
        let (stored, original) = table.compareExchange(
            expected: nil, desired: UnsafeRawPointer(fresh), ordering: .acquiringAndReleasing)
        guard !stored, let original else { return fresh }
        fresh.deinitialize(count: Self.count)
        fresh.deallocate()
        return UnsafeMutableRawPointer(mutating: original).assumingMemoryBound(to: Word.self)
    }
}

import FiresteelBase
package import FiresteelTimeline
import Synchronization

/// The last reads of flags by performs: the perform, and the flag with its value.
///
/// A read is new to its perform, so a perform that reads a flag repeatedly is added once for each value. It costs one
/// addition and three stores. The memory is allocated by the first read. A writer that is interrupted while all others
/// add as many reads as there are entries may leave an entry with the parts of two reads.
final class FlagReadLog: Sendable {
    /// The number of retained reads.
    static let count = 8_192

    /// A read.
    struct Entry {
        let perform: UInt64
        let word: UInt64
    }

    /// Two words for each read: the perform, and the flag with its value.
    private let table = LazyWords(count: count * 2)
    private let added = Atomic<UInt64>(0)

    func add(_ word: UInt64, perform: UInt64) {
        let words = table.allocate()
        let (number, _) = added.wrappingAdd(1, ordering: .relaxed)
        let place = Int(number % UInt64(Self.count)) * 2
        words[place].store(0, ordering: .relaxed)
        words[place + 1].store(word, ordering: .releasing)
        words[place].store(perform, ordering: .releasing)
    }

    /// The retained reads, the newest first.
    var newest: [Entry] {
        guard let words = table.words else { return [] }
        let end = added.load(ordering: .acquiring)
        var entries: [Entry] = []
        for number in stride(from: end, to: end - min(end, UInt64(Self.count)), by: -1) {
            let place = Int((number - 1) % UInt64(Self.count)) * 2
            let perform = words[place].load(ordering: .acquiring)
            let word = words[place + 1].load(ordering: .acquiring)
            guard perform != 0, words[place].load(ordering: .relaxed) == perform else { continue }
            entries.append(Entry(perform: perform, word: word))
        }
        return entries
    }

    func removeAll() {
        guard let words = table.words else { return }
        for place in stride(from: 0, to: table.count, by: 2) { words[place].store(0, ordering: .relaxed) }
    }
}

/// A flag that a perform has read, with its value at that time.
package struct FlagReading: Sendable {
    /// The perform's identifier.
    package let perform: UInt64
    /// The flag's key.
    package let key: String
    /// The value with its origin.
    package let answer: FlagAnswer
}

extension FeatureRuntime {
    /// Returns the last reads of flags by performs, as far as they are in memory, the newest first.
    ///
    /// - Parameters:
    ///   - key: The key of the flag, or `nil` for all flags.
    ///   - perform: The perform, or `nil` for all.
    package func flagReadings(of key: String? = nil, by perform: UInt64? = nil) -> [FlagReading] {
        dispatcher.exposures?.readings(of: key, by: perform) ?? []
    }
}

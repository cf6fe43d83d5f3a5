import FiresteelBase
package import FiresteelTimeline
import Synchronization

/// The last reads of flags by performs: the perform, and the flag with its value.
///
/// A read is new to its perform, so a perform that reads a flag repeatedly is added once for each value. It is added to
/// the ring of the perform's entry in the table of performs in flight. Threads have separate entries, so that they mostly
/// add to separate rings, which share no cache line. All reads of a perform are in one ring.
///
/// A read costs one addition and four stores. The memory of a ring is allocated by its first read. A writer that is
/// interrupted while all others of its ring add as many reads as there are entries may leave an entry with the parts of
/// two reads.
///
/// `@unchecked Sendable` because it owns the memory of the rings, which never moves and is released with it. A ring isn't an
/// object, since threads would contend on the reference counts of neighboring objects.
final class FlagReadLog: @unchecked Sendable {
    /// The number of retained reads.
    ///
    /// Each ring has as many entries, so that the newest are retained however performs are distributed.
    static let count = 8_192

    /// The number of rings.
    private static let ringCount = 16
    /// The number of consecutive entries that the journal gives one thread.
    private static let entriesOfThread = 4

    /// A read.
    struct Entry {
        let perform: UInt64
        let word: UInt64
    }

    private let rings: UnsafeMutablePointer<Ring>

    init() {
        rings = .allocate(capacity: Self.ringCount)
        for index in 0..<Self.ringCount { (rings + index).initialize(to: Ring()) }
    }

    deinit {
        rings.deinitialize(count: Self.ringCount)
        rings.deallocate()
    }

    /// Records a read.
    ///
    /// - Parameters:
    ///   - word: The flag and its value.
    ///   - perform: The perform's identifier.
    ///   - began: The time at which it began.
    ///   - entry: Its position in the table of performs in flight.
    func add(_ word: UInt64, perform: UInt64, began: UInt64, at entry: Int32) {
        rings[Int(entry) / Self.entriesOfThread % Self.ringCount].add(word, perform: perform, began: began)
    }

    /// The retained reads, the newest first.
    ///
    /// Those of one ring are in the order in which they were added. Between rings, a read is as new as the newest perform
    /// that had added a read to its ring by then.
    var newest: [Entry] {
        var reads = (0..<Self.ringCount).map { rings[$0].reads }
        var entries: [Entry] = []
        while entries.count < Self.count {
            var next: (ring: Int, time: UInt64)?
            for ring in reads.indices {
                guard let time = reads[ring].last?.time else { continue }
                if next.map({ $0.time < time }) ?? true { next = (ring, time) }
            }
            guard let next, let read = reads[next.ring].popLast() else { break }
            entries.append(read.entry)
        }
        return entries
    }

    func removeAll() {
        for index in 0..<Self.ringCount { rings[index].removeAll() }
    }
}

extension FlagReadLog {
    /// The reads by performs of a few threads.
    private struct Ring: ~Copyable {
        /// A read, with the latest begin of a perform among it and the earlier ones.
        struct Read {
            let time: UInt64
            let entry: Entry
        }

        /// The number of words in front of the entries: the number of added reads, and two cache lines' padding, since
        /// some processors load two together.
        private static let headSize = 16
        /// The number of words of an entry: the perform, the flag with its value, and the perform's begin.
        private static let entrySize = 3

        private let table = LazyWords(count: headSize + count * entrySize)

        func add(_ word: UInt64, perform: UInt64, began: UInt64) {
            let words = table.allocate()
            let (number, _) = words[0].wrappingAdd(1, ordering: .relaxed)
            let entry = words + Self.position(number)
            entry[0].store(0, ordering: .relaxed)
            entry[1].store(word, ordering: .releasing)
            entry[2].store(began, ordering: .releasing)
            entry[0].store(perform, ordering: .releasing)
        }

        /// The retained reads, the oldest first.
        var reads: [Read] {
            guard let words = table.words else { return [] }
            let end = words[0].load(ordering: .acquiring)
            var reads: [Read] = []
            var time: UInt64 = 0
            for number in end - min(end, UInt64(FlagReadLog.count))..<end {
                let entry = words + Self.position(number)
                let perform = entry[0].load(ordering: .acquiring)
                let word = entry[1].load(ordering: .acquiring)
                let began = entry[2].load(ordering: .acquiring)
                guard perform != 0, entry[0].load(ordering: .relaxed) == perform else { continue }
                time = max(time, began)
                reads.append(Read(time: time, entry: Entry(perform: perform, word: word)))
            }
            return reads
        }

        func removeAll() {
            guard let words = table.words else { return }
            for number in 0..<UInt64(FlagReadLog.count) { words[Self.position(number)].store(0, ordering: .relaxed) }
        }

        private static func position(_ number: UInt64) -> Int {
            headSize + Int(number % UInt64(FlagReadLog.count)) * entrySize
        }
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

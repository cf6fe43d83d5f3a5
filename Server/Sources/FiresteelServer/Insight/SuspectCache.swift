import FiresteelFlags
import Synchronization

/// The suspects of groups that were compared last, so that a list that many people read compares each group once.
final class SuspectCache: Sendable {
    /// The result of a comparison.
    struct Entry: Sendable {
        /// The suspect, or `null` if none is named.
        let suspect: JSONValue
        /// The number of the group's reports.
        let reports: Int64
        /// The time of the comparison, in milliseconds since 1970.
        let time: Int64

        /// Whether a group with a number of reports needn't be compared again.
        func isCurrent(reports: Int64, at now: Int64) -> Bool {
            reports == self.reports && (0..<SuspectCache.lifetime).contains(now - time)
        }

        /// Whether it may be shown while there is no newer comparison.
        func isUsable(at now: Int64) -> Bool { (0..<10 * SuspectCache.lifetime).contains(now - time) }
    }

    private struct Key: Hashable {
        let scope: Int64
        let group: String
    }

    /// The time after which a group is compared again, in milliseconds.
    static let lifetime: Int64 = 60_000
    private static let maximumEntries = 10_000

    private let entries = Mutex<[Key: Entry]>([:])

    /// Returns the last result for a group, however old.
    func entry(of group: String, scope: Int64) -> Entry? {
        entries.withLock { $0[Key(scope: scope, group: group)] }
    }

    /// Stores the result for a group.
    func store(_ entry: Entry, of group: String, scope: Int64) {
        entries.withLock { entries in
            if entries.count >= Self.maximumEntries {
                entries = entries.filter { $0.value.isUsable(at: entry.time) }
                if entries.count >= Self.maximumEntries { entries = [:] }
            }
            entries[Key(scope: scope, group: group)] = entry
        }
    }
}

import FiresteelDatabase
import FiresteelFlags
import FiresteelStore

/// The versions of a program, by when each was seen first.
struct VersionHistory: Sendable {
    /// A version and the time at which it was seen first, in milliseconds since 1970.
    struct Entry: Sendable, Hashable {
        let version: String
        let first: Int64
    }

    /// The entries, those that were seen first before others.
    let entries: [Entry]

    /// Reads the versions of a scope.
    init(_ reader: InsightReader) throws { self.init(try reader.versions()) }

    init(_ firsts: [String: Int64]) {
        entries = firsts.filter { !$0.key.isEmpty }.map { Entry(version: $0.key, first: $0.value) }
            .sorted { ($0.first, $0.version) < ($1.first, $1.version) }
    }

    /// The releases: the versions that precede none that was known when they were seen first.
    ///
    /// A device that wasn't updated for long brings an old version, which isn't one. A version that can't be compared precedes
    /// none; another build of the same version is a release.
    var releases: [Entry] {
        var releases: [Entry] = []
        var newest: String?
        for (index, entry) in entries.enumerated() {
            // Of versions that were seen at the same time, the last alone: one message arrives by chance before the other.
            let others = entries[(index + 1)...].prefix { $0.first == entry.first }
            let isOld = ([newest].compactMap { $0 } + others.map(\.version)).contains {
                (VersionOrder.compare(entry.version, $0) ?? 0) < 0
            }
            if !isOld { releases.append(entry) }
            newest = Self.newer(newest, entry.version)
        }
        return releases
    }

    /// The newest version: the last by Semantic Versioning, or if none follows that, the one that was seen first last.
    var newest: Entry? {
        let name = entries.reduce(into: String?.none) { $0 = Self.newer($0, $1.version) }
        return entries.last { $0.version == name } ?? entries.last
    }

    /// Returns the later of two versions, the second one if they are equal, and `nil` before the first that can be compared.
    private static func newer(_ one: String?, _ other: String) -> String? {
        guard VersionOrder.compare(other, other) != nil else { return one }
        guard let one, let order = VersionOrder.compare(other, one) else { return other }
        return order >= 0 ? other : one
    }
}

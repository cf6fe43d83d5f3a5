import FiresteelFlags

/// The order of a program's versions.
///
/// Semantic versions follow each other by their precedence, whenever each was received: an old program that connects later
/// isn't the newest. Other versions follow by the time, to which a semantic version counts as received when the last one
/// up to it was.
enum CatalogueOrder {
    /// A version, and when its catalogue was received.
    typealias Version = (version: String, received: Int64)

    /// Returns versions, the newest first.
    static func newestFirst(_ versions: [Version]) -> [Version] {
        var ranks: [String: (time: Int64, precedence: Int)] = [:]
        var latest = Int64.min
        let semantic = versions.filter { VersionOrder.compare($0.version, $0.version) != nil }.sorted {
            let order = VersionOrder.compare($0.version, $1.version) ?? 0
            return order == 0 ? ($0.received, $0.version) < ($1.received, $1.version) : order < 0
        }
        for (index, one) in semantic.enumerated() {
            latest = max(latest, one.received)
            ranks[one.version] = (latest, index + 1)
        }
        func key(_ one: Version) -> (Int64, Int, String) {
            let rank = ranks[one.version] ?? (one.received, 0)
            return (rank.time, rank.precedence, one.version)
        }
        return versions.sorted { key($0) > key($1) }
    }
}

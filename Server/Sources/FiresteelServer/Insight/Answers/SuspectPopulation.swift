import FiresteelStatistics
import FiresteelStore

/// The sessions that could have been affected by a group, and those that were, by version and variant.
struct SuspectPopulation {
    /// All sessions by version.
    let versions: [String: Int64]
    private let affectedByVersion: [String: Int64]
    private let affected: [String: [String: Int64]]
    private let base: [String: [String: Int64]]

    init(affected: [InsightReader.Count], base: [InsightReader.Count]) {
        // A report may arrive before the summary of its session.
        affectedByVersion = affected.byVersion()
        versions = base.byVersion().merging(affectedByVersion) { max($0, $1) }.filter { $0.value > 0 }
        self.affected = Self.byValue(affected)
        self.base = Self.byValue(base)
    }

    private static func byValue(_ counts: [InsightReader.Count]) -> [String: [String: Int64]] {
        counts.reduce(into: [:]) {
            if CountKey(of: $1.value) == .variant { $0[$1.value, default: [:]][$1.version, default: 0] += $1.count }
        }
    }

    /// All sessions.
    var total: Int64 { versions.values.reduce(0, +) }
    var affectedTotal: Int64 { affectedByVersion.values.reduce(0, +) }
    /// The versions of affected sessions.
    var affectedVersions: Set<String> { Set(affectedByVersion.filter { $0.value > 0 }.keys) }
    /// The sessions with each variant.
    var variants: [String: Int64] {
        base.mapValues { $0.values.reduce(0, +) }
            .merging(affected.mapValues { $0.values.reduce(0, +) }) { max($0, $1) }
    }

    /// Returns the sessions with and without a variant, by version.
    func strata(of value: String) throws -> [RateStratum] {
        try versions.sorted { $0.key < $1.key }.map { version, total in
            let all = min(affectedByVersion[version] ?? 0, total)
            let part = min(affected[value]?[version] ?? 0, all)
            let exposed = min(max(base[value]?[version] ?? 0, part), total)
            return try Self.stratum(part, exposed, min(all - part, total - exposed), total - exposed)
        }
    }

    /// Returns the sessions of a version, and those of all others.
    func stratum(ofVersion version: String) throws -> RateStratum {
        let exposed = versions[version] ?? 0
        let part = min(affectedByVersion[version] ?? 0, exposed)
        let rest = total - exposed
        return try Self.stratum(part, exposed, min(max(0, affectedTotal - part), rest), rest)
    }

    private static func stratum(
        _ exposedAffected: Int64, _ exposed: Int64, _ unexposedAffected: Int64, _ unexposed: Int64
    ) throws -> RateStratum {
        try RateStratum(
            exposed: RateCounts(affected: Int(exposedAffected), of: Int(exposed)),
            unexposed: RateCounts(affected: Int(unexposedAffected), of: Int(unexposed)))
    }
}

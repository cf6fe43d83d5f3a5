import FiresteelDatabase
import FiresteelFlags
import FiresteelStore

/// Forms that several answers about insight share.
enum InsightForms {
    /// Returns a share, or `null` of nothing.
    static func share(_ part: Int64, of all: Int64) -> FlagValue {
        all > 0 ? .double(Double(part) / Double(all)) : .null
    }

    /// Returns the feature and identifier of an action as counts name it, with or without `a:`.
    static func path(_ value: String) -> (feature: String, action: String) {
        let text = value.hasPrefix("a:") || value.hasPrefix("f:") ? value.dropFirst(2) : value[...]
        let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }

    /// Returns what the figures of an answer cover.
    static func covers(
        _ reader: InsightReader, _ period: Range<Int64>, version: String? = nil
    ) throws -> FlagValue {
        let sessions = try reader.counts(.sessions, period, version: version).filter { $0.value.isEmpty }
        let people = try reader.people(["all"], period, version: version)[""] ?? PeopleSketch()
        let lost = try reader.counts(.lost, period, version: version).reduce(0) { $0 + $1.count }
        return [
            "sessions": .int(Int(sessions.reduce(0) { $0 + $1.count })), "people": .int(people.count),
            "peopleAreEstimated": .bool(people.isEstimate), "from": .int(Int(period.lowerBound)),
            "until": .int(Int(period.upperBound)),
            "versions": .array(Set(sessions.map(\.version)).sorted().map { .string($0) }), "lost": .int(Int(lost)),
        ]
    }

    /// What there is before the first message.
    static func nothing(_ period: Range<Int64>) -> FlagValue {
        [
            "sessions": 0, "people": 0, "peopleAreEstimated": false, "from": .int(Int(period.lowerBound)),
            "until": .int(Int(period.upperBound)), "versions": [], "lost": 0,
        ]
    }
}

extension [InsightReader.Count] {
    /// The sum by value.
    var byValue: [String: Int64] {
        reduce(into: [:]) { $0[$1.value, default: 0] += $1.count }
    }

    /// The sum of all.
    var total: Int64 { reduce(0) { $0 + $1.count } }

    /// The sum of a value by version.
    func byVersion(of value: String = "") -> [String: Int64] {
        reduce(into: [:]) { if $1.value == value { $0[$1.version, default: 0] += $1.count } }
    }
}

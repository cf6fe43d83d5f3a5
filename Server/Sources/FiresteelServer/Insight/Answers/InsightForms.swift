import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// Forms that several answers about insight share.
enum InsightForms {
    /// Returns a share, or `null` of nothing.
    static func share(_ part: Int64, of all: Int64) -> JSONValue {
        all > 0 ? .double(Double(part) / Double(all)) : .null
    }

    /// Returns what the figures of an answer cover, and what programs lost of it.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    ///   - everyone: The people of the period and version, if they were read before.
    static func covers(
        _ reader: InsightReader, _ period: Range<Int64>, version: String? = nil, people everyone: PeopleSketch? = nil
    ) throws -> JSONValue {
        let sessions = try reader.counts(.sessions, period, version: version, value: "")
        let people = try everyone ?? reader.people(["all"], period, version: version)[""] ?? PeopleSketch()
        func count(_ measure: InsightMeasure) throws -> JSONValue {
            .int(Int(try reader.counts(measure, period, version: version).total))
        }
        return [
            "sessions": .int(Int(sessions.reduce(0) { $0 + $1.count })), "people": .int(people.count),
            "peopleAreEstimated": .bool(people.isEstimate), "from": .int(Int(period.lowerBound)),
            "until": .int(Int(period.upperBound)),
            "versions": .array(Set(sessions.map(\.version)).sorted().map { .string($0) }),
            "lost": try count(.lost), "unsent": try count(.unsent), "dropped": try count(.dropped),
        ]
    }
}

extension [InsightReader.Count] {
    /// The sum by value.
    var byValue: [String: Int64] {
        reduce(into: [:]) { $0[$1.value, default: 0] += $1.count }
    }

    var total: Int64 { reduce(0) { $0 + $1.count } }

    /// The sum of a value by version.
    func byVersion(of value: String = "") -> [String: Int64] {
        reduce(into: [:]) { if $1.value == value { $0[$1.version, default: 0] += $1.count } }
    }
}

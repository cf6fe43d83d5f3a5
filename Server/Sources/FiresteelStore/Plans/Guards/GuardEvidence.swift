import FiresteelDatabase
import FiresteelFlags

/// What a guard compares: the sessions of all versions with the variants of a plan.
struct GuardEvidence {
    let database: any DatabaseConnection
    /// The number of the scope, `nil` before its first message.
    let scope: Int64?
    let flag: String
    let plan: TargetingPlan
    /// The path of the feature whose failures count, empty for all actions.
    let feature: String

    private var values: (exposed: String, unexposed: String) {
        let flag = NameBook.plain(flag)
        return ("v:\(flag)\t\(NameBook.plain(plan.variant))", "v:\(flag)\t\(NameBook.plain(plan.rest))")
    }

    private var failed: String { feature.isEmpty ? "" : "f:\(feature)" }

    /// Returns the counts of sessions that began in a period.
    func counts(_ period: Range<Int64>) throws -> GuardStrata {
        var strata: GuardStrata = [:]
        let exposed = values.exposed
        let measures: [(InsightMeasure, String, WritableKeyPath<GuardCounts, Int64>)] = [
            (.sessions, "", \.sessions), (.failed, failed, \.failures), (.abnormal, "", \.abnormalExits),
        ]
        for (measure, subject, member) in measures {
            for count in try counted(measure, subject, period) {
                let side: WritableKeyPath<GuardStratum, GuardCounts> = count.value == exposed ? \.exposed : \.unexposed
                strata[count.version, default: GuardStratum()][keyPath: side][keyPath: member] += count.count
            }
        }
        return strata
    }

    /// Returns counts in which the affected sessions of a person count once, as far as people are known.
    ///
    /// One person whose program fails again and again is no pattern. Where the sessions are of people, at most as many sessions
    /// are affected as people are.
    func limitedToPeople(_ strata: GuardStrata, since: Int64) throws -> GuardStrata {
        let period = since..<Int64.max
        let (exposed, unexposed) = values
        let sides: [(String, WritableKeyPath<GuardStratum, GuardCounts>)] = [
            (exposed, \.exposed), (unexposed, \.unexposed),
        ]
        var strata = strata
        for (version, stratum) in strata {
            var limited = stratum
            for (value, side) in sides {
                guard try people("variants", value, period, version) > 0 else { continue }
                let counts = stratum[keyPath: side]
                limited[keyPath: side].failures = min(
                    counts.failures, try people("failed\t\(failed)", value, period, version))
                limited[keyPath: side].abnormalExits = min(
                    counts.abnormalExits, try people("abnormal", value, period, version))
            }
            strata[version] = limited
        }
        return strata
    }

    private func counted(
        _ measure: InsightMeasure, _ subject: String, _ period: Range<Int64>
    ) throws -> [InsightReader.Count] {
        guard let scope else { return [] }
        let (exposed, unexposed) = values
        return try database.query(
            """
            SELECT version, value, CAST(SUM(count) AS BIGINT) AS total FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject = ? AND hour >= ? AND hour < ? AND value IN (?, ?)
            GROUP BY version, value
            """,
            [
                .int(scope), .text(measure.rawValue), .text(subject), .int(period.lowerBound), .int(period.upperBound),
                .text(exposed), .text(unexposed),
            ]
        ).map {
            try InsightReader.Count(version: $0.text("version"), value: $0.text("value"), count: $0.int64("total"))
        }
    }

    private func people(
        _ subject: String, _ value: String, _ period: Range<Int64>, _ version: String
    ) throws -> Int64 {
        guard let scope else { return 0 }
        var people = PeopleSketch()
        for row in try database.query(
            """
            SELECT sketch FROM insight_people
            WHERE scope = ? AND subject = ? AND hour >= ? AND hour < ? AND version = ? AND value = ?
            """,
            [
                .int(scope), .text(subject), .int(period.lowerBound), .int(period.upperBound), .text(version),
                .text(value),
            ])
        {
            guard let sketch = PeopleSketch(try row.blob("sketch")) else {
                throw StoreError.damaged("A count of people is damaged.")
            }
            people.formUnion(sketch)
        }
        return Int64(people.count)
    }
}

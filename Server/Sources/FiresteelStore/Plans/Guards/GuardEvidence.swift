import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelTimeline

/// The evidence that a guard compares: the sessions of all versions with the variants of a plan.
///
/// The condition that values begin with `v:` leads to the indexes of variants.
struct GuardEvidence {
    let database: any DatabaseConnection
    /// The number of the scope, `nil` before its first message.
    let scope: Int64?
    let flag: String
    let plan: TargetingPlan
    /// The path of the feature whose failures count, empty for all actions.
    let feature: String
    private var values: (exposed: String, unexposed: String) {
        func key(_ variant: String) -> String { CountKey.variant.key(NameBook.plain(flag), NameBook.plain(variant)) }
        return (key(plan.variant), key(plan.rest))
    }

    /// The subject whose failures and durations count.
    private var subject: String { feature.isEmpty ? "" : CountKey.feature.key(feature) }

    /// The subject whose durations count, `nil` without a limit on them.
    private var limited: String? {
        plan.harmGuard?.slowBucket.map { SlowLimits.subject(ofFeature: feature, $0, flag: flag) }
    }

    /// Returns the counts of sessions that began in a period.
    func counts(_ period: Range<Int64>) throws -> GuardStrata {
        var strata: GuardStrata = [:]
        let exposed = values.exposed
        var measures: [(InsightMeasure, String, WritableKeyPath<GuardCounts, Int64>)] = [
            (.sessions, "", \.sessions), (.failed, subject, \.failures), (.abnormal, "", \.abnormalExits),
        ]
        if let limited { measures += [(.timed, limited, \.timed), (.slow, limited, \.slow)] }
        for (measure, subject, member) in measures {
            for count in try counted(measure, subject, period) {
                let side: WritableKeyPath<GuardStratum, GuardCounts> = count.value == exposed ? \.exposed : \.unexposed
                strata[count.version, default: GuardStratum()][keyPath: side][keyPath: member] += count.count
            }
        }
        return strata
    }

    /// Returns counts of steps in which the affected sessions of a person count once, as far as people are known.
    ///
    /// One person whose program fails again and again isn't a pattern. Where the sessions are of people, at most as many sessions
    /// are affected as people are.
    func limitedToPeople(_ steps: [GuardStrata], since: Int64) throws -> [GuardStrata] {
        let (exposed, unexposed) = values
        var limits: GuardStrata = [:]
        for step in steps {
            for (version, stratum) in step where stratum.isComparable && limits[version] == nil {
                limits[version] = try GuardStratum(
                    exposed: limit(exposed, version, since), unexposed: limit(unexposed, version, since))
            }
        }
        return steps.map { step in
            var step = step
            for (version, most) in limits { step[version] = step[version]?.limited(to: most) }
            return step
        }
    }

    /// Returns how many sessions with a value count at most, and how many as affected.
    ///
    /// People are compared, since the sessions of those who return often would hide the others'. Without people, and where their
    /// count is damaged, there is no limit.
    private func limit(_ value: String, _ version: String, _ since: Int64) throws -> GuardCounts {
        var most = GuardCounts(sessions: .max, failures: .max, abnormalExits: .max, timed: .max, slow: .max)
        guard let all = try people("variants", value, since, version), all > 0 else { return most }
        most.sessions = all
        most.failures = try people(CountKey.name("failed", subject), value, since, version) ?? .max
        most.abnormalExits = try people("abnormal", value, since, version) ?? .max
        if let limited {
            most.timed = try people(CountKey.name("timed", limited), value, since, version) ?? .max
            most.slow = try people(CountKey.name("slow", limited), value, since, version) ?? .max
        }
        return most
    }

    private func counted(
        _ measure: InsightMeasure, _ subject: String, _ period: Range<Int64>
    ) throws -> [InsightReader.Count] {
        guard let scope else { return [] }
        let (exposed, unexposed) = values
        return try database.query(
            """
            SELECT version, value, \(InsightReader.total) FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject = ? AND value IN (?, ?) AND substr(value, 1, 2) = 'v:'
            AND hour >= ? AND hour < ?
            GROUP BY version, value
            """,
            [
                .int(scope), .text(measure.rawValue), .text(subject), .text(exposed), .text(unexposed),
                .int(period.lowerBound), .int(period.upperBound),
            ]
        ).map {
            try InsightReader.Count(
                version: $0.text("version"), value: $0.text("value"), count: GuardCounts.clamped($0.int64("total")))
        }
    }

    /// Returns how many people there are, or `nil` if a count of them is damaged.
    private func people(_ subject: String, _ value: String, _ since: Int64, _ version: String) throws -> Int64? {
        guard let scope else { return 0 }
        var people = PeopleSketch()
        for row in try database.query(
            """
            SELECT sketch FROM insight_people
            WHERE scope = ? AND subject = ? AND value = ? AND substr(value, 1, 2) = 'v:' AND version = ? AND hour >= ?
            """,
            [.int(scope), .text(subject), .text(value), .text(version), .int(since)])
        {
            guard let bytes = try? row.blob("sketch"), let sketch = PeopleSketch(bytes) else { return nil }
            people.formUnion(sketch)
        }
        return Int64(people.count)
    }
}

extension TargetingPlanGuard {
    /// The first bucket of durations that are slow, `nil` without a limit: of a limit within a bucket, the next one.
    var slowBucket: Int? {
        guard let durationLimit, durationLimit.isFinite, (0...1e6).contains(durationLimit) else { return nil }
        let bucket = DurationHistogram.bucket(of: UInt64(durationLimit * 1e9))
        let isBound = DurationHistogram.lowerBound(of: bucket) >= durationLimit * 1e6
        return min(isBound ? bucket : bucket + 1, DurationHistogram.bucketCount - 1)
    }
}

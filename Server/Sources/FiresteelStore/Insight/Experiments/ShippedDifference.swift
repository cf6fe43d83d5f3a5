package import FiresteelDatabase
package import FiresteelFlagAuthoring
import FiresteelFlags
package import FiresteelStatistics

/// Whether the difference of an experiment held after its arm was shipped to everyone: what people of the control did before and
/// after, less what changed meanwhile for those who had the arm all along.
package struct ShippedDifference: Sendable {
    /// The days of each of the two periods at most.
    package static let maximumDays: Int64 = 14
    /// The people who are read at most: the first by their pseudonyms, which are random.
    package static let maximumPeople = 10_000
    private static let page: Int64 = 200
    /// The sessions of a page, unless one person has more.
    private static let sessions: Int64 = 5_000
    private static let confidence = 0.95

    /// The values of an arm's people in both periods.
    private struct Arm: Sendable {
        var changes = MeanSummary.none
        var before = MeanSummary.none
        var ratios = (before: RatioSummary.none, after: RatioSummary.none)
    }

    /// The change that followed, relative to the control before.
    package struct Result: Sendable {
        /// The change of the control, less that of the arm.
        package let relative: Double
        package let interval: ConfidenceInterval
        /// The changes of both.
        package let control, shipped: Double
    }

    private let key: PhaseKey
    private let phase: ExperimentPhase
    private let end, since: Int64
    private let arm: String
    /// The days of each period, less than one if it is too early.
    package let days: Int64
    private let caps: ValueCaps
    private var arms: [String: Arm] = [:]
    /// The number of people who were read.
    package private(set) var people = 0

    /// Creates an empty comparison.
    ///
    /// - Parameters:
    ///   - key: The phase.
    ///   - phase: The phase, which ended.
    ///   - arm: The arm that was shipped.
    ///   - since: The time since which everyone has it, not before the end.
    ///   - until: The time, or that of the flag's next change.
    /// - Returns: `nil` for a phase that runs, for the control, and for a metric that isn't a mean or a ratio that is known at once.
    package init?(
        _ key: PhaseKey, _ phase: ExperimentPhase, shipped arm: String, since: Int64, until: Int64,
        _ database: any DatabaseConnection
    ) throws {
        guard let end = phase.ended, arm != phase.definition.arms[0],
            ExperimentInteractions.canCompare(phase.definition), phase.definition.primary.measure != .retention
        else { return nil }
        caps = try ValueCaps.stored(key, database).caps ?? ValueCaps()
        self.key = key
        self.phase = phase
        self.end = end
        self.since = since
        self.arm = arm
        // People who were exposed in the first half of the phase count.
        days = min((until - since) / InsightTime.day, (end - phase.began) / InsightTime.day / 2, Self.maximumDays)
    }

    /// Adds the people whose names are after another one, and returns the name of the last one, `nil` if there are no more.
    package mutating func add(after name: String, _ database: any DatabaseConnection) throws -> String? {
        let rows = try database.query(
            """
            SELECT * FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ? AND person > ?
            ORDER BY person LIMIT ?
            """, key.values + [.text(name), .int(Self.page)])
        // Both periods follow the exposure.
        let units = rows.compactMap { try? ExperimentUnit($0) }.filter { unit in
            unit.exposure.time <= end - days * InsightTime.day
                && [arm, phase.definition.arms[0]].contains(unit.exposure.arm)
        }
        let byName = Dictionary(units.map { ($0.key.person, $0) }, uniquingKeysWith: { first, _ in first })
        let names = byName.keys.sorted().map { PersonSessions.Person(scope: key.scope, name: $0) }
        // Invented people may have a thousand sessions each.
        let some = try PersonSessions(database).prefix(of: names, sessions: Self.sessions)
        try PersonSessions(database).forEach(some) { person, found in
            try add(found.sessions, of: byName[person.name]?.exposure.arm ?? "")
        }
        people += some.count
        guard people < Self.maximumPeople else { return nil }
        if some.count < names.count { return some.last?.name }
        return Int64(rows.count) == Self.page ? rows.lastPerson : nil
    }

    private mutating func add(_ sessions: [StoredSession], of arm: String) throws(StatisticsError) {
        let length = days * InsightTime.day
        let (before, after) = (value(sessions, from: end - length), value(sessions, from: since))
        var sums = arms[arm] ?? Arm()
        if phase.definition.primary.isRatio {
            try sums.ratios.before.add(before.x, per: before.y)
            try sums.ratios.after.add(after.x, per: after.y)
        } else {
            try sums.before.add(before.x)
            try sums.changes.add(after.x - before.x)
        }
        arms[arm] = sums
    }

    /// Returns the value of a person in the period from a time.
    private func value(_ sessions: [StoredSession], from start: Int64) -> ExperimentSums {
        let period = start..<start + days * InsightTime.day
        var values = UnitValues()
        for session in sessions where period.contains(session.began) && !phase.excludes(session) {
            values.add(UnitValues(all: session, since: start))
        }
        return UnitMeasures(values, caps).value(of: phase.primary) ?? ExperimentSums()
    }

    /// Returns the time of the first change of a flag after an experiment ended, `nil` for none.
    package static func nextChange(
        of flag: String, in scope: InsightScope, after end: Int64, _ database: any DatabaseConnection
    ) throws -> Int64? {
        try database.query(
            """
            SELECT MIN(c.time) AS next FROM item_versions v
            JOIN changes c ON c.program = v.program AND c.number = v.change
            WHERE v.program = ? AND v.name = ? AND v.kind IN ('flag', 'targeting') AND v.environment IN ('', ?) AND c.time > ?
            """, .text(scope.program), .text(flag), .text(scope.environment), .int(end)
        ).first.flatMap { try? $0.int64("next") }
    }

    /// Returns the time since which a flag gives everyone the same arm as now, without interruption; `nil` if it doesn't.
    package static func begin(
        of arm: String, by flag: String, in scope: InsightScope, _ database: any DatabaseConnection
    ) throws -> Int64? {
        let versions = try database.query(
            """
            SELECT v.value, c.time FROM item_versions v
            JOIN changes c ON c.program = v.program AND c.number = v.change
            WHERE v.program = ? AND v.kind = 'targeting' AND v.name = ? AND v.environment = ?
            ORDER BY v.change DESC LIMIT 1000
            """, .text(scope.program), .text(flag), .text(scope.environment))
        return versions.prefix { version in
            let value = (try? version.text("value")).flatMap { try? JSONValue(json: Array($0.utf8)) }
            return value.flatMap { try? FlagTargeting(json: $0) }?.everyonesVariant == arm
        }.last.flatMap { try? $0.int64("time") }
    }

    /// Returns the change, `nil` before there is enough for one.
    package func result() throws(StatisticsError) -> Result? {
        guard days > 0, let control = arms[phase.definition.arms[0]], let shipped = arms[arm] else { return nil }
        let (changes, variance, base, counts): ((control: Double, shipped: Double), Double, Double, [Double])
        if phase.definition.primary.isRatio {
            let all = [control.ratios.after, control.ratios.before, shipped.ratios.after, shipped.ratios.before]
            let estimates = all.compactMap(\.estimate)
            guard estimates.count == all.count else { return nil }
            changes = (estimates[0].mean - estimates[1].mean, estimates[2].mean - estimates[3].mean)
            variance = estimates.reduce(0) { $0 + $1.variance / $1.count }
            base = estimates[1].mean
            counts = estimates.map(\.effectiveCount)
        } else {
            guard let one = MeanEstimate(control.changes), let other = MeanEstimate(shipped.changes),
                let before = MeanEstimate(control.before)
            else { return nil }
            changes = (one.mean, other.mean)
            variance = one.variance / one.count + other.variance / other.count
            base = before.mean
            counts = [before.effectiveCount, other.count]
        }
        let sequence = try AsymptoticSequence(confidence: Self.confidence)
        guard base > 0, variance > 0, counts.allSatisfy({ $0 >= sequence.minimumEffectiveCount }) else { return nil }
        let (relative, error) = ((changes.control - changes.shipped) / base, variance.squareRoot() / base)
        let width = sequence.halfWidth(standardError: error, count: Double(people))
        return Result(
            relative: relative, interval: ConfidenceInterval(lower: relative - width, upper: relative + width),
            control: changes.control / base, shipped: changes.shipped / base)
    }
}

extension FlagTargeting {
    /// The variant that everyone gets, whatever their context; `nil` if that depends.
    package var everyonesVariant: String? {
        guard isOn, rules.isEmpty, logic == nil else { return nil }
        switch otherwise?.outcome {
        case .variant(let variant)?: return variant
        // The last step of a plan by an attribute.
        case .split(let split)?:
            let some = split.shares.filter { $0.weight > 0 }
            return some.count == 1 ? some[0].variant : nil
        case nil: return nil
        }
    }
}

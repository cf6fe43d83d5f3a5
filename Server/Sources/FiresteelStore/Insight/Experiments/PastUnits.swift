import FiresteelFlagAuthoring
package import FiresteelStatistics

/// The people of the last days as if an experiment had begun then: what a metric is without any difference.
package struct PastUnits: Sendable {
    /// The sums of each person.
    package private(set) var values: [ExperimentSums] = []
    private let definition: ExperimentDefinition
    private let phase: ExperimentPhase
    private let variants: String

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - definition: The experiment.
    ///   - days: The days.
    ///   - onlyExposed: Whether only people count who had a variant of the flag.
    ///   - now: The time.
    package init(_ definition: ExperimentDefinition, days: Int64, onlyExposed: Bool, now: Int64) {
        self.definition = definition
        phase = ExperimentPhase(definition, began: now - days * InsightTime.day, ended: now)
        variants = onlyExposed ? CountKey.name(NameBook.plain(definition.flag), "") : ""
    }

    /// Adds a person.
    package mutating func add(_ sessions: [StoredSession]) {
        let first = sessions.filter { $0.began >= phase.began && isExposed($0) }.min { $0.began < $1.began }
        guard let first else { return }
        let exposure = UnitExposure(
            arm: definition.arms[0], time: first.began, version: "", system: "", device: "")
        var values = UnitValues()
        for session in sessions { values.add(UnitValues(session, after: exposure, in: phase)) }
        if let value = value(of: values, first.began) { self.values.append(value) }
    }

    /// Returns why the primary metric can't be known of the people of some days, `nil` if it can.
    package static func obstacle(_ definition: ExperimentDefinition, days: Int64) -> String? {
        if definition.primary.quantile != nil {
            return
                "A quantile of durations can’t be known from the past: distributions are stored only while an experiment measures them."
        }
        let needed = definition.primary.daysUntilKnown
        return needed < days
            ? nil : "This metric is known \(needed) days after an exposure, and only \(days) days are read."
    }

    /// Returns the primary metric of a person, `nil` for one whose value isn't known yet.
    private func value(of values: UnitValues, _ exposed: Int64) -> ExperimentSums? {
        let metric = definition.primary
        let observed = (phase.ended ?? 0) - exposed
        guard metric.measure == .timeTo else {
            guard !metric.isByDay || observed >= Int64(metric.daysUntilKnown) * InsightTime.day else { return nil }
            return UnitMeasures(values, ValueCaps()).value(of: SummedMetric(metric))
        }
        let limit = Int64(metric.day ?? ExperimentMetric.defaultDays) * InsightTime.day
        guard observed >= limit else { return nil }
        let first = values.actions[metric.actionSubject]?.first ?? 0
        return ExperimentSums((first == 0 ? Double(limit) : min(Double(first - 1), Double(limit))) / 1_000)
    }

    private func isExposed(_ session: StoredSession) -> Bool {
        variants.isEmpty || session.facts.variants.contains { $0.hasPrefix(variants) }
    }

    /// Limits counts as those of a phase are: by the 99 % quantile of what came before, or else of what followed.
    package mutating func cap() throws(StatisticsError) {
        guard [.count, .amount].contains(definition.primary.measure) else { return }
        let before = try ValueCap(of: values.map(\.z))
        let after = try ValueCap(of: values.map(\.x))
        guard let cap = before ?? after else { return }
        values = values.map { ExperimentSums(cap($0.x), before: cap($0.z)) }
    }

    /// The metric of all people, adjusted as results are; `nil` for fewer than two.
    package func estimate() throws(StatisticsError) -> MeanEstimate? {
        if definition.primary.isRatio {
            var ratio = RatioSummary.none
            for value in values { try ratio.add(value.x, per: value.y) }
            return ratio.estimate
        }
        var means = CovariateSummary.none
        for value in values { try means.add(value.x, covariate: value.z) }
        return means.adjusted(by: try CovariateSummary.factor(means, .none))
    }
}

/// Random splits of the people of the past, which have the same analysis as an experiment and no difference.
package struct PastRehearsal: Sendable {
    /// The number of splits.
    package private(set) var runs = 0
    /// The number of those in which the interval excludes 0.
    package private(set) var claims = 0
    /// The differences.
    package private(set) var relatives: [Double] = []

    /// Splits people in halves.
    ///
    /// - Parameters:
    ///   - units: The people.
    ///   - definition: The experiment.
    ///   - maximum: The number of splits.
    ///   - mayContinue: Returns whether there is time for another split.
    package init(
        _ units: PastUnits, _ definition: ExperimentDefinition, runs maximum: Int, mayContinue: () -> Bool
    ) throws(StatisticsError) {
        let total = units.values.reduce(into: ExperimentSums()) { $0.add($1) }
        while runs < maximum, mayContinue() {
            var (half, count) = (ExperimentSums(), 0)
            var bits: UInt64 = 0
            for (index, value) in units.values.enumerated() {
                if index % 64 == 0 { bits = .random(in: 0 ... .max) }
                if bits & 1 == 1 {
                    half.add(value)
                    count += 1
                }
                bits >>= 1
            }
            var rest = total
            rest.add(half, times: -1)
            try add(half, count, rest, units.values.count - count, definition)
        }
    }

    private mutating func add(
        _ one: ExperimentSums, _ count: Int, _ other: ExperimentSums, _ otherCount: Int,
        _ definition: ExperimentDefinition
    ) throws(StatisticsError) {
        let key = PhaseKey(scope: 0, experiment: definition.name, phase: definition.phase)
        // Differences are those of means or ratios, whatever is measured.
        let metric = ExperimentMetric(
            definition.primary.isRatio ? .failureRate : .conversion, feature: definition.name, action: definition.name)
        var table = SumTable()
        for (arm, sums, count) in [(definition.arms[1], one, count), (definition.arms[0], other, otherCount)] {
            table.sums[SumTable.Key(phase: key, arm: arm, measure: SumTable.units)] = ExperimentSums(Double(count))
            table.sums[
                SumTable.Key(phase: key, arm: arm, subject: metric.subject, measure: metric.sumMeasure)] = sums
        }
        runs += 1
        let result = try ExperimentComparison(table, key, definition, until: 0)
            .result(metric, arm: definition.arms[1])
        guard let result, let relative = result.relative else { return }
        relatives.append(relative)
        if !result.interval.contains(0) { claims += 1 }
    }
}

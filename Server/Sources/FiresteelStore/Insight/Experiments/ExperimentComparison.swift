package import FiresteelFlagAuthoring
package import FiresteelStatistics

/// Comparisons of the arms of a phase with its control, from sums.
package struct ExperimentComparison: Sendable {
    private let table: SumTable
    private let key: PhaseKey
    private let definition: ExperimentDefinition
    /// The time until which sessions count, in milliseconds since 1970.
    private let until: Int64
    private let exposureDays: [Int64]
    private let sequence: AsymptoticSequence
    private let rates: RateRatioSequence

    /// Creates the comparisons of a phase.
    ///
    /// - Parameters:
    ///   - table: The sums.
    ///   - key: The phase.
    ///   - definition: The experiment.
    ///   - until: The time until which sessions count, in milliseconds since 1970.
    package init(
        _ table: SumTable, _ key: PhaseKey, _ definition: ExperimentDefinition, until: Int64
    ) throws(StatisticsError) {
        self.until = until
        exposureDays = Self.exposureDays(table)
        self.table = table
        self.key = key
        self.definition = definition
        // All arms together are wrong as rarely as one comparison.
        sequence = try AsymptoticSequence(confidence: 1 - 0.05 / Double(definition.arms.count - 1))
        rates = try RateRatioSequence()
    }

    /// The relative difference of an arm to the control.
    package struct Result: Sendable, Hashable {
        /// The difference as a share of the control, `nil` before there is one.
        package let relative: Double?
        /// The interval, which is infinite before there are enough units.
        package let interval: ConfidenceInterval
        /// The p-value of “there is no difference”, valid at all times.
        package let pValue: Double

        /// Whether there is enough for an interval with an end.
        package var isKnown: Bool { interval.upper.isFinite || interval.lower > -1 }
    }

    /// Returns the number of units of an arm, or of those that were exposed to several.
    package func units(_ arm: String, dimension: String = "") -> Int {
        sums(arm, SumTable.units, "", dimension).x.count
    }

    /// Returns the number of units of which some doesn't count.
    package var capped: Int {
        definition.arms.reduce(0) { $0 + sums($1, SumTable.capped, "", "").x.count }
    }

    /// Returns the value of a metric in an arm, `nil` before there is one.
    package func value(_ metric: ExperimentMetric, arm: String) throws(StatisticsError) -> Double? {
        if let estimate = try distribution(metric, arm) { return estimate.mean }
        guard !metric.isDistribution else { return nil }
        let known = known(metric, arm, "")
        let base = metric.isRatio ? known.sums.y : Double(known.units)
        return base > 0 ? metric.shown(known.sums.x / base) : nil
    }

    /// Returns the result of a metric of an arm.
    ///
    /// - Throws: `StatisticsError` for sums that no units have, which are damaged.
    package func result(
        _ metric: ExperimentMetric, arm: String, dimension: String = ""
    ) throws(StatisticsError) -> Result? {
        if definition.hasGroups { return dimension.isEmpty ? try grouped(metric, arm) : nil }
        if metric.measure == .exits { return try rate(metric, arm, dimension) }
        let comparison: MeanComparison?
        if metric.isDistribution {
            guard dimension.isEmpty, let one = try distribution(metric, arm),
                let other = try distribution(metric, definition.arms[0])
            else { return nil }
            comparison = MeanComparison(one, to: other, scale: .relative)
        } else if metric.isRatio {
            comparison = try ratio(metric, arm, dimension)
        } else {
            comparison = try mean(metric, arm, dimension)
        }
        guard let comparison else { return nil }
        return Result(
            relative: comparison.estimate, interval: comparison.interval(in: sequence),
            pValue: comparison.pValue(in: sequence))
    }

    /// Returns the quantile or the mean time of an arm, `nil` for other metrics and before there is one.
    private func distribution(_ metric: ExperimentMetric, _ arm: String) throws(StatisticsError) -> MeanEstimate? {
        guard metric.isDistribution else { return nil }
        if let quantile = metric.quantile {
            return try DurationSums.summary(units: units(arm)) { suffix in
                sums(arm, metric.sumMeasure + suffix, metric.subject, "")
            }.quantile(quantile)
        }
        let days = exposureDays.map { (day: $0 * InsightTime.day, units: units(arm, dimension: Self.dimension($0))) }
        let limit = min(Int64(metric.day ?? ExperimentMetric.defaultDays), definition.window ?? .max)
        return try FirstSuccessTimes.summary(days, until: until) { day, bucket in
            sums(arm, metric.sumMeasure(bucket: bucket), metric.subject, Self.dimension(day / InsightTime.day)).x.count
        }.restrictedMean(until: Double(limit) * FirstSuccessTimes.day)
    }

    /// Returns the days on which units were first exposed, as numbers since 1970.
    private static func exposureDays(_ table: SumTable) -> [Int64] {
        let dimensions = Set(table.sums.keys.filter { $0.dimension.hasPrefix(SumTable.exposureDay) }.map(\.dimension))
        return dimensions.compactMap { Int64($0.dropFirst(SumTable.exposureDay.count)) }
            .filter { (0...InboxTurn.Row.latest / InsightTime.day).contains($0) }.sorted()
    }

    private static func dimension(_ day: Int64) -> String { "\(SumTable.exposureDay)\(day)" }

    /// Returns the sums of the units whose value is known, and their number.
    private func known(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) -> (sums: ExperimentSums, units: Int) {
        guard metric.isByDay else {
            return (
                sums(arm, metric.sumMeasure, metric.subject, dimension), units(arm, dimension: dimension)
            )
        }
        guard dimension.isEmpty else { return (ExperimentSums(), 0) }
        let days = exposureDays.filter { ($0 + Int64(metric.daysUntilKnown)) * InsightTime.day <= until }
        var (all, count) = (ExperimentSums(), 0)
        for day in days {
            all.add(sums(arm, metric.sumMeasure, metric.subject, Self.dimension(day)))
            count += units(arm, dimension: Self.dimension(day))
        }
        return (all, count)
    }

    private func sums(_ arm: String, _ measure: String, _ subject: String, _ dimension: String) -> ExperimentSums {
        table.sums[
            SumTable.Key(phase: key, arm: arm, dimension: dimension, subject: subject, measure: measure)]
            ?? ExperimentSums()
    }

    /// Compares shares that may be so rare that no mean of them is normal.
    private func rate(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) throws(StatisticsError) -> Result? {
        func counts(_ arm: String) throws(StatisticsError) -> RateCounts {
            let affected = sums(arm, metric.sumMeasure, metric.subject, dimension).x
            return try RateCounts(
                affected: affected.count, of: units(arm, dimension: dimension))
        }
        let stratum = RateStratum(exposed: try counts(arm), unexposed: try counts(definition.arms[0]))
        guard stratum.isComparable else { return nil }
        let interval = try rates.interval([stratum], confidence: sequence.confidence)
        let ratio = RateRatio([stratum])?.estimate
        return Result(
            relative: ratio.flatMap { $0.isFinite ? $0 - 1 : nil },
            interval: ConfidenceInterval(lower: interval.lower - 1, upper: interval.upper - 1),
            pValue: min(1, 2 * (try rates.pValue([stratum]))))
    }

    /// Compares sums over people in groups, since people who share a unit resemble each other.
    private func grouped(_ metric: ExperimentMetric, _ arm: String) throws(StatisticsError) -> Result? {
        let isExit = metric.measure == .exits
        guard let one = try grouped(metric, of: arm), let other = try grouped(metric, of: definition.arms[0]),
            let comparison = MeanComparison(one, to: other, scale: .relative)
        else { return isExit ? try groupedRate(metric, arm) : nil }
        guard comparison.effectiveCount >= Self.minimumGroups else {
            return isExit
                ? try groupedRate(metric, arm)
                : Result(
                    relative: comparison.estimate, interval: ConfidenceInterval(lower: -.infinity, upper: .infinity),
                    pValue: 1)
        }
        let people = Double(units(arm) + units(definition.arms[0]))
        // Exits are compared in one of two ways, each of which is wrong half as often.
        let sequence = isExit ? try AsymptoticSequence(confidence: 0.5 + 0.5 * sequence.confidence) : sequence
        let width = sequence.halfWidth(standardError: comparison.standardError, count: people)
        return Result(
            relative: comparison.estimate,
            interval: ConfidenceInterval(lower: comparison.estimate - width, upper: comparison.estimate + width),
            pValue: sequence.pValue(
                estimate: comparison.estimate, standardError: comparison.standardError, count: people))
    }

    /// Compares abnormal exits that few groups have, of which there may be none in an arm.
    ///
    /// The exits of a group may be those of one unit, so what is compared is the number of independent exits that would be in as
    /// many groups, per person: arms of different weights have groups of different sizes.
    private func groupedRate(_ metric: ExperimentMetric, _ arm: String) throws(StatisticsError) -> Result? {
        func counts(_ arm: String) throws(StatisticsError) -> RateCounts {
            let groups = (0..<FlagExperiment.groups).map(SumTable.group)
            let present = groups.filter { units(arm, dimension: $0) > 0 }
            let affected = present.count { sums(arm, metric.sumMeasure, metric.subject, $0).x > 0 }
            // The expected number of exits until so many groups have one.
            let independent = (0..<affected).reduce(0.0) { $0 + Double(present.count) / Double(present.count - $1) }
            let people = units(arm)
            return try RateCounts(affected: min(people, independent.rounded().count), of: people)
        }
        let stratum = RateStratum(exposed: try counts(arm), unexposed: try counts(definition.arms[0]))
        guard stratum.isComparable else { return nil }
        let interval = try rates.interval([stratum], confidence: 0.5 + 0.5 * sequence.confidence)
        let ratio = RateRatio([stratum])?.estimate
        return Result(
            relative: ratio.flatMap { $0.isFinite ? $0 - 1 : nil },
            interval: ConfidenceInterval(lower: interval.lower - 1, upper: interval.upper - 1),
            pValue: min(1, 4 * (try rates.pValue([stratum]))))
    }

    /// Returns the largest share of an arm's people that one group has.
    package func largestGroup(of arm: String) -> Double {
        let people = (0..<FlagExperiment.groups).map { units(arm, dimension: SumTable.group($0)) }
        return Double(people.max() ?? 0) / Double(max(1, units(arm)))
    }

    /// Returns the ratio of an arm's sums: values per person, or of a ratio per denominator.
    private func grouped(_ metric: ExperimentMetric, of arm: String) throws(StatisticsError) -> MeanEstimate? {
        var summary = RatioSummary.none
        for group in 0..<FlagExperiment.groups {
            let dimension = SumTable.group(group)
            let people = Double(units(arm, dimension: dimension))
            guard people > 0 else { continue }
            let sum = sums(arm, metric.sumMeasure, metric.subject, dimension)
            try summary.add(sum.x, per: metric.isRatio ? sum.y : people)
        }
        return summary.estimate
    }

    /// Returns the probability that arms differ as much by chance in their people, whose groups have the arm's weight.
    ///
    /// An arm without people differs as well, so one of two needs enough groups.
    package func groupProbability() throws(StatisticsError) -> Double {
        let groups = try AsymptoticSequence()
        func estimate(_ index: Int) throws(StatisticsError) -> MeanEstimate? {
            let weight = Double(definition.weights[index])
            let people = (0..<FlagExperiment.groups).map { group in
                Double(units(definition.arms[index], dimension: SumTable.group(group))) / weight
            }
            return MeanEstimate(try MeanSummary(people))
        }
        guard let control = try estimate(0) else { return 1 }
        var least = 1.0
        for index in 1..<definition.arms.count {
            guard let one = try estimate(index), let comparison = MeanComparison(one, to: control),
                max(one.effectiveCount, control.effectiveCount) >= Self.minimumGroups
            else { continue }
            let people = Double(units(definition.arms[index]) + units(definition.arms[0]))
            let probability = groups.pValue(
                estimate: comparison.estimate, standardError: comparison.standardError, count: people)
            least = min(least, probability)
        }
        return min(1, least * Double(definition.arms.count - 1))
    }

    /// The number of equal groups of each arm with which a comparison begins.
    private static let minimumGroups = 50.0

    private func mean(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) throws(StatisticsError) -> MeanComparison? {
        let (treatment, control) = try (
            summary(metric, arm, dimension), summary(metric, definition.arms[0], dimension)
        )
        let factor = try CovariateSummary.factor(treatment, control)
        guard let one = treatment.adjusted(by: factor), let other = control.adjusted(by: factor) else { return nil }
        return MeanComparison(one, to: other, scale: .relative)
    }

    private func summary(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) throws(StatisticsError) -> CovariateSummary {
        let (sums, count) = known(metric, arm, dimension)
        return try CovariateSummary(
            values: MeanSummary(count: count, sum: sums.x, sumOfSquares: sums.xx),
            covariates: MeanSummary(count: count, sum: sums.z, sumOfSquares: sums.zz), sumOfProducts: sums.xz)
    }

    private func ratio(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) throws(StatisticsError) -> MeanComparison? {
        func estimate(_ arm: String) throws(StatisticsError) -> MeanEstimate? {
            let (sums, count) = known(metric, arm, dimension)
            return try RatioSummary(
                numerators: MeanSummary(count: count, sum: sums.x, sumOfSquares: sums.xx),
                denominators: MeanSummary(count: count, sum: sums.y, sumOfSquares: sums.yy), sumOfProducts: sums.xy
            ).estimate
        }
        guard let one = try estimate(arm), let other = try estimate(definition.arms[0]) else { return nil }
        return MeanComparison(one, to: other, scale: .relative)
    }
}

extension Double {
    /// The sum as a number of units; one that is damaged has no trap.
    fileprivate var count: Int { Int(min(max(0, rounded()), 1e15)) }
}

extension ExperimentMetric {
    /// Whether its value is that of a distribution: a quantile, or the mean of times that aren't all known.
    fileprivate var isDistribution: Bool { measure == .timeTo || quantile != nil }
}

package import FiresteelStatistics

/// Comparisons of the arms of a phase with its control, from sums.
package struct ExperimentComparison: Sendable {
    private let table: SumTable
    private let key: PhaseKey
    private let definition: ExperimentDefinition
    private let sequence: AsymptoticSequence
    private let rates: RateRatioSequence

    /// Creates the comparisons of a phase.
    package init(
        _ table: SumTable, _ key: PhaseKey, _ definition: ExperimentDefinition
    ) throws(StatisticsError) {
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

    /// Returns the value of a metric in an arm: a mean or a ratio, `nil` without units or performs.
    package func value(_ metric: ExperimentMetric, arm: String) -> Double? {
        let sums = sums(arm, metric.measure.rawValue, metric.subject, "")
        let base = metric.measure.isRatio ? sums.y : Double(units(arm))
        return base > 0 ? sums.x / base : nil
    }

    /// Returns the result of a metric of an arm.
    ///
    /// - Throws: `StatisticsError` for sums that no units have, which are damaged.
    package func result(
        _ metric: ExperimentMetric, arm: String, dimension: String = ""
    ) throws(StatisticsError) -> Result? {
        if metric.measure == .exits { return try rate(metric, arm, dimension) }
        let comparison =
            metric.measure.isRatio
            ? try ratio(metric, arm, dimension) : try mean(metric, arm, dimension)
        guard let comparison else { return nil }
        return Result(
            relative: comparison.estimate, interval: comparison.interval(in: sequence),
            pValue: comparison.pValue(in: sequence))
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
            let affected = sums(arm, metric.measure.rawValue, metric.subject, dimension).x
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
        let count = units(arm, dimension: dimension)
        let sums = sums(arm, metric.measure.rawValue, metric.subject, dimension)
        return try CovariateSummary(
            values: MeanSummary(count: count, sum: sums.x, sumOfSquares: sums.xx),
            covariates: MeanSummary(count: count, sum: sums.z, sumOfSquares: sums.zz), sumOfProducts: sums.xz)
    }

    private func ratio(
        _ metric: ExperimentMetric, _ arm: String, _ dimension: String
    ) throws(StatisticsError) -> MeanComparison? {
        func estimate(_ arm: String) throws(StatisticsError) -> MeanEstimate? {
            let count = units(arm, dimension: dimension)
            let sums = sums(arm, metric.measure.rawValue, metric.subject, dimension)
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

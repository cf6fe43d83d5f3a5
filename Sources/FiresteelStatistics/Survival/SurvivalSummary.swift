/// The times of units until something happens, of which some aren't known to the end: until the first success of an action.
///
/// A unit without a success is censored at the time up to which it was observed. E. Kaplan and P. Meier, “Nonparametric estimation
/// from incomplete observations”, 1958. Censoring must not depend on how near a unit is to its success, as where people started at
/// different days and are observed until today.
public struct SurvivalSummary: Sendable, Hashable {
    /// A summary of no units.
    public static let none = SurvivalSummary()

    /// The units at one time.
    public struct Row: Sendable, Hashable {
        /// The time since the start of each unit, in any unit, zero or more.
        public let time: Double
        /// The number of units with a success at the time.
        public fileprivate(set) var events: Int
        /// The number of units that were observed up to the time, without a success.
        public fileprivate(set) var censored: Int
    }

    /// The share of units without a success after a time.
    public struct Point: Sendable, Hashable {
        /// The time of a success.
        public let time: Double
        /// The share, from 0 to 1.
        public let survival: Double
        /// The standard error of the share, by the formula of Greenwood, “The natural duration of cancer”, 1926.
        public let standardError: Double
    }

    /// The times with their units, ascending.
    ///
    /// Round times to hours or days, so that there are few.
    public private(set) var rows: [Row] = []

    private init() {}

    /// Summarizes units.
    ///
    /// - Throws: ``StatisticsError`` as ``add(time:events:censored:)`` does.
    public init(
        _ rows: some Sequence<(time: Double, events: Int, censored: Int)>
    ) throws(StatisticsError) {
        for row in rows { try add(time: row.time, events: row.events, censored: row.censored) }
    }

    /// Adds units.
    ///
    /// - Throws: ``StatisticsError`` for a negative count, and for a time that isn't zero or more and finite.
    public mutating func add(time: Double, events: Int, censored: Int) throws(StatisticsError) {
        try StatisticsError.check("time", time, time >= 0 && time.isFinite, "a finite number of at least 0")
        try StatisticsError.check("events", events)
        try StatisticsError.check("censored", censored)
        guard events > 0 || censored > 0 else { return }
        var index = rows.endIndex
        if let last = rows.last, last.time >= time {
            index = rows.firstIndex { $0.time >= time } ?? index
        }
        if index == rows.endIndex || rows[index].time != time {
            rows.insert(Row(time: time, events: 0, censored: 0), at: index)
        }
        rows[index].events += events
        rows[index].censored += censored
    }

    /// The summary of the units of both.
    public func merged(with other: SurvivalSummary) throws(StatisticsError) -> SurvivalSummary {
        var merged = self
        for row in other.rows { try merged.add(time: row.time, events: row.events, censored: row.censored) }
        return merged
    }

    /// The number of units.
    public var count: Double { rows.reduce(0) { $0 + $1.units } }

    /// The curve of Kaplan and Meier, a step at each time of a success.
    public var curve: [Point] {
        var (survival, variance) = (1.0, 0.0)
        return steps.map { step in
            survival *= 1 - step.events / step.atRisk
            variance += step.events / step.atRisk / (step.atRisk - step.events)
            // With the last unit, the share and its error are zero.
            let error = survival == 0 ? 0 : survival * variance.squareRoot()
            return Point(time: step.time, survival: survival, standardError: error)
        }
    }

    /// Returns the mean time until success, counted up to a limit: the restricted mean survival time.
    ///
    /// The area below the curve, with the variance of P. Royston and M. Parmar, “Restricted mean survival time: an alternative to
    /// the hazard ratio”, 2013. The count of the estimate is the number of units that, observed up to the limit, would
    /// have the same error: so it grows as fast as what is known, and an ``AsymptoticSequence`` applies to units that are still
    /// observed (S. Murray and A. Tsiatis, “Sequential methods for comparing years of life saved in the two-sample censored data
    /// problem”, 1999).
    ///
    /// - Parameter limit: The limit, above zero. Select it before the start.
    /// - Returns: `nil` for fewer than two units, and where no unit without success is observed up to the limit.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func restrictedMean(until limit: Double) throws(StatisticsError) -> MeanEstimate? {
        try StatisticsError.check("limit", limit, limit > 0 && limit.isFinite, "a finite number above 0")
        let (steps, count) = (steps.filter { $0.time < limit }, count)
        var (survival, time, mean) = (1.0, 0.0, 0.0)
        // For each step, the area up to it and the share that succeeds at it.
        var parts: [(time: Double, area: Double, share: Double)] = []
        for step in steps {
            mean += survival * (step.time - time)
            let share = survival * (step.events / step.atRisk)
            parts.append((step.time, mean, share))
            survival = step.events == step.atRisk ? 0 : survival - share
            time = step.time
        }
        guard count >= 2, survival == 0 || rows.last.map({ $0.time >= limit }) == true else { return nil }
        mean += survival * (limit - time)
        var spread = survival * (limit - mean) * (limit - mean)
        var variance = 0.0
        for (part, step) in zip(parts, steps) {
            spread += part.share * (part.time - mean) * (part.time - mean)
            let rest = mean - part.area
            if step.atRisk > step.events {
                variance += rest * rest * (step.events / step.atRisk / (step.atRisk - step.events))
            }
        }
        let known = variance > 0 ? spread / variance : count
        guard known > 1 else { return nil }
        return MeanEstimate(
            count: known, mean: mean, variance: spread, unadjustedMean: mean,
            effectiveCount: min(
                MeanEstimate.effectiveCount(known, mean: mean, variance: spread),
                MeanEstimate.effectiveCount(known, mean: limit - mean, variance: spread)))
    }

    private struct Step {
        let time, atRisk, events: Double
    }

    /// The times of successes.
    private var steps: [Step] {
        var atRisk = count
        return rows.compactMap { row in
            defer { atRisk -= row.units }
            return row.events == 0 ? nil : Step(time: row.time, atRisk: atRisk, events: Double(row.events))
        }
    }
}

extension SurvivalSummary.Row {
    var units: Double { Double(events) + Double(censored) }
}

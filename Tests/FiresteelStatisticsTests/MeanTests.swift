import FiresteelStatistics
import Testing

@Suite("Means")
struct MeanTests {
    private struct Row: Decodable {
        let control, treatment, controlBase, treatmentBase, interval: [Double]
        let confidence, tuned, t, degrees, p, theta: Double
        /// Estimate, error, interval and p-value for one reading, interval and p-value for many.
        let plainAbsolute, plainRelative, adjustedAbsolute, adjustedRelative: [Double]

        enum CodingKeys: String, CodingKey {
            case control, treatment, controlBase, treatmentBase, interval, confidence, tuned, t, degrees, p, theta
            case plainAbsolute = "plain-absolute"
            case plainRelative = "plain-relative"
            case adjustedAbsolute = "adjusted-absolute"
            case adjustedRelative = "adjusted-relative"
        }
    }

    private let rows: [Row]

    private struct Contents: Decodable {
        let comparisons: [Row]
    }

    init() throws { rows = try Vectors.read("means", as: Contents.self).comparisons }

    @Test("Welch's test is that of SciPy")
    func welch() throws {
        #expect(rows.count >= 100)
        for row in rows {
            let comparison = try #require(try plain(row, .absolute))
            let interval = try comparison.interval(confidence: row.confidence)
            #expect(isClose(comparison.statistic, row.t, 1e-11, absolute: 1e-12))
            #expect(isClose(comparison.degreesOfFreedom, row.degrees, 1e-11))
            #expect(isClose(comparison.pValue, row.p, 1e-10))
            #expect(isClose(interval.lower, row.interval[0], 1e-10, absolute: 1e-11))
            #expect(isClose(interval.upper, row.interval[1], 1e-10, absolute: 1e-11))
        }
    }

    @Test("Absolute and relative differences, for one reading and for many, are those of gbstats")
    func lifts() throws {
        for row in rows {
            try expect(try plain(row, .absolute), row.plainAbsolute, row)
            try expect(try plain(row, .relative), row.plainRelative, row)
        }
    }

    @Test("Differences adjusted by a covariate are those of gbstats")
    func covariates() throws {
        for row in rows {
            let (treatment, control) = try covariateSummaries(row)
            let factor = try CovariateSummary.factor(treatment, control)
            #expect(isClose(factor, row.theta, 1e-10))
            let estimates = try (#require(treatment.adjusted(by: row.theta)), #require(control.adjusted(by: row.theta)))
            try expect(MeanComparison(estimates.0, to: estimates.1), row.adjustedAbsolute, row)
            try expect(MeanComparison(estimates.0, to: estimates.1, scale: .relative), row.adjustedRelative, row)
        }
    }

    private func expect(_ comparison: MeanComparison?, _ expected: [Double], _ row: Row) throws {
        let comparison = try #require(comparison)
        let sequence = try AsymptoticSequence(confidence: row.confidence, tunedFor: row.tuned, startingAt: 0)
        let once = try comparison.interval(confidence: row.confidence)
        let always = comparison.interval(in: sequence)
        let values = [
            comparison.estimate, comparison.standardError, once.lower, once.upper, comparison.pValue, always.lower,
            always.upper, comparison.pValue(in: sequence),
        ]
        // gbstats computes the p-value as one less the probability, and loses the digits of small ones.
        for (value, expected) in zip(values, expected) {
            #expect(isClose(value, expected, 1e-9, absolute: 1e-12), "\(values) \(expected)")
        }
    }

    private func plain(_ row: Row, _ scale: MeanComparison.Scale) throws -> MeanComparison? {
        let treatment = try #require(MeanEstimate(try MeanSummary(row.treatment)))
        let control = try #require(MeanEstimate(try MeanSummary(row.control)))
        return MeanComparison(treatment, to: control, scale: scale)
    }

    private func covariateSummaries(_ row: Row) throws -> (CovariateSummary, CovariateSummary) {
        (
            try CovariateSummary(zip(row.treatment, row.treatmentBase).map { (value: $0, covariate: $1) }),
            try CovariateSummary(zip(row.control, row.controlBase).map { (value: $0, covariate: $1) })
        )
    }

    @Test("Merged summaries are those of all values")
    func merging() throws {
        for row in rows {
            let whole = try MeanSummary(row.control + row.treatment)
            let merged = try MeanSummary(row.control).merged(with: MeanSummary(row.treatment))
            #expect(merged.count == whole.count)
            #expect(isClose(merged.mean, whole.mean, 1e-13))
            #expect(isClose(try #require(merged.variance), try #require(whole.variance), 1e-12))
            let (treatment, control) = try covariateSummaries(row)
            let pairs = zip(row.treatment + row.control, row.treatmentBase + row.controlBase)
            let together = try CovariateSummary(pairs.map { (value: $0, covariate: $1) })
            let covariance = try #require(try treatment.merged(with: control).covariance)
            #expect(isClose(covariance, try #require(together.covariance), 1e-11))
        }
    }

    @Test("Sums from a database give the same summary")
    func sums() throws {
        for row in rows {
            let values = row.control
            let summary = try MeanSummary(
                count: values.count, sum: values.reduce(0, +), sumOfSquares: values.reduce(0) { $0 + $1 * $1 })
            let expected = try MeanSummary(values)
            #expect(isClose(summary.mean, expected.mean, 1e-12))
            #expect(isClose(try #require(summary.variance), try #require(expected.variance), 1e-9))
        }
    }

    @Test("Values far from zero keep their variance")
    func offset() throws {
        let summary = try MeanSummary([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
        #expect(summary.mean == 1e9 + 10)
        #expect(summary.variance == 30)
    }

    @Test("Equal values, too few of them, and a control without a mean can't be compared")
    func incomparable() throws {
        let one = try MeanSummary([1])
        #expect(MeanEstimate(one) == nil)
        #expect(MeanEstimate(.none) == nil)
        let equal = try #require(MeanEstimate(try MeanSummary([2, 2, 2])))
        #expect(MeanComparison(equal, to: equal) == nil)
        let zero = try #require(MeanEstimate(try MeanSummary([-1, 1])))
        #expect(MeanComparison(equal, to: zero) != nil)
        #expect(MeanComparison(equal, to: zero, scale: .relative) == nil)
        #expect(CovariateSummary.none.adjusted(by: 1) == nil)
        let constant = try CovariateSummary([(value: 1, covariate: 5), (value: 2, covariate: 5)])
        #expect(try CovariateSummary.factor(constant, constant) == 0)
    }

    @Test("Values that no sum can hold are errors, and leave a summary as it was", arguments: [.nan, .infinity, 1e200])
    func impossibleValues(value: Double) throws {
        var summary = try MeanSummary([1, 2, 3])
        let before = summary
        #expect(throws: StatisticsError.self) { try summary.add(value) }
        #expect(summary == before)
        var pairs = try CovariateSummary([(value: 1, covariate: 2), (value: 2, covariate: 5)])
        let pairsBefore = pairs
        #expect(throws: StatisticsError.self) { try pairs.add(value, covariate: 1) }
        #expect(throws: StatisticsError.self) { try pairs.add(1, covariate: value) }
        #expect(pairs == pairsBefore)
    }

    @Test("Impossible sums are errors")
    func impossibleSums() throws {
        #expect(throws: StatisticsError.self) { try MeanSummary(count: -1, sum: 0, sumOfSquares: 0) }
        #expect(throws: StatisticsError.self) { try MeanSummary(count: 0, sum: 1, sumOfSquares: 1) }
        #expect(throws: StatisticsError.self) { try MeanSummary(count: 4, sum: 8, sumOfSquares: 15) }
        #expect(throws: StatisticsError.self) { try MeanSummary(count: 4, sum: .nan, sumOfSquares: 15) }
        #expect(throws: StatisticsError.self) { try MeanSummary(count: 4, sum: 1, sumOfSquares: .infinity) }
        #expect(try MeanSummary(count: 0, sum: 0, sumOfSquares: 0) == .none)
        #expect(try MeanSummary(count: 4, sum: 8, sumOfSquares: 16).variance == 0)
    }

    @Test("Counts are values of one and zero")
    func counts() throws {
        let summary = MeanSummary(try RateCounts(affected: 3, of: 12))
        let values = try MeanSummary([Double](repeating: 1, count: 3) + [Double](repeating: 0, count: 9))
        #expect(isClose(summary.mean, values.mean, 1e-15))
        #expect(isClose(try #require(summary.variance), try #require(values.variance), 1e-14))
        #expect(MeanSummary(.none) == .none)
    }

    @Test("A sequence without values is infinitely wide, and one that is read once is wider than an interval")
    func widths() throws {
        let sequence = try AsymptoticSequence(confidence: 0.95, tunedFor: 1_000)
        #expect(sequence.halfWidth(standardError: 1, count: 0) == .infinity)
        #expect(sequence.oneSidedWidth(standardError: 1, count: 0) == .infinity)
        #expect(sequence.pValue(estimate: 1, standardError: 0.1, count: 0) == 1)
        #expect(sequence.pValue(estimate: .nan, standardError: 0.1, count: 5) == 1)
        let width = sequence.halfWidth(standardError: 1, count: 1_000)
        #expect(width > 1.96 && width < 3.2)
        #expect(sequence.oneSidedWidth(standardError: 1, count: 1_000) < width)
        #expect(sequence.halfWidth(standardError: 1, count: 1e18).isFinite)
        for value in [0, 1, -1, .nan, .infinity] {
            #expect(throws: StatisticsError.self) { try AsymptoticSequence(confidence: value) }
            if value != 1 { #expect(throws: StatisticsError.self) { try AsymptoticSequence(tunedFor: value) } }
        }
    }
}

import FiresteelStatistics
import Testing

/// Comparisons of experiments, against the figures of other libraries from `Vectors/experiments.py`.
@Suite("Experiments")
struct ExperimentTests {
    private struct Contents: Decodable {
        struct Ratio: Decodable {
            let control, treatment, adjusted: [[Double]]
            let confidence, tuned, theta: Double
            let figures: [Double]
        }
        struct Quantile: Decodable {
            let bounds: [Double]
            let units: [[Int]]
            let share: Double
            let estimate: [Double]?
        }
        struct Survival: Decodable {
            struct Group: Decodable {
                let units, curve: [[Double]]
                let mean: [Double]?
            }
            let limit: Double
            let groups: [Group]
            let logRank: [Double]?
        }
        struct Margin: Decodable {
            let control, treatment: [Double]
            let confidence, margin: Double
            let harm, verdict: String
        }
        struct Cap: Decodable {
            let values: [Double]
            let share: Double
            let figures: [Double]?
        }
        let ratios: [Ratio]
        let quantiles: [Quantile]
        let survivals: [Survival]
        let sizes: [[Double]]
        let margins: [Margin]
        let caps: [Cap]
    }

    private let vectors: Contents

    init() throws { vectors = try Vectors.read("experiments", as: Contents.self) }

    @Test("There are 500 data sets")
    func count() {
        let counts = [vectors.ratios.count, vectors.quantiles.count, vectors.survivals.count]
        #expect(counts.reduce(0, +) + vectors.sizes.count + vectors.margins.count + vectors.caps.count >= 500)
    }

    @Test("Differences of ratios, for one reading and for many, are those of gbstats")
    func ratios() throws {
        for row in vectors.ratios {
            let (treatment, control) = try (ratio(row.treatment), ratio(row.control))
            let estimates = try (#require(treatment.estimate), #require(control.estimate))
            let sequence = try AsymptoticSequence(confidence: row.confidence, tunedFor: row.tuned, startingAt: 0)
            let figures = try [MeanComparison.Scale.absolute, .relative].flatMap { scale in
                let comparison = try #require(MeanComparison(estimates.0, to: estimates.1, scale: scale))
                let once = try comparison.interval(confidence: row.confidence)
                let always = comparison.interval(in: sequence)
                return [
                    comparison.estimate, comparison.standardError, once.lower, once.upper, comparison.pValue,
                    always.lower, always.upper, comparison.pValue(in: sequence),
                ]
            }
            expectClose(figures, row.figures)
            let factor = try RatioSummary.factor(treatment, control)
            #expect(isClose(factor, row.theta, 1e-9, absolute: 1e-12))
            for (group, expected) in zip([control, treatment], row.adjusted) {
                let estimate = try #require(group.adjusted(by: factor))
                expectClose([estimate.mean, estimate.variance], expected)
            }
        }
    }

    @Test("Merged ratios, and those from sums, are those of all units")
    func ratioSums() throws {
        for row in vectors.ratios {
            let units = row.control + row.treatment
            let expected = try ratio(units)
            let merged = try ratio(row.control).merged(with: ratio(row.treatment))
            func sums(_ index: Int) throws -> MeanSummary {
                let values = units.map { $0[index] }
                return try MeanSummary(
                    count: values.count, sum: values.reduce(0, +), sumOfSquares: values.reduce(0) { $0 + $1 * $1 })
            }
            func products(_ first: Int, _ second: Int) -> Double { units.reduce(0) { $0 + $1[first] * $1[second] } }
            let stored = try RatioSummary(
                numerators: sums(0), denominators: sums(1), sumOfProducts: products(0, 1), covariates: sums(2),
                numeratorProducts: products(0, 2), denominatorProducts: products(1, 2))
            for summary in [merged, stored] {
                let estimates = try (#require(summary.adjusted(by: 0.5)), #require(expected.adjusted(by: 0.5)))
                expectClose(
                    [estimates.0.mean, estimates.0.variance, estimates.0.effectiveCount],
                    [estimates.1.mean, estimates.1.variance, estimates.1.effectiveCount])
            }
        }
    }

    private func ratio(_ units: [[Double]]) throws -> RatioSummary {
        var summary = RatioSummary.none
        for unit in units { try summary.add(unit[0], per: unit[1], covariate: unit[2]) }
        return summary
    }

    @Test("Quantiles and their errors, by units, are those of NumPy and gbstats")
    func quantiles() throws {
        for row in vectors.quantiles {
            var parts = try [HistogramSummary(bounds: row.bounds), HistogramSummary(bounds: row.bounds)]
            for (index, unit) in row.units.enumerated() {
                try parts[index % 2].add(Dictionary(uniqueKeysWithValues: unit.enumerated().map { ($0, $1) }))
            }
            let summary = try parts[0].merged(with: parts[1])
            let estimate = try HistogramSummary(bounds: row.bounds, sums: summary.sums).quantile(row.share)
            #expect((estimate == nil) == (row.estimate == nil))
            guard let estimate, let expected = row.estimate else { continue }
            #expect(estimate.count == Double(row.units.count))
            expectClose([estimate.mean], [expected[0]])
            // The variance is a difference of sums, which may cancel.
            #expect(isClose(estimate.variance, expected[1], 1e-9, absolute: 1e-9))
        }
    }

    @Test("Curves and means of censored times are those of statsmodels and lifelines")
    func survivals() throws {
        var means = 0
        for row in vectors.survivals {
            let groups = try row.groups.map { group in try survival(group.units) }
            for (summary, group) in zip(groups, row.groups) {
                let curve = summary.curve.prefix(group.curve.count)
                expectClose(curve.flatMap { [$0.time, $0.survival, $0.standardError] }, group.curve.flatMap(\.self))
                guard let expected = group.mean else { continue }
                means += 1
                let mean = try #require(try summary.restrictedMean(until: row.limit))
                expectClose([mean.mean, mean.variance, mean.variance / mean.count], expected)
            }
            let test = LogRank(groups[1], to: groups[0])
            guard let test, let expected = row.logRank else { continue }
            expectClose([test.statistic * test.statistic, test.pValue], expected)
        }
        #expect(means > 100)
    }

    @Test("Without censoring, the restricted mean is that of the times up to the limit, and of as many units")
    func uncensored() throws {
        let times = [1, 2, 2, 3.5, 4, 9, 12, 12]
        let summary = try survival(times.map { [$0, 1] })
        let mean = try #require(try summary.restrictedMean(until: 8))
        let expected = try #require(MeanEstimate(MeanSummary(times.map { min($0, 8) })))
        expectClose([mean.count, mean.mean, mean.variance * 8 / 7], [8, expected.mean, expected.variance])
    }

    private func survival(_ units: [[Double]]) throws -> SurvivalSummary {
        let rows = units.map { (time: $0[0], events: Int($0[1]), censored: 1 - Int($0[1])) }
        let half = rows.count / 2
        return try SurvivalSummary(rows[..<half]).merged(with: SurvivalSummary(rows[half...]))
    }

    @Test("Sizes are those of statsmodels for one reading, and of gbstats' sequence for many")
    func sizes() throws {
        for row in vectors.sizes {
            let (mean, deviation) = (row[0], row[1])
            let half = deviation / 2.squareRoot()
            let baseline = try #require(MeanEstimate(MeanSummary([mean - half, mean + half])))
            let sequence = try AsymptoticSequence(confidence: row[4], tunedFor: row[5], startingAt: 0)
            let size = try #require(try SampleSize(detecting: row[2], of: baseline, power: row[3], in: sequence))
            #expect([size.once, size.always] == [row[6], row[7]], "\(row)")
        }
    }

    @Test("A comparison isn't planned to end before it begins, and ends after as many days as it takes")
    func days() throws {
        let rate = try #require(MeanEstimate(MeanSummary(try RateCounts(affected: 5, of: 1_000))))
        let size = try #require(try SampleSize(detecting: 20, of: rate, in: AsymptoticSequence(startingAt: 50)))
        #expect(size.always == 10_000)
        let days = try size.days(unitsPerDay: 1_500)
        #expect(days.always == 14)
        #expect(days.once == (2 * size.once / 1_500).rounded(.up))
    }

    @Test("Verdicts on margins are those of one-sided tests")
    func margins() throws {
        for row in vectors.margins {
            func estimate(_ sums: [Double]) throws -> MeanEstimate {
                try #require(MeanEstimate(MeanSummary(count: Int(sums[0]), sum: sums[1], sumOfSquares: sums[2])))
            }
            let comparison = try #require(try MeanComparison(estimate(row.treatment), to: estimate(row.control)))
            let guardrail = try NonInferiority(
                harm: #require(NonInferiority.Harm(rawValue: row.harm)), margin: row.margin)
            let verdict = guardrail.verdict(try comparison.interval(confidence: row.confidence))
            #expect(verdict.rawValue == row.verdict)
        }
        #expect(Set(vectors.margins.map(\.verdict)).count == 3)
    }

    @Test("Caps are quantiles of the values above zero, and their means are those of NumPy")
    func caps() throws {
        for row in vectors.caps {
            guard let figures = row.figures else {
                #expect(try ValueCap(quantile: row.share, of: row.values) == nil)
                continue
            }
            let cap = try #require(try ValueCap(quantile: row.share, of: row.values))
            let summary = try MeanSummary(row.values.map { cap($0) })
            expectClose([cap.limit, summary.mean, try #require(summary.variance)], figures)
        }
    }

    private func expectClose(_ values: [Double], _ expected: [Double], _ location: SourceLocation = #_sourceLocation) {
        #expect(values.count == expected.count, sourceLocation: location)
        for (value, other) in zip(values, expected) {
            #expect(isClose(value, other, 1e-9, absolute: 1e-12), "\(values) \(expected)", sourceLocation: location)
        }
    }

    @Test("The effective count is that of rare values, of the rarer of two, and of equal shares")
    func effectiveCounts() throws {
        func count(_ values: [Double]) throws -> Double {
            try #require(MeanEstimate(MeanSummary(values))).effectiveCount
        }
        let rare = [Double](repeating: 0, count: 95) + [Double](repeating: 1, count: 5)
        #expect(isClose(try count(rare), 5, 1e-9))
        #expect(isClose(try count(rare.map { 1 - $0 }), 5, 1e-9))
        #expect(isClose(try count(rare.map { 3 * $0 }), 5, 1e-9))
        #expect(isClose(try count([100, 1, 1, 1]), 103 * 103 / 10_003.0, 1e-9))
        #expect(try count([0, 0]) == 0)
        #expect(isClose(try count([7, 7, 7]), 3, 1e-12))
    }

    @Test("A comparison begins with the sequence's effective count of each group")
    func beginning() throws {
        let many = try #require(MeanEstimate(MeanSummary(try RateCounts(affected: 900, of: 2_000))))
        let few = try #require(MeanEstimate(MeanSummary(try RateCounts(affected: 20, of: 2_000))))
        let comparison = try #require(MeanComparison(few, to: many))
        let late = try AsymptoticSequence(startingAt: 21)
        #expect(comparison.interval(in: late).lower == -.infinity)
        #expect(comparison.interval(in: late).upper == .infinity)
        #expect(comparison.pValue(in: late) == 1)
        let early = try AsymptoticSequence(startingAt: 19)
        #expect(comparison.interval(in: early).upper < 0)
        #expect(comparison.pValue(in: early) < 0.05)
    }

    @Test("What can't be compared has no result")
    func incomparable() throws {
        var zeros = RatioSummary.none
        for _ in 0..<3 { try zeros.add(0, per: 0) }
        #expect(zeros.estimate == nil)
        #expect(try RatioSummary.factor(zeros, zeros) == 0)
        var histogram = try HistogramSummary(bounds: [0, 1, 2])
        try histogram.add([2: 5])
        #expect(try histogram.quantile(0.5) == nil)
        try histogram.add([2: 5])
        #expect(try histogram.quantile(0.5) == nil)
        #expect(LogRank(.none, to: .none) == nil)
        #expect(try SurvivalSummary.none.restrictedMean(until: 1) == nil)
        let short = try SurvivalSummary([(time: 1, events: 1, censored: 3), (time: 2, events: 0, censored: 4)])
        #expect(try short.restrictedMean(until: 3) == nil)
        #expect(try short.restrictedMean(until: 2) != nil)
        let zero = try #require(MeanEstimate(MeanSummary([-1, 1])))
        #expect(try SampleSize(detecting: 0.1, of: zero, in: AsymptoticSequence()) == nil)
    }

    @Test("Impossible input is an error")
    func impossible() throws {
        let one = try MeanSummary([1, 2])
        #expect(throws: StatisticsError.self) {
            try RatioSummary(numerators: one, denominators: one, sumOfProducts: 6)
        }
        #expect(throws: StatisticsError.self) {
            try RatioSummary(numerators: one, denominators: MeanSummary([1]), sumOfProducts: 2)
        }
        #expect(throws: StatisticsError.self) { try HistogramSummary(bounds: [0]) }
        #expect(throws: StatisticsError.self) { try HistogramSummary(bounds: [1, 1]) }
        #expect(throws: StatisticsError.self) { try HistogramSummary(bounds: [0, 1], sums: [1]) }
        var histogram = try HistogramSummary(bounds: [0, 1])
        let other = try HistogramSummary(bounds: [0, 2])
        #expect(throws: StatisticsError.self) { try histogram.add([2: 1]) }
        #expect(throws: StatisticsError.self) { try histogram.add([0: -1]) }
        #expect(throws: StatisticsError.self) { try histogram.merged(with: other) }
        #expect(throws: StatisticsError.self) { try histogram.quantile(1) }
        #expect(histogram.sums.allSatisfy { $0 == 0 })
        #expect(throws: StatisticsError.self) { try SurvivalSummary([(time: -1, events: 1, censored: 0)]) }
        #expect(throws: StatisticsError.self) { try SurvivalSummary([(time: 1, events: -1, censored: 0)]) }
        #expect(throws: StatisticsError.self) { try SurvivalSummary.none.restrictedMean(until: 0) }
        #expect(throws: StatisticsError.self) { try ValueCap(quantile: 0, of: [1]) }
        #expect(throws: StatisticsError.self) { try ValueCap(of: [1, .nan]) }
        #expect(throws: StatisticsError.self) { try NonInferiority(harm: .decrease, margin: -1) }
        #expect(throws: StatisticsError.self) { try AsymptoticSequence(startingAt: -1) }
        let estimate = try #require(MeanEstimate(one))
        #expect(throws: StatisticsError.self) { try SampleSize(detecting: 0, of: estimate, in: AsymptoticSequence()) }
    }
}

import FiresteelStatistics
import Testing

/// The code of the guide, with the figures that it names.
@Suite("Comparing experiments, the guide")
struct ComparingExperimentsGuideTests {
    @Test("A plan follows from the time before")
    func plan() throws {
        // guide: ComparingExperiments
        let before = try MeanSummary(count: 40_000, sum: 84_000, sumOfSquares: 410_000)
        guard let baseline = MeanEstimate(before) else { return }
        let size = try SampleSize(detecting: 0.05, of: baseline, in: AsymptoticSequence())
        let sequence = try AsymptoticSequence(tunedFor: 2 * (size?.always ?? 2_500))
        let planned = try SampleSize(detecting: 0.05, of: baseline, in: sequence)
        let units = planned?.always  // 15,931 in each group, 8,316 for one evaluation
        let days = try planned?.days(unitsPerDay: 3_000).always  // 11
        // end
        #expect(units == 15_931)
        #expect(planned?.once == 8_316)
        #expect(days == 11)
    }

    @Test("Means, ratios, quantiles and times are compared alike")
    func measures() throws {
        let sequence = try AsymptoticSequence()
        // guide: ComparingExperiments
        func failures(_ failed: Double, of performs: Double, squares: Double) throws -> MeanEstimate? {
            try RatioSummary(
                numerators: MeanSummary(count: 9_000, sum: failed, sumOfSquares: 1.4 * failed),
                denominators: MeanSummary(count: 9_000, sum: performs, sumOfSquares: squares),
                sumOfProducts: 7 * failed
            ).estimate
        }
        guard let new = try failures(640, of: 41_000, squares: 390_000),
            let old = try failures(810, of: 40_500, squares: 381_000),
            let comparison = MeanComparison(new, to: old, scale: .relative)
        else { return }
        let difference = comparison.estimate  // 22 % fewer failures per perform
        let interval = comparison.interval(in: sequence)  // 37 to 7 % fewer
        let guardrail = try NonInferiority(harm: .increase, margin: 0.05).verdict(interval)  // held
        // end
        #expect(isClose(difference, -0.22, 0, absolute: 0.005))
        #expect(isClose(interval.lower, -0.37, 0, absolute: 0.005))
        #expect(isClose(interval.upper, -0.07, 0, absolute: 0.005))
        #expect(guardrail == .held)
    }
}

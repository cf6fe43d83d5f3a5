import FiresteelStatistics
import Testing

@Suite("Rates")
struct RateTests {
    private struct Contents: Decodable {
        struct Ratio: Decodable {
            let strata: [[Int]]
            let ratio, error, difference, differenceError: Double
            let interval: [Double]
        }
        struct Sequence: Decodable {
            let strata: [[Int]]
            let typical, above, logEvidence, confidence: Double
            let lower, upper: Double?
        }
        let ratios: [Ratio]
        let sequences: [Sequence]
    }

    private let vectors: Contents

    init() throws { vectors = try Vectors.read("rates", as: Contents.self) }

    @Test("The ratio is that of Mantel and Haenszel, and its error that of Greenland and Robins")
    func ratios() throws {
        for row in vectors.ratios {
            let ratio = try #require(RateRatio(try strata(row.strata)))
            let error = try #require(ratio.logarithmStandardError)
            let interval = try #require(try ratio.interval())
            #expect(isClose(ratio.estimate, row.ratio, 1e-13))
            #expect(isClose(error, row.error, 1e-12))
            #expect(isClose(interval.lower, row.interval[0], 1e-12))
            #expect(isClose(interval.upper, row.interval[1], 1e-12))
        }
    }

    @Test("The difference and its error are those of Mantel, Haenszel, Greenland and Robins")
    func differences() throws {
        for row in vectors.ratios {
            let difference = try #require(RateDifference(try strata(row.strata)))
            #expect(isClose(difference.estimate, row.difference, 1e-11, absolute: 1e-15))
            #expect(isClose(difference.standardError, row.differenceError, 1e-12))
        }
    }

    @Test("The evidence is the integral by forty digits")
    func evidence() throws {
        for row in vectors.sequences {
            let sequence = try RateRatioSequence(typicalRatio: row.typical)
            let evidence = try sequence.logEvidence(try strata(row.strata), above: row.above)
            #expect(isClose(evidence, row.logEvidence, 1e-10, absolute: 1e-9), "\(row) \(evidence)")
        }
    }

    @Test("The bounds are where the evidence reaches the limit")
    func bounds() throws {
        for row in vectors.sequences {
            let sequence = try RateRatioSequence(typicalRatio: row.typical)
            let interval = try sequence.interval(try strata(row.strata), confidence: row.confidence)
            #expect(isClose(interval.lower, row.lower ?? 0, 1e-6), "\(row) \(interval)")
            #expect(isClose(interval.upper, row.upper ?? .infinity, 1e-6), "\(row) \(interval)")
        }
    }

    @Test("Exchanging the groups inverts the interval")
    func inverse() throws {
        let sequence = try RateRatioSequence()
        for row in vectors.sequences.prefix(30) {
            let strata = try strata(row.strata)
            let exchanged = strata.map { RateStratum(exposed: $0.unexposed, unexposed: $0.exposed) }
            let interval = try sequence.interval(strata)
            let inverse = try sequence.interval(exchanged)
            #expect(isClose(interval.lower, 1 / inverse.upper, 1e-9))
            #expect(isClose(interval.upper, 1 / inverse.lower, 1e-9))
        }
    }

    @Test("A bound of a p-value and a bound of a ratio say the same")
    func duality() throws {
        let sequence = try RateRatioSequence()
        for row in vectors.sequences {
            let strata = try strata(row.strata)
            let bound = try sequence.lowerBound(strata, confidence: 0.95)
            #expect(try (sequence.pValue(strata) <= 0.05) == (bound >= 1))
        }
    }

    @Test("Without an affected run, the ratio may be anything")
    func nothingAffected() throws {
        let none = try [stratum(0, 1_000, 0, 1_000)]
        #expect(RateRatio(none) == nil)
        let interval = try RateRatioSequence().interval(none)
        #expect(interval.lower == 0)
        #expect(interval.upper == .infinity)
        #expect(try RateRatioSequence().pValue(none) == 1)
        #expect(RateDifference(none)?.estimate == 0)
    }

    @Test("Zero affected runs in one group bound the ratio on one side")
    func oneSided() throws {
        let sequence = try RateRatioSequence()
        let exposedOnly = try [stratum(40, 1_000, 0, 1_000)]
        #expect(RateRatio(exposedOnly)?.estimate == .infinity)
        #expect(try RateRatio(exposedOnly)?.interval() == nil)
        let interval = try sequence.interval(exposedOnly)
        #expect(interval.lower > 3)
        #expect(interval.upper == .infinity)
        let unexposedOnly = try [stratum(0, 1_000, 40, 1_000)]
        #expect(RateRatio(unexposedOnly)?.estimate == 0)
        #expect(try sequence.interval(unexposedOnly).lower == 0)
        #expect(try sequence.interval(unexposedOnly).upper < 0.34)
    }

    @Test("A stratum with one group only changes nothing")
    func incomparable() throws {
        let comparable = try [stratum(30, 400, 10, 500)]
        let more = try comparable + [stratum(7, 7, 0, 0), stratum(0, 0, 1_000, 2_000), stratum(0, 0, 0, 0)]
        let sequence = try RateRatioSequence()
        #expect(RateRatio(more) == RateRatio(comparable))
        #expect(RateDifference(more) == RateDifference(comparable))
        #expect(try sequence.interval(more) == sequence.interval(comparable))
        #expect(more.comparableTotals == comparable[0])
        #expect(RateRatio([RateStratum]()) == nil)
        #expect(RateDifference([RateStratum]()) == nil)
        #expect(try sequence.interval([RateStratum]()).upper == .infinity)
    }

    @Test("Counts of any size give finite estimates and ordered intervals")
    func hugeCounts() throws {
        let sequence = try RateRatioSequence()
        let sizes = [0, 1, 3, 1_000_000_007, 1 << 53, Int.max]
        for total in sizes {
            for other in sizes {
                for (affected, otherAffected) in [
                    (total, other), (total / 2, other / 3), (total, 0), (0, other), (1, 1),
                ]
                where affected <= total && otherAffected <= other {
                    let strata = try [
                        stratum(affected, total, otherAffected, other), stratum(affected, total, otherAffected, other),
                    ]
                    let interval = try sequence.interval(strata)
                    #expect(interval.lower >= 0 && interval.lower <= interval.upper, "\(strata) \(interval)")
                    #expect(try sequence.logEvidence(strata).isFinite)
                    if let ratio = RateRatio(strata) {
                        #expect(ratio.estimate >= 0)
                        #expect(ratio.logarithmStandardError?.isFinite ?? true)
                    }
                    if let difference = RateDifference(strata) {
                        #expect(abs(difference.estimate) <= 1 && difference.standardError.isFinite)
                    }
                    #expect(strata.comparableTotals.exposed.total >= 0)
                    #expect(strata.comparableTotals.exposed.affected >= 0)
                }
            }
        }
    }

    @Test("With many runs the interval is narrow and contains the ratio")
    func manyRuns() throws {
        let strata = try [stratum(20_000_000, 1_000_000_000, 10_000_000, 1_000_000_000)]
        let interval = try RateRatioSequence().interval(strata)
        #expect(interval.contains(2))
        #expect(interval.upper - interval.lower < 0.01)
    }

    @Test("The interval of a rate is the one that R. Newcombe published for Wilson's score, 1998")
    func wilson() throws {
        for (affected, total, lower, upper) in [
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
        ] {
            let interval = try #require(RateCounts(affected: affected, of: total).interval)
            #expect(abs(interval.lower - lower) < 5e-5 && abs(interval.upper - upper) < 5e-5, "\(affected) \(interval)")
        }
        #expect(RateCounts.none.interval == nil)
    }

    @Test(
        "Impossible counts are errors that name the count", arguments: [(-1, 5), (3, -1), (6, 5), (Int.min, Int.min)])
    func impossibleCounts(affected: Int, total: Int) {
        let error = #expect(throws: StatisticsError.self) { try RateCounts(affected: affected, of: total) }
        #expect(error?.description.contains("affected") == true || error?.description.contains("total") == true)
    }

    @Test("Parameters outside of their range are errors", arguments: [0, -1, 1, .nan, .infinity])
    func parameters(value: Double) throws {
        let strata = try [stratum(1, 2, 3, 4)]
        let sequence = try RateRatioSequence()
        #expect(throws: StatisticsError.self) { try RateRatioSequence(typicalRatio: value) }
        #expect(throws: StatisticsError.self) { try sequence.interval(strata, confidence: value) }
        #expect(throws: StatisticsError.self) { try sequence.lowerBound(strata, confidence: value) }
        #expect(throws: StatisticsError.self) { try RateRatio(strata)?.interval(confidence: value) }
        #expect(throws: StatisticsError.self) { try RateDifference(strata)?.interval(confidence: value) }
        if value != 1 { #expect(throws: StatisticsError.self) { try sequence.logEvidence(strata, above: value) } }
    }
}

func strata(_ rows: [[Int]]) throws -> [RateStratum] {
    try rows.map { try stratum($0[0], $0[1], $0[2], $0[3]) }
}

func stratum(_ exposedAffected: Int, _ exposed: Int, _ affected: Int, _ unexposed: Int) throws -> RateStratum {
    RateStratum(
        exposed: try RateCounts(affected: exposedAffected, of: exposed),
        unexposed: try RateCounts(affected: affected, of: unexposed))
}

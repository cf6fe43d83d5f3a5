import FiresteelStatistics
import Testing

@Suite("Many comparisons, and the sizes of groups")
struct ComparisonTests {
    private struct Contents: Decodable {
        struct Sizes: Decodable {
            let observed: [Int]
            let shares: [Double]
            let statistic, p, concentration, logEvidence: Double
        }
        let adjusted: [[[Double]]]
        let sampleRatios: [Sizes]
    }

    private let vectors: Contents

    init() throws { vectors = try Vectors.read("comparisons", as: Contents.self) }

    @Test("P-values are adjusted as by statsmodels")
    func adjusted() throws {
        for row in vectors.adjusted {
            for (value, expected) in zip(try FalseDiscoveryRate.adjusted(row[0]), row[1]) {
                #expect(isClose(value, expected, 1e-13))
            }
        }
        #expect(try FalseDiscoveryRate.adjusted([]).isEmpty)
    }

    @Test("Values that aren't probabilities can't be adjusted", arguments: [-0.1, 1.1, .nan])
    func noProbability(value: Double) {
        #expect(throws: StatisticsError.self) { try FalseDiscoveryRate.adjusted([0.5, value]) }
    }

    @Test("A mismatch of sizes is tested as by SciPy")
    func chiSquare() throws {
        for row in vectors.sampleRatios {
            let sizes = try SampleRatio(observed: row.observed, shares: row.shares)
            #expect(isClose(sizes.statistic, row.statistic, 1e-8, absolute: 1e-9))
            #expect(isClose(sizes.pValue, row.p, 1e-8, absolute: 1e-300))
        }
    }

    @Test("A mismatch of growing sizes is tested by the sequential multinomial test")
    func sequential() throws {
        for row in vectors.sampleRatios {
            let sizes = try SampleRatio(observed: row.observed, shares: row.shares)
            let evidence = try sizes.sequentialLogEvidence(concentration: row.concentration)
            #expect(isClose(evidence, row.logEvidence, 1e-9, absolute: 1e-9), "\(row) \(evidence)")
        }
    }

    @Test("Fitting sizes aren't a mismatch, but a tenth less is")
    func mismatch() throws {
        let fitting = try SampleRatio(observed: [50_100, 49_900], shares: [1, 1])
        #expect(fitting.pValue > 0.5)
        #expect(try fitting.sequentialPValue() == 1)
        let missing = try SampleRatio(observed: [50_000, 45_000], shares: [1, 1])
        #expect(missing.pValue < 1e-50)
        #expect(try missing.sequentialPValue() < 1e-50)
    }

    @Test("No runs, and as many as an integer holds, have a p-value")
    func extremes() throws {
        let none = try SampleRatio(observed: [0, 0], shares: [1, 1])
        #expect(none.pValue == 1)
        #expect(try none.sequentialPValue() == 1)
        let all = try SampleRatio(observed: [.max, .max, 0], shares: [1, 1, 1e-3])
        #expect(all.pValue == 0)
        #expect(try all.sequentialPValue() == 0)
        #expect(try SampleRatio(observed: [.max, .max], shares: [1, 1]).sequentialPValue() == 1)
    }

    @Test("Impossible groups are errors")
    func impossible() throws {
        #expect(throws: StatisticsError.self) { try SampleRatio(observed: [1], shares: [1]) }
        #expect(throws: StatisticsError.self) { try SampleRatio(observed: [1, 2], shares: [1]) }
        #expect(throws: StatisticsError.self) { try SampleRatio(observed: [1, -2], shares: [1, 1]) }
        for share in [0, -1, .nan, .infinity, 1e-300, 1.7e308] {
            #expect(throws: StatisticsError.self) { try SampleRatio(observed: [1, 2], shares: [1.7e308, share]) }
        }
        let sizes = try SampleRatio(observed: [1, 2], shares: [1, 1])
        for concentration in [0, -1, .nan, .infinity] {
            #expect(throws: StatisticsError.self) { try sizes.sequentialPValue(concentration: concentration) }
        }
    }
}

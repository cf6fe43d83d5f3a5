import FiresteelStatistics
import Foundation
import Testing

@Suite("Distributions")
struct DistributionTests {
    private struct Contents: Decodable {
        let normal, normalQuantiles, student, studentQuantiles, chiSquare, incompleteBeta, logGamma: [[Double]]
    }

    private let vectors: Contents

    init() throws { vectors = try Vectors.read("distributions", as: Contents.self) }

    @Test("The normal distribution has thirteen digits, and twelve in distant tails")
    func normal() {
        for row in vectors.normal {
            let tolerance = abs(row[0]) > 15 ? 1e-12 : 1e-13
            #expect(isClose(NormalDistribution.cumulative(row[0]), row[1], tolerance), "\(row)")
            #expect(isClose(NormalDistribution.survival(row[0]), row[2], tolerance), "\(row)")
        }
    }

    @Test("Quantiles of the normal distribution have thirteen digits")
    func normalQuantiles() throws {
        for row in vectors.normalQuantiles {
            let value = try #require(NormalDistribution.quantile(upperTail: row[0]))
            #expect(isClose(value, row[1], 1e-13, absolute: 1e-16), "\(row) \(value)")
            #expect(NormalDistribution.quantile(row[0]) == -value)
        }
    }

    @Test("A quantile of the smallest positive number is finite, and that of zero is not")
    func ends() throws {
        let smallest = try #require(NormalDistribution.quantile(upperTail: .leastNonzeroMagnitude))
        #expect(isClose(smallest, 38.46740561714435, 1e-12))
        #expect(NormalDistribution.quantile(0) == -.infinity)
        #expect(NormalDistribution.quantile(1) == .infinity)
        let student = try StudentDistribution(degreesOfFreedom: 1)
        #expect(student.quantile(upperTail: 0) == .infinity)
        #expect(student.quantile(0.5) == 0)
        let distant = try #require(student.quantile(upperTail: 1e-300))
        #expect(isClose(distant, 1e300 / .pi, 1e-11))
        #expect(isClose(student.survival(1e300), 1e-300 / .pi, 1e-11))
    }

    @Test("Student's distribution has twelve digits, and ten beyond 10⁴ degrees of freedom")
    func student() throws {
        for row in vectors.student {
            let value = try StudentDistribution(degreesOfFreedom: row[0]).survival(row[1])
            #expect(isClose(value, row[2], row[0] > 10_000 ? 1e-10 : 1e-12), "\(row) \(value)")
        }
    }

    @Test("Quantiles of Student's distribution have eleven digits")
    func studentQuantiles() throws {
        for row in vectors.studentQuantiles {
            let value = try StudentDistribution(degreesOfFreedom: row[0]).quantile(upperTail: row[1])
            #expect(isClose(try #require(value), row[2], 1e-11, absolute: 1e-15), "\(row) \(String(describing: value))")
        }
    }

    @Test("Quantiles of many degrees of freedom are the inverse of the tail", arguments: [9e6, 1.1e7, 1e12, 1e19])
    func manyDegrees(degrees: Double) throws {
        let student = try StudentDistribution(degreesOfFreedom: degrees)
        for probability in [0.4, 0.2, 0.025, 1e-5, 1e-30] {
            let quantile = try #require(student.quantile(upperTail: probability))
            #expect(isClose(student.survival(quantile), probability, 1e-11))
        }
    }

    @Test("The chi-square distribution has eleven digits, in both tails")
    func chiSquare() throws {
        for row in vectors.chiSquare {
            let distribution = try ChiSquareDistribution(degreesOfFreedom: row[0])
            let tolerance = row[0] > 1_000 ? 1e-10 : 1e-11
            // The larger part is one less the smaller one.
            #expect(isClose(distribution.cumulative(row[1]), row[2], tolerance, absolute: 1e-15), "\(row)")
            #expect(
                isClose(distribution.survival(row[1]), row[3], tolerance), "\(row) \(distribution.survival(row[1]))")
        }
    }

    @Test("The incomplete beta function has eleven digits in the part that is computed")
    func incompleteBeta() {
        for row in vectors.incompleteBeta {
            let value = IncompleteBeta(row[0], row[1], x: row[2], y: 1 - row[2])
            #expect(isClose(value.lower, row[3], 1e-11, absolute: 1e-14), "\(row) \(value)")
            #expect(isClose(value.upper, row[4], 1e-11, absolute: 1e-14), "\(row) \(value)")
        }
    }

    @Test("The logarithm of the gamma function has fifteen digits")
    func logGamma() {
        for row in vectors.logGamma {
            #expect(isClose(SaddlePoint.logGamma(row[0]), row[1], 1e-15, absolute: 1e-14), "\(row)")
        }
    }

    @Test("Values that aren't probabilities have no quantile", arguments: [-0.1, 1.1, .nan, .infinity])
    func noProbability(value: Double) throws {
        #expect(NormalDistribution.quantile(value) == nil)
        #expect(NormalDistribution.quantile(upperTail: value) == nil)
        #expect(try StudentDistribution(degreesOfFreedom: 3).quantile(value) == nil)
    }

    @Test("Degrees of freedom that no distribution has are an error", arguments: [-1, 0, .nan, .infinity])
    func noDegrees(value: Double) {
        #expect(throws: StatisticsError.self) { try StudentDistribution(degreesOfFreedom: value) }
        #expect(throws: StatisticsError.self) { try ChiSquareDistribution(degreesOfFreedom: value) }
    }

    @Test("NaN gives NaN, and infinities the ends")
    func notANumber() throws {
        let student = try StudentDistribution(degreesOfFreedom: 3)
        let chiSquare = try ChiSquareDistribution(degreesOfFreedom: 3)
        #expect(NormalDistribution.cumulative(.nan).isNaN)
        #expect(student.survival(.nan).isNaN)
        #expect(chiSquare.survival(.nan).isNaN)
        #expect(student.survival(.infinity) == 0)
        #expect(student.survival(-.infinity) == 1)
        #expect(chiSquare.survival(.infinity) == 0)
        #expect(chiSquare.survival(-1) == 1)
    }
}

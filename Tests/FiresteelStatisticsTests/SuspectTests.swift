import FiresteelStatistics
import Testing

@Suite("Suspects")
struct SuspectTests {
    @Test("The factor with the most evidence is the first, and those without enough data are last")
    func order() throws {
        let suspects = try SuspectRanking().rank([
            SuspectFactor("none", strata: [stratum(0, 10, 0, 0)]),
            SuspectFactor("rare", strata: [stratum(1, 500, 1, 500)]),
            SuspectFactor("equal", strata: [stratum(25, 2_500, 25, 2_500)]),
            SuspectFactor("harmful", strata: [stratum(60, 2_500, 10, 2_500)]),
            SuspectFactor("few", strata: [stratum(5, 19, 20, 2_500)]),
            SuspectFactor("helpful", strata: [stratum(10, 2_500, 60, 2_500)]),
        ])
        #expect(suspects.map(\.factor) == ["harmful", "equal", "helpful", "none", "rare", "few"])
        #expect(suspects.map(\.isNamed) == [true, false, false, false, false, false])
        #expect(suspects[3].finding == .notEnoughData(.nothingToCompare))
        #expect(suspects[4].finding == .notEnoughData(.affected(2, needed: 5)))
        #expect(suspects[5].finding == .notEnoughData(.runs(exposed: 19, unexposed: 2_500, needed: 20)))
    }

    @Test("The figures are the ratio, its interval, and p-values that grow with the number of factors")
    func figures() throws {
        let factor = try SuspectFactor(1, strata: [stratum(60, 2_500, 10, 2_500)])
        let alone = try #require(try SuspectRanking().rank([factor]).first?.figures)
        #expect(isClose(alone.ratio, 6, 1e-12))
        #expect(alone.interval.lower > 2 && alone.interval.upper < 25)
        #expect(alone.pValue == alone.adjustedPValue)
        #expect(alone.exposed.affected == 60)
        let others = try (2...20).map { try SuspectFactor($0, strata: [stratum(30, 2_500, 30, 2_500)]) }
        let among = try #require(try SuspectRanking().rank(others + [factor]).first?.figures)
        #expect(among.pValue == alone.pValue)
        #expect(isClose(among.adjustedPValue, 20 * alone.pValue, 1e-12))
    }

    @Test("A factor that only affected runs have is infinitely more frequent, and has a lower bound")
    func infinite() throws {
        let figures = try #require(
            try SuspectRanking().rank([SuspectFactor("flag", strata: [stratum(20, 100, 0, 4_000)])]).first?.figures)
        #expect(figures.ratio == .infinity)
        #expect(figures.interval.lower > 10)
        #expect(figures.isNamed)
    }

    @Test("Equal factors keep the given order, and an empty list stays empty")
    func ties() throws {
        let factors = try ["b", "a", "c"].map { SuspectFactor($0, strata: [try stratum(9, 900, 9, 900)]) }
        #expect(try SuspectRanking().rank(factors).map(\.factor) == ["b", "a", "c"])
        #expect(try SuspectRanking().rank([SuspectFactor<String>]()).isEmpty)
        #expect(try SuspectRanking().rank([SuspectFactor("x", strata: [])]).first?.figures == nil)
    }

    @Test("Without a minimum, a factor without an affected run still says nothing")
    func noMinimum() throws {
        let ranking = try SuspectRanking(minimumRuns: 0, minimumAffected: 0)
        let finding = try ranking.rank([SuspectFactor("x", strata: [stratum(0, 1, 0, 1)])]).first?.finding
        #expect(finding == .notEnoughData(.affected(0, needed: 1)))
    }

    @Test("Parameters outside of their range are errors")
    func parameters() {
        for value in [0, 1, -1, .nan] { #expect(throws: StatisticsError.self) { try SuspectRanking(errorRate: value) } }
        #expect(throws: StatisticsError.self) { try SuspectRanking(minimumRuns: -1) }
        #expect(throws: StatisticsError.self) { try SuspectRanking(minimumAffected: -1) }
    }
}

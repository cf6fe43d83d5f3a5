import FiresteelStatistics
import Testing

/// The code of the guide, with the figures that it names.
@Suite("Comparing rates, the guide")
struct ComparingRatesGuideTests {
    @Test("A ratio is read once, and its sequence at any time")
    func ratio() throws {
        // guide: ComparingRates
        let strata = [
            RateStratum(  // version 1.4
                exposed: try RateCounts(affected: 12, of: 800), unexposed: try RateCounts(affected: 9, of: 1_900)),
            RateStratum(  // version 1.5
                exposed: try RateCounts(affected: 41, of: 1_700), unexposed: try RateCounts(affected: 12, of: 1_600)),
        ]
        let ratio = RateRatio(strata)?.estimate  // 3.2
        let once = try RateRatio(strata)?.interval()  // 1.9 to 5.4
        let always = try RateRatioSequence().interval(strata)  // 1.5 to 7.6
        // end
        #expect(isClose(try #require(ratio), 3.2, 0, absolute: 0.05))
        #expect(isClose(try #require(once).lower, 1.9, 0, absolute: 0.05))
        #expect(isClose(try #require(once).upper, 5.4, 0, absolute: 0.05))
        #expect(isClose(always.lower, 1.5, 0, absolute: 0.05))
        #expect(isClose(always.upper, 7.6, 0, absolute: 0.05))
    }

    @Test("A guard decides by the counts so far")
    func rolloutGuard() throws {
        // guide: ComparingRates
        let rolloutGuard = try RolloutGuard(failures: GuardMargin(difference: 0.005))
        let decision = rolloutGuard.decide([
            RunStratum(
                exposed: try RunCounts(runs: 2_000, failures: 148, abnormalExits: 4),
                unexposed: try RunCounts(runs: 2_000, failures: 61, abnormalExits: 5))
        ])
        switch decision {
        case .proceed: print("The next step")
        case .wait(let reason): print("Wait: \(reason)")
        case .harm(let figures): print("Stop: \(figures.outcome) by \(100 * figures.difference) points")
        }
        // end
        #expect(decision.isHarm)
    }

    @Test("Suspects are ranked by their evidence")
    func suspects() throws {
        // guide: ComparingRates
        let suspects = try SuspectRanking().rank([
            SuspectFactor(
                "search on",
                strata: [
                    RateStratum(
                        exposed: try RateCounts(affected: 50, of: 2_500),
                        unexposed: try RateCounts(affected: 12, of: 2_500))
                ]),
            SuspectFactor(
                "export on",
                strata: [
                    RateStratum(
                        exposed: try RateCounts(affected: 33, of: 2_500),
                        unexposed: try RateCounts(affected: 29, of: 2_500))
                ]),
        ])
        for suspect in suspects where suspect.isNamed {
            print(suspect.factor, suspect.figures?.ratio ?? 0)
        }
        // end
        #expect(suspects.filter(\.isNamed).map(\.factor) == ["search on"])
    }
}

import FiresteelStatistics
import Testing

@Suite("Simulated suspects")
struct SuspectSimulationTests {
    /// Runs of three versions with twenty flags, one of which may have an effect.
    private struct Population {
        var runs = 5_000
        var rate = 0.005
        /// The rate of runs that have the first flag on.
        var rateWithFlag = 0.005
        /// The rate of the newest version, and the shares of the first flag in it and in the others.
        var newestRate: Double?
        var flagShares = (newest: 0.5, others: 0.5)

        func factors(_ random: inout SeededRandom) -> [SuspectFactor<String>] {
            // By flag or version, then stratum: exposed affected, exposed, unexposed affected, unexposed.
            var flags = [[[Int]]](repeating: [[Int]](repeating: [0, 0, 0, 0], count: 3), count: 20)
            var versions = [[Int]](repeating: [0, 0, 0, 0], count: 3)
            for _ in 0..<runs {
                let bits = random.next()
                let version = Int.random(in: 0...2, using: &random)
                let hasFlag = random.chance(version == 2 ? flagShares.newest : flagShares.others)
                let versionRate = version == 2 ? newestRate ?? rate : rate
                let isAffected = random.chance(hasFlag ? max(rateWithFlag, versionRate) : versionRate)
                for flag in flags.indices {
                    let isOn = flag == 0 ? hasFlag : bits >> UInt64(flag) & 1 == 1
                    flags[flag][version][isOn ? 1 : 3] += 1
                    if isAffected { flags[flag][version][isOn ? 0 : 2] += 1 }
                }
                for other in versions.indices {
                    versions[other][other == version ? 1 : 3] += 1
                    if isAffected { versions[other][other == version ? 0 : 2] += 1 }
                }
            }
            return flags.enumerated().compactMap { index, rows in
                (try? strata(rows)).map { SuspectFactor("flag \(index)", strata: $0) }
            }
                + versions.enumerated().compactMap { index, row in
                    (try? strata([row])).map { SuspectFactor("version \(index)", strata: $0) }
                }
        }
    }

    private struct Outcome: Sendable {
        let first: String?
        let named: [String]
    }

    private let populations = Simulation.isFull ? 2_000 : 100

    private func outcomes(_ population: Population, seed: UInt64) async throws -> [Outcome] {
        let ranking = try SuspectRanking()
        return await Simulation.results(populations, seed: seed) { random in
            let suspects = ranking.rank(population.factors(&random))
            return Outcome(
                first: suspects.first(where: { $0.figures != nil })?.factor,
                named: suspects.filter(\.isNamed).map(\.factor))
        }
    }

    @Test("A flag that raises the rate from 0.5 % to 2 % among 5,000 runs is the first in 95 of 100 populations")
    func effect() async throws {
        let outcomes = try await outcomes(Population(rateWithFlag: 0.02), seed: 11)
        let first = outcomes.count { $0.first == "flag 0" }
        let named = outcomes.count { $0.named.first == "flag 0" }
        let wrong = outcomes.count { $0.named.contains { $0 != "flag 0" } }
        #expect(Double(first) >= 0.95 * Double(populations))
        #expect(Double(named) >= 0.8 * Double(populations))
        #expect(Double(wrong) <= 0.05 * Double(populations))
        Simulation.report(
            "effect: first in \(Simulation.percent(first, of: populations)), named in "
                + "\(Simulation.percent(named, of: populations)), another named in \(Simulation.percent(wrong, of: populations))"
        )
    }

    @Test("Twice as many runs name the flag, too", .enabled(if: Simulation.isFull))
    func moreRuns() async throws {
        let outcomes = try await outcomes(Population(runs: 10_000, rateWithFlag: 0.02), seed: 12)
        let named = outcomes.count { $0.named.first == "flag 0" }
        #expect(Double(named) >= 0.95 * Double(populations))
        Simulation.report("effect, 10,000 runs: named in \(Simulation.percent(named, of: populations))")
    }

    @Test("Without an effect, something is named in at most 5 of 100 populations")
    func noEffect() async throws {
        for rate in Simulation.isFull ? [0.005, 0.05, 0.3] : [0.005] {
            let outcomes = try await outcomes(Population(rate: rate, rateWithFlag: rate), seed: 13)
            let named = outcomes.count { !$0.named.isEmpty }
            #expect(Double(named) <= 0.05 * Double(populations))
            Simulation.report(
                "no effect, rate \(rate): something named in \(Simulation.percent(named, of: populations))")
        }
    }

    @Test("A flag that a worse version has more often isn't named; the version is")
    func confounder() async throws {
        let population = Population(newestRate: 0.02, flagShares: (newest: 0.9, others: 0.1))
        let outcomes = try await outcomes(population, seed: 14)
        let named = outcomes.count { $0.named.contains("flag 0") }
        let version = outcomes.count { $0.named.first == "version 2" }
        #expect(Double(named) <= 0.05 * Double(populations))
        #expect(Double(version) >= 0.8 * Double(populations))
        Simulation.report(
            "confounder: flag named in \(Simulation.percent(named, of: populations)), "
                + "version in \(Simulation.percent(version, of: populations))")
    }
}

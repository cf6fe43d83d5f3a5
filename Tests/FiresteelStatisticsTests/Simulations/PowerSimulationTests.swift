import FiresteelStatistics
import Foundation
import Testing

@Suite("Simulated power")
struct PowerSimulationTests {
    private struct Outcome: Sendable {
        /// The units of a group at the look that claims the difference first.
        var stopped: Int?
        var isFoundOnce = false
    }

    @Test("Planned sizes find a difference with the planned probability, and most sequences end earlier")
    func sizes() async throws {
        let paths = Simulation.isFull ? 1_000 : 100
        // A large effect has a larger variance than was planned with, and so less power.
        let least = Simulation.isFull ? 0.75 : 0.6
        for effect in Simulation.isFull ? [0.1, 0.05, 0.02, 0.01] : [0.2] {
            for isAdjusted in [false, true] {
                let units = SimulatedUnits.counts(isAdjusted ? .covariate : .none)
                let (baseline, size, sequence) = try plan(units, effect)
                let (once, always) = (Int(size.once), Int(size.always))
                let looks = ((1...100).map { always * $0 / 100 } + [once]).sorted()
                let outcomes = await Simulation.results(paths, seed: 51) { random in
                    var groups = [SimulatedUnits.Sums(), SimulatedUnits.Sums()]
                    var outcome = Outcome()
                    for look in looks {
                        let added = look - groups[1].count
                        units.add(added, factor: 1 + effect, to: &groups[0], &random)
                        units.add(added, factor: 1, to: &groups[1], &random)
                        guard let estimates = try? units.estimates(groups), estimates.count == 2,
                            let comparison = MeanComparison(estimates[0], to: estimates[1])
                        else { continue }
                        if look == once { outcome.isFoundOnce = comparison.pValue <= 0.05 }
                        if outcome.stopped == nil, comparison.pValue(in: sequence) <= 0.05 { outcome.stopped = look }
                        if outcome.stopped != nil, look >= once { break }
                    }
                    return outcome
                }
                let stops = outcomes.map { $0.stopped ?? always }.sorted()
                let found = outcomes.count { $0.stopped != nil }
                let foundOnce = outcomes.count(where: \.isFoundOnce)
                #expect(Double(found) >= least * Double(paths))
                #expect(Double(foundOnce) >= least * Double(paths))
                Simulation.report(
                    "\(100 * effect) %\(isAdjusted ? " with covariate" : ""), variance \(baseline.variance): "
                        + "once \(once), found in \(Simulation.percent(foundOnce, of: paths)); always \(always), "
                        + "found in \(Simulation.percent(found, of: paths)), "
                        + "median \(stops[paths / 2]), mean \(stops.reduce(0, +) / paths), 90 % by \(stops[paths * 9 / 10])"
                )
            }
        }
    }

    /// Plans from the values of the time before, and tunes the sequence for the units of both groups.
    private func plan(
        _ units: SimulatedUnits, _ effect: Double
    ) throws -> (MeanEstimate, SampleSize, AsymptoticSequence) {
        var random = SeededRandom(seed: 50)
        var groups = [SimulatedUnits.Sums(), SimulatedUnits.Sums()]
        for group in groups.indices { units.add(200_000, factor: 1, to: &groups[group], &random) }
        let baseline = try #require(try units.estimates(groups).first)
        let first = try #require(try SampleSize(detecting: effect, of: baseline, in: AsymptoticSequence()))
        let sequence = try AsymptoticSequence(tunedFor: 2 * first.always)
        return (baseline, try #require(try SampleSize(detecting: effect, of: baseline, in: sequence)), sequence)
    }

    @Test("Among many actions of the same people, wrong ones are named at any look as rarely as is stated")
    func manyActions() async throws {
        let paths = Simulation.isFull ? 1_000 : 10
        let looks = Simulation.isFull ? 20 : 5
        let sequence = try AsymptoticSequence()
        for changed in [0, 5] {
            let outcomes = await Simulation.results(paths, seed: 52) { random -> (wrong: Int, named: Int) in
                var sums = [[(x: Double, xx: Double)]](repeating: .init(repeating: (0, 0), count: 40), count: 2)
                for look in 1...looks {
                    for (group, isTreated) in [true, false].enumerated() {
                        for _ in 0..<200 {
                            // Actions depend on each other: some people do more of all.
                            let activity = exp(random.normal() - 0.5)
                            for action in 0..<40 {
                                let rate = 0.02 * Double(1 + action) * (isTreated && action >= 40 - changed ? 1.5 : 1)
                                let value = random.poisson(rate * activity)
                                sums[group][action].x += value
                                sums[group][action].xx += value * value
                            }
                        }
                    }
                    let pValues = (0..<40).map { action in
                        let estimates = sums.map { group -> MeanEstimate? in
                            let sum = group[action]
                            return (try? MeanSummary(count: look * 200, sum: sum.x, sumOfSquares: sum.xx))
                                .flatMap { MeanEstimate($0) }
                        }
                        guard let treatment = estimates[0], let control = estimates[1] else { return 1.0 }
                        return MeanComparison(treatment, to: control)?.pValue(in: sequence) ?? 1
                    }
                    let adjusted = (try? FalseDiscoveryRate.adjusted(pValues)) ?? []
                    let named = adjusted.indices.filter { adjusted[$0] <= 0.05 }
                    // The worst look, at which a first action is named.
                    if !named.isEmpty { return (named.count { $0 < 40 - changed }, named.count) }
                }
                return (0, 0)
            }
            let rate = outcomes.reduce(0) { $0 + Double($1.wrong) / Double(max(1, $1.named)) } / Double(paths)
            #expect(rate <= 0.05)
            Simulation.report(
                "40 actions, \(changed) changed: named in "
                    + "\(Simulation.percent(outcomes.count { $0.named > 0 }, of: paths)), wrong share \(100 * rate) %")
        }
    }

    @Test(
        "People who are counted from one day on, and whose values grow, claim no difference more often than is stated")
    func growingValues() async throws {
        let paths = Simulation.isFull ? 2_000 : 10
        let sequence = try AsymptoticSequence()
        for spread in [0, 0.5, 1.0] {
            let claimed = await Simulation.results(paths, seed: 53) { random in
                let rates = (0..<2_000).map { _ in 0.1 * exp(spread * random.normal()) }
                var values = [Double](repeating: 0, count: rates.count)
                for _ in 0..<(Simulation.isFull ? 100 : 10) {
                    for index in rates.indices { values[index] += random.poisson(rates[index]) }
                    guard let first = try? MeanSummary(values[..<1_000]),
                        let second = try? MeanSummary(values[1_000...]),
                        let treatment = MeanEstimate(first), let control = MeanEstimate(second)
                    else { continue }
                    if MeanComparison(treatment, to: control).map({ $0.pValue(in: sequence) <= 0.05 }) == true {
                        return true
                    }
                }
                return false
            }.count { $0 }
            #expect(Double(claimed) <= 0.05 * Double(paths))
            Simulation.report("growing values, spread \(spread): claimed in \(Simulation.percent(claimed, of: paths))")
        }
    }
}

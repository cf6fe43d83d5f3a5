import FiresteelStatistics
import Testing

@Suite("Simulated coverage")
struct CoverageSimulationTests {
    private let paths = Simulation.isFull ? 10_000 : 20

    @Test("Intervals of a ratio miss it at any of 100 looks in fewer cases than the error rate")
    func ratio() async throws {
        let cases: [(rate: Double, ratio: Double, share: Double)] = [
            (0.002, 1, 0.5), (0.02, 2, 0.1), (0.2, 1.5, 0.5), (0.02, 1, 0.01), (0.05, 0.5, 0.9),
        ]
        let sequence = try RateRatioSequence()
        for (rate, ratio, share) in Simulation.isFull ? cases : [cases[1]] {
            let missed = await Simulation.results(paths, seed: 21) { random in
                var counts = [0, 0, 0, 0]
                for _ in 0..<100 {
                    let exposed = random.binomial(200, share)
                    counts[0] += random.binomial(exposed, rate * ratio)
                    counts[1] += exposed
                    counts[2] += random.binomial(200 - exposed, rate)
                    counts[3] += 200 - exposed
                    guard let strata = try? strata([counts]) else { return true }
                    // The interval contains the ratio while neither side has evidence of the limit.
                    let inverse = strata.map { RateStratum(exposed: $0.unexposed, unexposed: $0.exposed) }
                    let evidence = [
                        try? sequence.pValue(strata, above: ratio), try? sequence.pValue(inverse, above: 1 / ratio),
                    ]
                    if evidence.contains(where: { ($0 ?? 0) <= 0.025 }) { return true }
                }
                return false
            }.count { $0 }
            #expect(Double(missed) <= 0.05 * Double(paths))
            Simulation.report(
                "ratio \(ratio) of rate \(rate), share \(share): missed in \(Simulation.percent(missed, of: paths))")
        }
    }

    @Test(
        "Intervals of a difference of means miss it at any look after the 100th value in fewer cases than the error rate"
    )
    func means() async throws {
        let sequence = try AsymptoticSequence(confidence: 0.95, tunedFor: 2_000)
        let missed = await Simulation.results(paths, seed: 22) { random in
            var groups = [MeanSummary.none, MeanSummary.none]
            for look in 1...100 {
                for _ in 0..<100 {
                    // Skewed values: exponential, with a mean of 1 in both groups.
                    let index = random.chance(0.3) ? 1 : 0
                    do { try groups[index].add(random.exponential()) } catch { return true }
                }
                guard look > 1, let treatment = MeanEstimate(groups[1]), let control = MeanEstimate(groups[0]),
                    let comparison = MeanComparison(treatment, to: control)
                else { continue }
                if !comparison.interval(in: sequence).contains(0) { return true }
            }
            return false
        }.count { $0 }
        #expect(Double(missed) <= 0.05 * Double(paths))
        Simulation.report(
            "difference of means of exponential values: missed in \(Simulation.percent(missed, of: paths))")
    }

    @Test("Lower bounds of a difference of rates exceed it at any look in fewer cases than the error rate")
    func differences() async throws {
        let sequence = try AsymptoticSequence(confidence: 0.95, tunedFor: 5_000)
        for (rate, added, share) in Simulation.isFull ? [(0.05, 0.02, 0.5), (0.01, 0.01, 0.1)] : [(0.05, 0.02, 0.5)] {
            let missed = await Simulation.results(paths, seed: 23) { random in
                var counts = [0, 0, 0, 0]
                for _ in 0..<100 {
                    let exposed = random.binomial(200, share)
                    counts[0] += random.binomial(exposed, rate + added)
                    counts[1] += exposed
                    counts[2] += random.binomial(200 - exposed, rate)
                    counts[3] += 200 - exposed
                    guard counts[0] >= 5, let strata = try? strata([counts]) else { continue }
                    if let bound = RateDifference(strata)?.lowerBound(in: sequence), bound > added { return true }
                }
                return false
            }.count { $0 }
            #expect(Double(missed) <= 0.05 * Double(paths))
            Simulation.report(
                "difference \(added) of rate \(rate), share \(share): missed in \(Simulation.percent(missed, of: paths))"
            )
        }
    }

    @Test("Groups with the intended shares are a mismatch at any look in fewer cases than the error rate")
    func sampleRatio() async throws {
        for concentration in Simulation.isFull ? [100.0, 10_000] : [100] {
            let missed = await Simulation.results(paths, seed: 24) { random in
                var sizes = [0, 0]
                for _ in 0..<100 {
                    let first = random.binomial(100, 0.3)
                    sizes = [sizes[0] + first, sizes[1] + 100 - first]
                    let test = try? SampleRatio(observed: sizes, shares: [3, 7])
                    if (try? test?.sequentialPValue(concentration: concentration)) ?? 0 <= 0.05 { return true }
                }
                return false
            }.count { $0 }
            #expect(Double(missed) <= 0.05 * Double(paths))
            Simulation.report(
                "sizes of groups, concentration \(concentration): mismatch in \(Simulation.percent(missed, of: paths))")
        }
    }
}

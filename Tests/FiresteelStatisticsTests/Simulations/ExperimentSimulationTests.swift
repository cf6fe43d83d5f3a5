import FiresteelStatistics
import Foundation
import Testing

@Suite("Simulated experiments")
struct ExperimentSimulationTests {
    private let paths = Simulation.isFull ? 10_000 : 20
    private let sequence: AsymptoticSequence
    /// Without a minimum, for the counts at which it misses.
    private let early: AsymptoticSequence
    /// The units of each group at a hundred looks, evenly in logarithms.
    private let looks: [Int]

    init() throws {
        sequence = try AsymptoticSequence()
        early = try AsymptoticSequence(startingAt: 0)
        let last = Simulation.isFull ? 500.0 : 50
        looks = (0..<100).map { Int((20 * pow(last, Double($0) / 99)).rounded()) }
    }

    @Test("Experiments without a difference claim one at any of 100 looks in fewer cases than the error rate")
    func noDifference() async throws {
        for units in SimulatedUnits.all {
            try await expectCovered(units, factor: 1, seed: 41)
        }
    }

    @Test("Intervals contain a difference of 30 % at all of 100 looks in as many cases as is stated")
    func difference() async throws {
        for units in SimulatedUnits.all {
            try await expectCovered(units, factor: 1.3, seed: 42)
        }
    }

    @Test("Groups of which one has nine times as many units claim no difference more often than is stated")
    func unequalGroups() async throws {
        for units in SimulatedUnits.all {
            guard let minimum = units.unequalMinimum else { continue }
            for shares in [[1, 9.0], [9, 1]] {
                try await expectCovered(units, factor: 1, shares: shares, minimum: minimum, paths: paths / 5, seed: 45)
            }
        }
    }

    private func expectCovered(
        _ units: SimulatedUnits, factor: Double, shares: [Double] = [1, 1], minimum: Double? = nil,
        paths: Int? = nil, seed: UInt64
    ) async throws {
        let means = (units.mean(factor), units.mean(1))
        let early = early
        // As many units as have some hundred that count, of rare values as well.
        let looks = looks.map { units.rate == nil ? Double($0) : Double($0) * max(1, 0.2 / units.mean(1)) }
        let results = await Simulation.results(paths ?? self.paths, seed: seed) { random in
            var groups = [SimulatedUnits.Sums(), SimulatedUnits.Sums()]
            var missed = Missed()
            for look in looks {
                for group in groups.indices {
                    let added = Int(look * shares[group]) - groups[group].count
                    units.add(added, factor: group == 0 ? factor : 1, to: &groups[group], &random)
                }
                guard let estimates = try? units.estimates(groups), estimates.count == 2 else { continue }
                missed.record((estimates[0], estimates[1]), means, early)
            }
            return missed
        }
        report(
            results, "\(units.name), shares \(shares), difference of \(Int((100 * (factor - 1)).rounded())) %",
            from: minimum)
    }

    @Test("People of companies, compared in 100 groups by company, claim no difference more often than is stated")
    func companies() async throws {
        let last = Simulation.isFull ? 2_000 : 300
        let looks = (0..<100).map { Int((30 * pow(Double(last) / 30, Double($0) / 99)).rounded()) }
        let sequence = sequence
        for (spread, isRare) in [(0.3, false), (1.0, false), (0.6, true)] {
            let results = await Simulation.results(paths / 10, seed: 46) { random in
                var groups = [[(people: Double, value: Double)]](
                    repeating: Array(repeating: (0, 0), count: 100), count: 2)
                var companies = 0
                var missed = -1.0
                for look in looks {
                    for arm in groups.indices {
                        for _ in companies..<max(look, companies) {
                            let people = Int(exp(1.2 + 0.8 * random.normal()).rounded(.up))
                            let usual = exp(spread * random.normal() - spread * spread / 2)
                            let group = Int(random.next() % 100)
                            for _ in 0..<people {
                                let value = random.poisson((isRare ? 0.05 : 2) * usual)
                                groups[arm][group].people += 1
                                groups[arm][group].value += Double(isRare ? min(value, 1) : value)
                            }
                        }
                    }
                    companies = max(look, companies)
                    let estimates = groups.map { groups in
                        var summary = RatioSummary.none
                        for group in groups where group.people > 0 {
                            do { try summary.add(group.value, per: group.people) } catch { return MeanEstimate?.none }
                        }
                        return summary.estimate
                    }
                    guard let one = estimates[0], let other = estimates[1],
                        let comparison = MeanComparison(one, to: other, scale: .relative)
                    else { continue }
                    let people = groups.joined().reduce(0) { $0 + $1.people }
                    let width = sequence.halfWidth(standardError: comparison.standardError, count: people)
                    if abs(comparison.estimate) > width { missed = max(missed, comparison.effectiveCount) }
                }
                return Missed(absolute: missed, relative: missed)
            }
            report(results, "companies, spread \(spread)\(isRare ? ", rare" : "")", from: 50)
        }
    }

    /// The largest effective counts at which a path's intervals missed the difference.
    private struct Missed: Sendable {
        var absolute = -1.0
        var relative = -1.0

        mutating func record(
            _ estimates: (MeanEstimate, MeanEstimate), _ means: (Double, Double), _ sequence: AsymptoticSequence
        ) {
            if let comparison = MeanComparison(estimates.0, to: estimates.1),
                !comparison.interval(in: sequence).contains(means.0 - means.1)
            {
                absolute = max(absolute, comparison.effectiveCount)
            }
            if let comparison = MeanComparison(estimates.0, to: estimates.1, scale: .relative),
                !comparison.interval(in: sequence).contains(means.0 / means.1 - 1)
            {
                relative = max(relative, comparison.effectiveCount)
            }
        }
    }

    private func report(_ results: [Missed], _ title: String, from minimum: Double? = nil) {
        for (scale, path) in [("absolute", \Missed.absolute), ("relative", \Missed.relative)] {
            func missed(_ minimum: Double) -> Int { results.count { $0[keyPath: path] >= minimum } }
            let claimed = missed(minimum ?? sequence.minimumEffectiveCount)
            #expect(Double(claimed) <= 0.05 * Double(results.count), "\(title), \(scale)")
            let table = [0, 10, 30, 50, 100, 200, 300, 400].map {
                "\(Int($0)): \(Simulation.percent(missed($0), of: results.count))"
            }
            Simulation.report("\(title), \(scale), missed from an effective count of \(table.joined(separator: ", "))")
        }
    }

    @Test("Quantiles of clustered durations are missed at any look in fewer cases than the error rate")
    func quantiles() async throws {
        let bounds = [0] + (-20..<28).map { pow(2, Double($0) / 4) }
        let looks = looks.filter { $0 <= 5_000 }.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        for (share, factor) in [(0.5, 1.0), (0.9, 1), (0.99, 1), (0.5, 1.2), (0.9, 1.2)] {
            let (early, empty) = (early, try HistogramSummary(bounds: bounds))
            let results = await Simulation.results(paths / 5, seed: 43) { random in
                var groups = [empty, empty]
                var missed = Missed()
                for look in looks {
                    for (index, factor) in [factor, 1].enumerated() {
                        for _ in Int(groups[index].sums[0])..<look {
                            let unit = 0.5 * random.normal()
                            var counts: [Int: Int] = [:]
                            for _ in 0..<Int(random.poisson(3)) {
                                let value = 4 * log2(factor * exp(unit + 0.8 * random.normal())) + 21
                                counts[max(0, min(48, Int(value.rounded(.down)))), default: 0] += 1
                            }
                            do { try groups[index].add(counts) } catch { return Missed(absolute: .infinity) }
                        }
                    }
                    guard let treatment = try? groups[0].quantile(share), let control = try? groups[1].quantile(share)
                    else { continue }
                    let z = NormalDistribution.quantile(share) ?? 0
                    let quantile = exp((0.25 + 0.64).squareRoot() * z)
                    missed.record((treatment, control), (factor * quantile, quantile), early)
                }
                return missed
            }
            report(results, "p\(Int(100 * share)), difference of \(Int((100 * (factor - 1)).rounded())) %")
        }
    }

    @Test("Restricted means and log-rank tests of people who enter day by day miss in fewer cases than the error rate")
    func survival() async throws {
        let (days, limit) = (60, 14)
        for rates in [(0.1, 0.1), (0.13, 0.1), (0.004, 0.004)] {
            let (early, sequence) = (early, sequence)
            let results = await Simulation.results(paths / 5, seed: 44) { random in
                // By group, day of entry and age: successes.
                var successes = [[[Int]]](
                    repeating: [[Int]](repeating: [Int](repeating: 0, count: limit + 1), count: days), count: 2)
                for (group, rate) in [rates.0, rates.1].enumerated() {
                    for day in 0..<days {
                        for _ in 0..<20 {
                            let age = Int((random.exponential() / rate).rounded(.up))
                            if age <= limit { successes[group][day][age] += 1 }
                        }
                    }
                }
                var (missed, isClaimed) = (Missed(), false)
                for today in 1..<(days + limit) {
                    let summaries = successes.map { group in
                        var rows = (0...limit).map { (time: Double($0), events: 0, censored: 0) }
                        for day in 0..<min(days, today) {
                            let observed = min(limit, today - day)
                            for age in 0...observed { rows[age].events += group[day][age] }
                            rows[observed].censored += 20 - group[day][...observed].reduce(0, +)
                        }
                        return try? SurvivalSummary(rows)
                    }
                    guard let treatment = summaries[0], let control = summaries[1] else { continue }
                    if let test = LogRank(treatment, to: control), test.pValue(in: sequence) <= 0.05 {
                        isClaimed = true
                    }
                    guard let first = try? treatment.restrictedMean(until: Double(limit)),
                        let second = try? control.restrictedMean(until: Double(limit))
                    else { continue }
                    func mean(_ rate: Double) -> Double { (0..<limit).reduce(0) { $0 + exp(-rate * Double($1)) } }
                    missed.record((first, second), (mean(rates.0), mean(rates.1)), early)
                }
                return (missed, isClaimed)
            }
            report(results.map(\.0), "restricted mean, rates \(rates)")
            let claimed = results.count(where: \.1)
            Simulation.report("log-rank, rates \(rates): claimed in \(Simulation.percent(claimed, of: results.count))")
            if rates.0 == rates.1 { #expect(Double(claimed) <= 0.05 * Double(results.count)) }
        }
    }
}

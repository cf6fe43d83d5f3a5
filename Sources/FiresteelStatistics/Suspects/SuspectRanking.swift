/// Ranks factors by the evidence that they make runs be affected more often.
///
/// Each factor is compared within its strata by ``RateRatioSequence``, and the p-values are corrected by
/// ``FalseDiscoveryRate``. Those are inverses of e-values, so the correction holds although flags and versions depend on each
/// other: among the named factors the expected share of wrong ones is at most the error rate, and where there is no effect at all
/// something is named in at most that share of cases.
public struct SuspectRanking: Sendable, Hashable {
    /// The expected share of wrong factors among the named ones, at most.
    public let errorRate: Double
    /// The number of runs with a factor, and of those without it, that a comparison needs.
    public let minimumRuns: Int
    /// The number of affected runs that a comparison needs, of both kinds together.
    public let minimumAffected: Int
    private let sequence: RateRatioSequence

    /// Creates a ranking.
    ///
    /// - Throws: ``StatisticsError`` for an error rate that isn't between 0 and 1, and for negative minima.
    public init(errorRate: Double = 0.05, minimumRuns: Int = 20, minimumAffected: Int = 5) throws(StatisticsError) {
        try StatisticsError.checkProbability("errorRate", errorRate)
        try StatisticsError.check("minimumRuns", minimumRuns)
        try StatisticsError.check("minimumAffected", minimumAffected)
        self.errorRate = errorRate
        self.minimumRuns = minimumRuns
        self.minimumAffected = minimumAffected
        sequence = RateRatioSequence(uncheckedTypicalRatio: 3)
    }

    /// Ranks factors: first those with the most evidence, last those without enough data, each in the order given where equal.
    public func rank<Factor>(_ factors: [SuspectFactor<Factor>]) -> [Suspect<Factor>] {
        let comparisons = factors.map(compare)
        let compared = comparisons.indices.filter { comparisons[$0].shortage == nil }
        let adjusted = FalseDiscoveryRate.adjustedUnchecked(
            compared.map { RateRatioSequence.pValue(logEvidence: comparisons[$0].logEvidence) })
        let ranked = zip(compared, adjusted)
            .sorted {
                (-comparisons[$0.0].logEvidence, $0.0) < (-comparisons[$1.0].logEvidence, $1.0)
            }
            .map { index, adjusted in
                Suspect(
                    factor: factors[index].factor,
                    finding: .compared(figures(factors[index].strata, comparisons[index], adjusted)))
            }
        let others = comparisons.indices.compactMap { index in
            comparisons[index].shortage.map { Suspect(factor: factors[index].factor, finding: .notEnoughData($0)) }
        }
        return ranked + others
    }

    private struct Comparison<Factor: Sendable & Hashable> {
        var totals: RateStratum
        var ratio = 1.0
        var logEvidence = 0.0
        var shortage: Suspect<Factor>.Shortage?
    }

    private func compare<Factor>(_ factor: SuspectFactor<Factor>) -> Comparison<Factor> {
        let totals = factor.strata.comparableTotals
        var comparison = Comparison<Factor>(totals: totals)
        let affected = (totals.exposed + totals.unexposed).affected
        let fewest = min(totals.exposed.total, totals.unexposed.total)
        if fewest == 0 {
            comparison.shortage = .nothingToCompare
        } else if fewest < minimumRuns {
            comparison.shortage = .runs(
                exposed: totals.exposed.total, unexposed: totals.unexposed.total, needed: minimumRuns)
        } else if let ratio = RateRatio(factor.strata), affected >= minimumAffected {
            comparison.ratio = ratio.estimate
            comparison.logEvidence = sequence.evidence(factor.strata, above: 1)
        } else {
            comparison.shortage = .affected(affected, needed: max(1, minimumAffected))
        }
        return comparison
    }

    private func figures<Factor>(
        _ strata: [RateStratum], _ comparison: Comparison<Factor>, _ adjusted: Double
    ) -> SuspectFigures {
        SuspectFigures(
            exposed: comparison.totals.exposed, unexposed: comparison.totals.unexposed, ratio: comparison.ratio,
            interval: sequence.interval(strata, error: errorRate),
            pValue: RateRatioSequence.pValue(logEvidence: comparison.logEvidence), adjustedPValue: adjusted,
            isNamed: adjusted <= errorRate, logEvidence: comparison.logEvidence)
    }
}

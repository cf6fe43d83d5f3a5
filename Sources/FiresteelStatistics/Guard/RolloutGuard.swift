/// Decides by the rates of failures, abnormal exits and slow runs whether a rollout proceeds, waits or stops.
///
/// The decision is a function of the counts so far, so that it is the same after a restart and on each server. It may be
/// made every minute: the p-values are valid at all times together (``RateRatioSequence``), so of rollouts without harm at most the
/// share ``errorRate`` is ever stopped. The outcomes share the error rate equally.
///
/// There are two thresholds. Harm begins where its p-value is at most an outcome's part of the error rate, and ends only where it is
/// above ``cautionLevel``; in between, a rollout that hasn't been stopped waits.
public struct RolloutGuard: Sendable, Hashable {
    /// The share of rollouts without harm that are stopped at any time, at most.
    public let errorRate: Double
    /// The p-value above which there is no suspicion.
    public let cautionLevel: Double
    /// The number of exposed and of unexposed runs without which a rollout doesn't proceed.
    public let minimumRuns: Int
    /// The number of affected exposed runs without which there is no harm: one user's repeated crash isn't a pattern.
    public let minimumAffected: Int
    /// The tolerated excess of failures.
    public let failures: GuardMargin
    /// The tolerated excess of abnormal exits.
    public let abnormalExits: GuardMargin
    /// The tolerated excess of slow runs, `nil` where they aren't compared.
    public let slow: GuardMargin?

    /// The part of the error rate that each outcome has.
    private let outcomeError: Double
    private let ratios: RateRatioSequence
    private let harmDifferences: AsymptoticSequence
    private let cautionDifferences: AsymptoticSequence

    /// Creates a guard.
    ///
    /// - Throws: ``StatisticsError`` for an error rate or a caution level that isn't between 0 and 1, a caution level that is
    ///   not above half of the error rate, and negative minima.
    public init(
        errorRate: Double = 0.05, cautionLevel: Double = 0.25, minimumRuns: Int = 200, minimumAffected: Int = 5,
        failures: GuardMargin = .failures, abnormalExits: GuardMargin = .abnormalExits, slow: GuardMargin? = nil
    ) throws(StatisticsError) {
        try StatisticsError.checkProbability("errorRate", errorRate)
        try StatisticsError.checkProbability("cautionLevel", cautionLevel)
        try StatisticsError.check(
            "cautionLevel", cautionLevel, cautionLevel > 0.5 * errorRate, "a number above half of the error rate")
        try StatisticsError.check("minimumRuns", minimumRuns)
        try StatisticsError.check("minimumAffected", minimumAffected)
        self.errorRate = errorRate
        self.cautionLevel = cautionLevel
        self.minimumRuns = minimumRuns
        self.minimumAffected = minimumAffected
        self.failures = failures
        self.abnormalExits = abnormalExits
        self.slow = slow
        outcomeError = errorRate / (slow == nil ? 2 : 3)
        ratios = RateRatioSequence(uncheckedTypicalRatio: 2)
        harmDifferences = AsymptoticSequence(uncheckedConfidence: 1 - outcomeError, tunedFor: 5_000)
        cautionDifferences = AsymptoticSequence(uncheckedConfidence: 1 - cautionLevel, tunedFor: 5_000)
    }

    /// Decides what a rollout does next.
    ///
    /// - Parameters:
    ///   - strata: The counts since the rollout began, by version and step.
    ///   - isStopped: Whether the previous decision was harm. It then remains until there is no suspicion.
    public func decide(_ strata: [RunStratum], isStopped: Bool = false) -> GuardDecision {
        let assessments = GuardOutcome.allCases.compactMap { assess($0, strata) }
        let worst = assessments.min { ($0.level.rawValue, $0.pValue) < ($1.level.rawValue, $1.pValue) }
        guard let worst else { return .wait(.nothingToCompare) }
        if worst.level == .harm || (isStopped && worst.level == .suspicion) { return .harm(figures(worst)) }
        if worst.level == .suspicion { return .wait(.suspicion(figures(worst))) }
        // Of slow runs, the totals are those of timed ones.
        for totals in assessments.map(\.totals) {
            let (exposed, unexposed) = (totals.exposed.total, totals.unexposed.total)
            guard min(exposed, unexposed) >= minimumRuns else {
                return .wait(.notEnoughRuns(exposed: exposed, unexposed: unexposed, needed: minimumRuns))
            }
        }
        return .proceed
    }

    /// Returns the figures of an outcome, or `nil` where it isn't compared, or no stratum can be.
    public func figures(of outcome: GuardOutcome, _ strata: [RunStratum]) -> GuardFigures? {
        assess(outcome, strata).map(figures)
    }

    private enum Level: Int {
        case harm
        case suspicion
        case none
    }

    private struct Assessment {
        let outcome: GuardOutcome
        let rates: [RateStratum]
        let totals: RateStratum
        let difference: RateDifference
        let pValue: Double
        let level: Level
    }

    private func margin(of outcome: GuardOutcome) -> GuardMargin? {
        switch outcome {
        case .failures: failures
        case .abnormalExits: abnormalExits
        case .slow: slow
        }
    }

    private func assess(_ outcome: GuardOutcome, _ strata: [RunStratum]) -> Assessment? {
        let rates = strata.map { $0.rates(of: outcome) }
        guard let margin = margin(of: outcome), let difference = RateDifference(rates) else { return nil }
        let totals = rates.comparableTotals
        let pValue = RateRatioSequence.pValue(logEvidence: ratios.evidence(rates, above: margin.ratio))
        return Assessment(
            outcome: outcome, rates: rates, totals: totals, difference: difference, pValue: pValue,
            level: level(pValue, difference, margin, affected: totals.exposed.affected))
    }

    private func level(
        _ pValue: Double, _ difference: RateDifference, _ margin: GuardMargin, affected: Int
    ) -> Level {
        if pValue <= outcomeError, affected >= minimumAffected,
            difference.exceeds(margin.difference, in: harmDifferences)
        {
            return .harm
        }
        if pValue <= cautionLevel, difference.exceeds(margin.difference, in: cautionDifferences) { return .suspicion }
        return .none
    }

    private func figures(_ assessment: Assessment) -> GuardFigures {
        GuardFigures(
            outcome: assessment.outcome, exposed: assessment.totals.exposed, unexposed: assessment.totals.unexposed,
            ratio: RateRatio(assessment.rates)?.estimate,
            ratioInterval: ratios.interval(assessment.rates, error: 2 * outcomeError),
            difference: assessment.difference.estimate,
            differenceLowerBound: assessment.difference.lowerBound(in: harmDifferences), pValue: assessment.pValue)
    }
}

extension RateDifference {
    /// Whether the difference is certainly above a margin.
    ///
    /// Without one, the ratio decides alone, whose guarantee isn't asymptotic.
    fileprivate func exceeds(_ margin: Double, in sequence: AsymptoticSequence) -> Bool {
        margin == 0 || lowerBound(in: sequence) > margin
    }
}

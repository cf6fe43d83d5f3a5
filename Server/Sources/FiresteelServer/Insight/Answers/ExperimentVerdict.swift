import FiresteelStore

/// The verdict on a phase: the first of these that applies: unreliable, harmed, better, worse, waiting, inconclusive.
struct ExperimentVerdict {
    let verdict: ExperimentResults.Verdict

    /// An arm's comparison in a metric.
    private typealias Finding = (metric: ExperimentResults.Metric, comparison: ExperimentResults.Comparison)

    init(
        _ metrics: [ExperimentResults.Metric], _ history: [ExperimentDay], began: Int64, isRecounting: Bool,
        isMismatch: Bool, isMixed: Bool, wasHarmed: Bool, unit: String?, _ ratio: String
    ) {
        let all: [Finding] = metrics.flatMap { metric in
            metric.comparisons.map { (metric: metric, comparison: $0) }
        }
        let primary = all.filter { $0.metric.role == .primary }
        if isRecounting {
            verdict = .init(
                kind: .unreliable, sentence: "The result is unreliable: people are counted again",
                detail: "Figures are right once all are counted, which may take minutes.")
        } else if isMismatch {
            verdict = .init(
                kind: .unreliable, sentence: "The result is unreliable: people are missing from an arm",
                detail:
                    "\(ratio) Possible causes are crashes before the exposure, and an arm that reads the flag later.")
        } else if isMixed {
            verdict = .init(
                kind: .unreliable, sentence: "The result is unreliable: too many people had several arms",
                detail: "More than 1 % of the people were exposed to several arms. "
                    + "Contexts without their key, or a key that changes, have this effect.")
        } else if let harm = all.first(where: { $0.comparison.verdict == .beyond }) {
            verdict = Self.harmed(harm)
        } else if wasHarmed {
            // An interval that may be read at any time stays right: that of all sessions may be wider.
            verdict = .init(
                kind: .harmed, sentence: "Harm was certain when the guard ended the experiment",
                detail: "With the sessions that arrived since, the figures below show it less clearly.")
        } else if let best = Self.largest(primary, .better) {
            verdict = Self.conclusive(.better, best, history, began)
        } else if primary.allSatisfy({ $0.comparison.verdict == .worse }), let worst = Self.largest(primary, .worse) {
            verdict = Self.conclusive(.worse, worst, history, began)
        } else if primary.allSatisfy({ $0.comparison.verdict == .waiting }) {
            verdict = .init(
                kind: .waiting, sentence: "There are too few people yet for a result",
                detail: unit.map {
                    "A comparison begins when people with about 100 values of “\($0)” count in each arm, or with more if few have most of the people."
                } ?? "A comparison begins when at least 100 people of each arm count.")
        } else {
            verdict = Self.inconclusive(primary)
        }
    }

    private static func largest(
        _ findings: [Finding], _ verdict: ExperimentResults.Comparison.Verdict
    ) -> Finding? {
        findings.filter { $0.comparison.verdict == verdict }
            .max { abs($0.comparison.relative ?? 0) < abs($1.comparison.relative ?? 0) }
    }

    private static func harmed(_ finding: Finding) -> ExperimentResults.Verdict {
        let (metric, comparison) = finding
        let margin = ExperimentText.percent(metric.margin ?? 0)
        return .init(
            kind: .harmed,
            sentence: ExperimentText.sentence(metric, comparison.arm, relative: comparison.relative),
            detail: "The guardrail tolerates \(margin), and the interval is beyond it. \(interval(comparison))")
    }

    private static func conclusive(
        _ kind: ExperimentResults.Verdict.Kind, _ finding: Finding, _ history: [ExperimentDay], _ began: Int64
    ) -> ExperimentResults.Verdict {
        let (metric, comparison) = finding
        let isAbove = (comparison.lower ?? 0) > 0
        let days = history.reversed().prefix { isAbove ? ($0.lower ?? -1) > 0 : ($0.upper ?? 1) < 0 }
        let since = days.last.map { max(0, $0.day - InsightTime.day(of: began)) / InsightTime.day + 1 }
        let place = isAbove ? "above" : "below"
        let first = metric.comparisons.first?.arm == comparison.arm ? since : nil
        let beginning =
            first.map { "The interval has been \(place) 0 since day \($0)." } ?? "The interval is \(place) 0."
        return .init(
            kind: kind, sentence: ExperimentText.sentence(metric, comparison.arm, relative: comparison.relative),
            detail: "\(beginning) Checking often doesn’t weaken it.")
    }

    private static func inconclusive(_ primary: [Finding]) -> ExperimentResults.Verdict {
        let known = primary.first { $0.comparison.verdict != .waiting }
        return .init(
            kind: .inconclusive, sentence: "No difference is certain yet",
            detail: known.map { interval($0.comparison) } ?? "")
    }

    private static func interval(_ comparison: ExperimentResults.Comparison) -> String {
        guard let lower = comparison.lower else { return "" }
        let range = comparison.upper.map {
            "between \(ExperimentText.percent(lower)) and \(ExperimentText.percent($0))"
        }
        return "The difference of “\(comparison.arm)” is \(range ?? "at least \(ExperimentText.percent(lower))")."
    }
}

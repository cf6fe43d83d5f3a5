package import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelStatistics
import Foundation

/// The assessment of a plan by the evidence, with sentences and figures for people.
struct GuardAssessment {
    private(set) var decision: GuardState.Decision
    private(set) var reason: String
    let metrics: [JSONValue]

    /// Assesses the strata of a plan.
    ///
    /// - Parameters:
    ///   - state: The state of the guard.
    ///   - strata: The strata, by step; those of the state, or with people's sessions counted once.
    ///   - plan: The plan.
    init(_ state: GuardState, _ strata: [GuardStrata], of plan: TargetingPlan) throws {
        let settings = plan.harmGuard ?? TargetingPlanGuard()
        let rolloutGuard = try Self.rolloutGuard(settings)
        let runs = try strata.flatMap { step in
            try step.sorted { $0.key < $1.key }.map(\.value).filter(\.isComparable).map { try $0.runs }
        }
        metrics = GuardOutcome.allCases.compactMap { outcome in
            rolloutGuard.figures(of: outcome, runs).map { Self.json($0, settings) }
        }
        let needed = settings.minimumRuns ?? TargetingPlanGuard.defaultMinimumRuns
        let step = state.stepRuns
        switch rolloutGuard.decide(runs, isStopped: state.decision == .harm) {
        case .harm(let figures):
            decision = .harm
            reason = Self.sentence(figures, plan, settings)
        case .wait(.suspicion(let figures)):
            decision = .wait
            reason = "It isn't certain yet. " + Self.sentence(figures, plan, settings)
        case .wait, .proceed:
            if min(step.exposed, step.unexposed) < Int64(needed) {
                decision = .wait
                reason =
                    "In this step there are \(step.exposed) sessions with “\(plan.variant)” and \(step.unexposed) with "
                    + "“\(plan.rest)” that can be compared. Each needs \(needed)."
            } else if settings.durationLimit != nil,
                min(state.stepTimed.exposed, state.stepTimed.unexposed) < Int64(needed)
            {
                decision = .wait
                reason =
                    "In this step an action of the feature was timed in \(state.stepTimed.exposed) sessions with "
                    + "“\(plan.variant)” and \(state.stepTimed.unexposed) with “\(plan.rest)”. Each needs \(needed)."
            } else {
                decision = .proceed
                let all = runs.reduce(0) { $0 + $1.exposed.runs + $1.unexposed.runs }
                reason = "No sign of harm in \(all) sessions."
            }
        }
    }

    /// Waits instead of proceeding: many sessions are affected, and few people.
    mutating func waitForPeople() {
        guard decision == .proceed else { return }
        decision = .wait
        reason = "It isn't certain yet: many sessions are affected, but few people."
    }

    /// Adds a sentence to the reason.
    mutating func addReason(_ sentence: String) { reason += " " + sentence }

    /// Returns the decisions of a guard's settings.
    private static func rolloutGuard(_ settings: TargetingPlanGuard) throws -> RolloutGuard {
        try RolloutGuard(
            errorRate: settings.errorRate ?? TargetingPlanGuard.defaultErrorRate,
            minimumRuns: settings.minimumRuns ?? TargetingPlanGuard.defaultMinimumRuns,
            failures: GuardMargin(difference: margin(.failures, settings) / 100),
            abnormalExits: GuardMargin(difference: margin(.abnormalExits, settings) / 100),
            slow: settings.durationLimit == nil ? nil : GuardMargin(difference: margin(.slow, settings) / 100))
    }

    /// The margin of an outcome, in percentage points.
    private static func margin(_ outcome: GuardOutcome, _ settings: TargetingPlanGuard) -> Double {
        switch outcome {
        case .failures: settings.failureMargin ?? TargetingPlanGuard.defaultFailureMargin
        case .abnormalExits: settings.abnormalExitMargin ?? TargetingPlanGuard.defaultAbnormalExitMargin
        case .slow: settings.durationMargin ?? TargetingPlanGuard.defaultDurationMargin
        }
    }

    /// The figures in a sentence, such as “Sessions failed in 7.40 % of 2000 with “on” and in 3.05 % of 2000 with “off”: …”.
    private static func sentence(
        _ figures: GuardFigures, _ plan: TargetingPlan, _ settings: TargetingPlanGuard
    ) -> String {
        let verb =
            switch figures.outcome {
            case .failures: "Actions failed"
            case .abnormalExits: "Sessions ended abnormally"
            case .slow: "Actions took longer than \(settings.durationLimit ?? 0) s"
            }
        func share(_ counts: RateCounts) -> String {
            "\(number(100 * (counts.rate ?? 0))) % of \(counts.total) \(figures.outcome == .slow ? "timed " : "")sessions"
        }
        return "\(verb) in \(share(figures.exposed)) with “\(plan.variant)” and \(share(figures.unexposed)) with "
            + "“\(plan.rest)”: within versions \(number(100 * figures.difference)) percentage points more, at least "
            + "\(number(100 * max(0, figures.differenceLowerBound))). The margin is "
            + "\(number(margin(figures.outcome, settings)))."
    }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }

    private static func json(_ figures: GuardFigures, _ settings: TargetingPlanGuard) -> JSONValue {
        func counts(_ counts: RateCounts) -> JSONValue {
            ["affected": .int(counts.affected), "total": .int(counts.total)]
        }
        let margin = margin(figures.outcome, settings)
        var members: [String: JSONValue] = [
            "metric": .string(figures.outcome.rawValue), "exposed": counts(figures.exposed),
            "unexposed": counts(figures.unexposed), "ratio": figures.ratio.map(JSONValue.finite) ?? .null,
            "interval": [.finite(figures.ratioInterval.lower), .finite(figures.ratioInterval.upper)],
            "differencePoints": .finite(100 * figures.difference),
            "atLeastPoints": .finite(100 * figures.differenceLowerBound), "marginPoints": .finite(margin),
            "isWithin": .bool(100 * figures.difference <= margin),
        ]
        if figures.outcome == .slow { members["slowerThan"] = settings.durationLimit.map(JSONValue.finite) }
        return .object(members)
    }
}

extension JSONValue {
    /// A number, or null for one that JSON can't express.
    package static func finite(_ value: Double) -> JSONValue { value.isFinite ? .double(value) : .null }
}

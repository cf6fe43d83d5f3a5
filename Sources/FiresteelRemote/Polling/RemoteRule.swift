import FiresteelFlags
import Foundation

/// A fetched rule that reports its age and revision, and applies only to the context for which it was fetched.
struct RemoteRule: FlagRule {
    /// The reason why a value may be outdated.
    enum Age: Sendable {
        case cached
        case stale
    }

    let base: any FlagRule
    /// The only context that the rule is for, or `nil` for all.
    let context: EvaluationContext?
    /// `nil` if the value was fetched in this run and isn't stale.
    let age: Age?
    /// The time at which it was current, in seconds since 1970.
    let updated: Double
    /// The server's number for the version of the values.
    let revision: Int?

    var dependsOnContext: Bool { context != nil || base.dependsOnContext }
    var dependsOnTime: Bool { base.dependsOnTime }
    var metadata: [String: JSONValue] { base.metadata }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        if let own = self.context, own != copy context {
            return .failed(
                .invalidContext, "The values were fetched for another context, on which they depend.")
        }
        return aged(base.evaluate(context, now: now))
    }

    func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        if let own = self.context, own != context {
            steps.append(ExplanationStep("fetched for another context", result: "no value"))
            return evaluate(context, now: now)
        }
        if let age {
            let date = Date(timeIntervalSince1970: updated).formatted(.iso8601)
            steps.append(
                ExplanationStep(
                    age == .stale ? "outdated" : "cached by an earlier run", result: "of \(date)"))
        }
        return aged(base.evaluate(context, now: now, explaining: &steps))
    }

    private func aged(_ evaluation: FlagEvaluation) -> FlagEvaluation {
        guard let age else { return evaluation }
        if case .failed = evaluation.outcome { return evaluation }
        var aged = evaluation
        aged.reason = age == .stale ? .stale : .cached
        return aged
    }
}

extension RemoteRule: EnvironmentRule {
    func rule(in environment: FlagEnvironment) -> any FlagRule {
        guard let depending = base as? any EnvironmentRule else { return self }
        return RemoteRule(
            base: depending.rule(in: environment), context: context, age: age, updated: updated, revision: revision)
    }
}

package import FiresteelFlags

/// A parameter of a server template.
package struct FirebaseRule: FlagRule {
    package struct Condition: Sendable {
        package let name: String
        package let condition: FirebaseCondition
    }

    /// A value with its condition.
    package struct Branch: Sendable {
        package let condition: Condition
        package let outcome: FlagEvaluation.Outcome
    }

    /// The branches, in the order of evaluation.
    package let branches: [Branch]
    /// The value if no condition is true.
    package let fallback: FlagEvaluation.Outcome
    package let metadata: [String: JSONValue]
    package let dependsOnContext: Bool

    init(branches: [Branch], fallback: FlagEvaluation.Outcome, metadata: [String: JSONValue]) {
        self.branches = branches
        self.fallback = fallback
        self.metadata = metadata
        dependsOnContext = branches.contains { $0.condition.condition.dependsOnContext }
    }

    package func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        var trace: ConditionTrace?
        guard let branch = branch(for: context, tracing: &trace) else { return defaultEvaluation }
        return evaluation(of: branch)
    }

    package func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        var trace: ConditionTrace? = ConditionTrace()
        let branch = branch(for: context, tracing: &trace)
        steps += trace?.steps ?? []
        guard let branch else {
            steps.append(ExplanationStep("no condition is true", result: "the parameter's default"))
            return defaultEvaluation
        }
        steps.append(ExplanationStep("the value of “\(branch.condition.name)”"))
        return evaluation(of: branch)
    }

    /// Returns the first branch whose condition is true.
    private func branch(for context: borrowing EvaluationContext, tracing trace: inout ConditionTrace?) -> Branch? {
        for branch in branches {
            let condition = branch.condition.condition
            let isTrue: Bool
            if trace == nil {
                isTrue = condition.isTrue(for: context, tracing: &trace)
            } else {
                let context = copy context
                isTrue =
                    trace?.step("the condition “\(branch.condition.name)”") {
                        condition.isTrue(for: context, tracing: &$0)
                    } ?? false
            }
            if isTrue { return branch }
        }
        return nil
    }

    private func evaluation(of branch: Branch) -> FlagEvaluation {
        let reason: FlagReason = branch.condition.condition.draws ? .split : .targetingMatch
        return Self.evaluation(branch.outcome, variant: branch.condition.name, reason)
    }

    private var defaultEvaluation: FlagEvaluation {
        Self.evaluation(fallback, variant: nil, branches.isEmpty ? .static : .default)
    }

    private static func evaluation(
        _ outcome: FlagEvaluation.Outcome, variant: String?, _ reason: FlagReason
    ) -> FlagEvaluation {
        switch outcome {
        case .value: FlagEvaluation(outcome, variant: variant, reason: reason)
        // The program's default has no variant.
        case .programDefault: FlagEvaluation(outcome, reason: .default)
        case .failed: FlagEvaluation(outcome, reason: .error)
        }
    }
}

import FiresteelFlags

/// On for a plan.
struct ForPlan: FlagRule {
    let plan: String
    var dependsOnContext: Bool { true }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        .value(.bool(context.attributes["plan"] == .string(plan)), reason: .targetingMatch)
    }
}

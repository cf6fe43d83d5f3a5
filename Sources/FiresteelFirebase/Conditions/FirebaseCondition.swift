import FiresteelFlags

/// A condition of a server template, as Firebase's server libraries evaluate it.
indirect enum FirebaseCondition: Sendable {
    /// Always true or always false. An invalid condition is false.
    case constant(Bool)
    /// True if one of them is.
    case any([FirebaseCondition])
    /// True if all of them are.
    case all([FirebaseCondition])
    case percent(PercentCondition)
    case signal(SignalCondition)

    func isTrue(for context: borrowing EvaluationContext) -> Bool {
        switch self {
        case .constant(let isTrue): return isTrue
        case .any(let conditions):
            for condition in conditions where condition.isTrue(for: context) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where !condition.isTrue(for: context) { return false }
            return true
        case .percent(let condition): return condition.isTrue(for: context)
        case .signal(let condition): return condition.isTrue(for: context)
        }
    }

    /// Whether the result depends on the context.
    var dependsOnContext: Bool {
        switch self {
        case .constant: false
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.dependsOnContext)
        case .percent, .signal: true
        }
    }

    /// Whether a share is drawn.
    var draws: Bool {
        switch self {
        case .constant, .signal: false
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.draws)
        case .percent: true
        }
    }

    /// Returns the steps of an evaluation as text.
    func explain(_ context: EvaluationContext, depth: Int) -> [ExplanationStep] {
        let result = isTrue(for: context) ? "true" : "false"
        switch self {
        case .constant:
            return [ExplanationStep("the same for everyone", result: result, depth: depth)]
        case .any(let conditions):
            return [ExplanationStep("one of", result: result, depth: depth)]
                + conditions.flatMap { $0.explain(context, depth: depth + 1) }
        case .all(let conditions):
            return [ExplanationStep("all of", result: result, depth: depth)]
                + conditions.flatMap { $0.explain(context, depth: depth + 1) }
        case .percent(let condition):
            return [ExplanationStep(condition.text(context), result: result, depth: depth)]
        case .signal(let condition):
            return [ExplanationStep(condition.text, result: result, depth: depth)]
        }
    }
}

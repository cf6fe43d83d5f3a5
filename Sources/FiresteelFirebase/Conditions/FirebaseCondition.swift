import FiresteelFlags

/// A condition of a server template, as Firebase's server libraries evaluate it.
package indirect enum FirebaseCondition: Sendable {
    /// Always true or always false. An invalid condition is false.
    case constant(Bool)
    /// True if one of them is.
    case any([FirebaseCondition])
    /// True if all of them are.
    case all([FirebaseCondition])
    case percent(PercentCondition)
    case signal(SignalCondition)

    /// Evaluates the condition.
    ///
    /// - Parameter trace: Receives the conditions that are evaluated; `nil` to record nothing.
    func isTrue(for context: borrowing EvaluationContext, tracing trace: inout ConditionTrace?) -> Bool {
        guard trace != nil else { return evaluate(context, &trace) }
        let context = copy context
        return trace?.step(text(context)) { evaluate(context, &$0) } ?? false
    }

    private func evaluate(_ context: borrowing EvaluationContext, _ trace: inout ConditionTrace?) -> Bool {
        switch self {
        case .constant(let isTrue): return isTrue
        case .any(let conditions):
            for condition in conditions where condition.isTrue(for: context, tracing: &trace) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where !condition.isTrue(for: context, tracing: &trace) { return false }
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
    package var draws: Bool {
        switch self {
        case .constant, .signal: false
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.draws)
        case .percent: true
        }
    }

    /// Describes the condition in an explanation.
    private func text(_ context: EvaluationContext) -> String {
        switch self {
        case .constant: "the same for everyone"
        case .any: "one of"
        case .all: "all of"
        case .percent(let condition): condition.text(context)
        case .signal(let condition): condition.text
        }
    }
}

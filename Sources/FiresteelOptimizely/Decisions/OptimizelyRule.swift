import FiresteelFlags

/// The rule of a flag, or of a variable.
struct OptimizelyRule: FlagRule {
    let flag: DatafileFlag
    /// The variable, or `nil` for the flag itself.
    let variable: Variable?

    var dependsOnContext: Bool { flag.needsUser }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        var steps: [ExplanationStep]?
        return evaluate(context, &steps)
    }

    func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        var own: [ExplanationStep]? = []
        defer { steps += own ?? [] }
        return evaluate(context, &own)
    }

    /// Evaluates the rule, and describes the decision if there is a list for the steps.
    private func evaluate(
        _ context: borrowing EvaluationContext, _ steps: inout [ExplanationStep]?
    ) -> FlagEvaluation {
        let userID: String
        if let key = context.targetingKey {
            userID = key
        } else if flag.needsUser {
            steps?.append(ExplanationStep("the context has no targeting key"))
            return .failed(
                .targetingKeyMissing,
                "“\(flag.key)” depends on the user. Set the context's targeting key to the user's identifier."
            )
        } else {
            userID = ""
        }
        var maker = DecisionMaker(flag: flag, userID: userID, attributes: context.attributes, trace: steps)
        do {
            let decision = try maker.decide()
            steps = maker.trace
            steps?.append(ExplanationStep("decided", result: decision.text))
            guard let variable else {
                return .value(
                    .bool(decision.variation?.isEnabled ?? false), variant: decision.variation?.key,
                    reason: decision.reason)
            }
            switch decision.value(of: variable) {
            case .value(let value):
                return .value(value, variant: decision.variation?.key, reason: decision.reason)
            case .unreadable(let message):
                return .failed(.parseError, "The variable “\(variable.key)” of “\(flag.key)”: \(message)")
            }
        } catch {
            steps = maker.trace
            steps?.append(ExplanationStep(error.message, result: "error"))
            return FlagEvaluation(.failed(error), reason: .error)
        }
    }
}

extension DecisionMaker.Decision {
    /// The variation and its state, for explanations.
    fileprivate var text: String {
        let name = variation.map { "variation “\($0.key)”" } ?? "no variation"
        return "\(name), \(variation?.isEnabled == true ? "on" : "off")"
    }
}

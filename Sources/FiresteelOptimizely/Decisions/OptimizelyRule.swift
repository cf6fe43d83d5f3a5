import FiresteelFlags

/// The rule of a flag, or of a variable.
struct OptimizelyRule: FlagRule {
    let flag: DatafileFlag
    /// The variable, or `nil` for the flag itself.
    let variable: Variable?

    var dependsOnContext: Bool { flag.needsUser }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        let userID: String
        if let key = context.targetingKey {
            userID = key
        } else if flag.needsUser {
            return .failed(
                .targetingKeyMissing,
                "“\(flag.key)” depends on the user. Set the context's targeting key to the user's identifier."
            )
        } else {
            userID = ""
        }
        var maker = DecisionMaker(flag: flag, userID: userID, attributes: context.attributes)
        do {
            let decision = try maker.decide()
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
            return FlagEvaluation(.failed(error), reason: .error)
        }
    }

    func explain(_ context: EvaluationContext, now: Int64) -> [ExplanationStep] {
        guard context.targetingKey != nil || !flag.needsUser else {
            return [ExplanationStep("the context has no targeting key")]
        }
        var maker = DecisionMaker(
            flag: flag, userID: context.targetingKey ?? "", attributes: context.attributes, trace: [])
        do {
            let decision = try maker.decide()
            let variation = decision.variation.map { "variation “\($0.key)”" } ?? "no variation"
            let state = decision.variation?.isEnabled == true ? "on" : "off"
            return (maker.trace ?? []) + [ExplanationStep("decided", result: "\(variation), \(state)")]
        } catch {
            return (maker.trace ?? []) + [ExplanationStep(error.message, result: "error")]
        }
    }
}

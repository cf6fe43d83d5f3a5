extension CompiledFlag {
    func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        var recording = LogicRecording()
        let evaluation = decide(context, now: now, &recording)
        let path = LogicPath.flag(key)
        guard isEnabled else {
            steps.append(
                ExplanationStep(
                    "The flag is disabled in its definition", result: "the program’s default",
                    path: path.word("state").text))
            return evaluation
        }
        let flag = LogicFlagContext(key: key, now: now, context, drawing: drawing)
        var explanation = LogicExplanation(recording, of: program, for: flag, version: version)
        defer { withExtendedLifetime(program) {} }
        if target == nil {
            explanation.add("The flag has no targeting, so its value is the same for everyone", path: path, depth: 0)
        } else {
            explanation.explain(path.word("targeting"))
        }
        explain(evaluation, path, &explanation)
        steps.append(contentsOf: explanation.steps)
        return evaluation
    }

    /// Adds what follows from the result of the targeting.
    private func explain(_ evaluation: FlagEvaluation, _ path: LogicPath, _ explanation: inout LogicExplanation) {
        let targeting = path.word("targeting")
        if case .failed(let error) = evaluation.outcome {
            guard let result = explanation.result else {
                return explanation.add(error.message, result: "an error", path: targeting, depth: 0)
            }
            return explanation.add(
                "The targeting returns \(LogicText.quote(result)), which is not a variant of the flag",
                result: "an error", path: targeting, depth: 0)
        }
        if target != nil, evaluation.reason != .targetingMatch {
            explanation.add("The targeting returns nothing", path: targeting, depth: 0)
        }
        guard case .value(let value) = evaluation.outcome, let name = evaluation.variant else {
            return explanation.add(
                "There is no default variant", result: "the program’s default", path: path, depth: 0)
        }
        if evaluation.reason == .targetingMatch {
            explanation.add(
                "The targeting returns the variant “\(LogicText.shorten(name))”", result: LogicText.quote(value),
                path: path.word("variants").given(name), depth: 0)
        } else {
            explanation.add(
                "The default variant is “\(LogicText.shorten(name))”", result: LogicText.quote(value),
                path: path.word("defaultVariant"), depth: 0)
        }
    }
}

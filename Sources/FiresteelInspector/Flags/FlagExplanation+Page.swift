import FiresteelFlags

extension FlagExplanation {
    /// Returns the answer of each provider, in order, and the default in the code as the last.
    func pageAnswers(default defaultValue: JSONValue?) -> [PageData.FlagAnswer] {
        var all = answers.map { PageData.FlagAnswer($0) }
        if let defaultValue {
            all.append(
                PageData.FlagAnswer(
                    provider: "", outcome: "value", value: defaultValue.json(), reason: FlagReason.default.rawValue,
                    won: resolution.isProgramDefault))
        }
        return all
    }

    /// The steps to the value: the evaluated providers with their rules, and what applies after them.
    var pageSteps: [PageData.FlagStep] {
        var steps: [PageData.FlagStep] = []
        for answer in answers where answer.evaluation != nil && answer.outcome != .notEvaluated {
            steps.append(PageData.FlagStep(text: answer.message, result: "", depth: 0))
            for step in answer.steps {
                steps.append(
                    PageData.FlagStep(text: step.text, result: step.result, path: step.path, depth: step.depth + 1))
            }
        }
        for message in [local, parent, exclusion, conclusion] {
            if let message { steps.append(PageData.FlagStep(text: message, result: "", depth: 0)) }
        }
        return steps
    }
}

extension PageData.FlagAnswer {
    init(_ answer: FlagExplanation.Answer) {
        var outcome = "none"
        var value: JSONValue?
        switch answer.evaluation?.outcome {
        case nil: break
        case .value(let found): (outcome, value) = ("value", found)
        case .programDefault: outcome = "default"
        case .failed: outcome = "failed"
        }
        let error = answer.evaluation == nil ? nil : answer.error
        self.init(
            provider: answer.provider, outcome: outcome, value: value?.json(), variant: answer.evaluation?.variant,
            reason: answer.evaluation?.reason.rawValue ?? "", error: error.map(PageData.FlagErrorInfo.init),
            won: answer.outcome == .decided)
    }
}

import FiresteelFlags
import FiresteelWeb

extension FlagExplanation {
    /// Returns the values of the sources, in order of priority, the default in the code last.
    func pageAnswers(default defaultValue: FlagValue?) -> [PageData.FlagAnswer] {
        let skipped = Dictionary(
            resolution.skipped.map { ($0.provider, $0.error) }, uniquingKeysWith: { first, _ in first })
        var all = answers.map { PageData.FlagAnswer($0, skipped: skipped[$0.provider], winner: resolution.provider) }
        if let defaultValue {
            // A state set by a parent, a build or an exclusion has no source.
            let isOwn = ![.parentOff, .excluded, .offLocally, .onLocally].contains(resolution.reason)
            all.append(
                PageData.FlagAnswer(
                    provider: "", outcome: "value", value: defaultValue.json(), reason: FlagReason.default.rawValue,
                    won: resolution.provider == nil && isOwn))
        }
        return all
    }

    /// The steps of the evaluation: the providers, their rules, and the states applied afterwards.
    var pageSteps: [PageData.FlagStep] {
        var steps: [PageData.FlagStep] = []
        for answer in answers where answer.evaluation != nil && answer.outcome != .notAsked {
            steps.append(PageData.FlagStep(text: answer.message, result: "", depth: 0))
            for step in answer.steps {
                steps.append(
                    PageData.FlagStep(text: step.text, result: step.result, path: step.path, depth: step.depth + 1))
            }
        }
        for words in [local, parent, exclusion, conclusion] {
            if let words { steps.append(PageData.FlagStep(text: words, result: "", depth: 0)) }
        }
        return steps
    }
}

extension PageData.FlagAnswer {
    init(_ answer: FlagExplanation.Answer, skipped: FlagError?, winner: String?) {
        var outcome = "none"
        var value: FlagValue?
        var error = skipped
        switch answer.evaluation?.outcome {
        case nil: error = nil
        case .value(let found): (outcome, value) = ("value", found)
        case .programDefault: outcome = "default"
        case .failed(let found): (outcome, error) = ("failed", found)
        }
        self.init(
            provider: answer.provider, outcome: outcome, value: value?.json(), variant: answer.evaluation?.variant,
            reason: answer.evaluation?.reason.rawValue ?? "", error: error.map(PageData.FlagErrorInfo.init),
            won: answer.outcome == .decided && answer.provider == winner)
    }
}

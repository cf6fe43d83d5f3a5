import FiresteelFlags
import FiresteelWeb

extension FlagExplanation {
    /// What each source says, in the order in which they are asked, the default in the code last.
    func pageAnswers(default defaultValue: FlagValue?) -> [PageData.FlagAnswer] {
        let skipped = Dictionary(
            resolution.skipped.map { ($0.provider, $0.error) }, uniquingKeysWith: { first, _ in first })
        var all = answers.map { PageData.FlagAnswer($0, skipped: skipped[$0.provider], winner: resolution.provider) }
        if let defaultValue {
            // Off by a parent, a build or an exclusion is nobody's value.
            let isOwn = ![.parentOff, .excluded, .offLocally, .onLocally].contains(resolution.reason)
            all.append(
                PageData.FlagAnswer(
                    provider: "", outcome: "value", value: defaultValue.json(), reason: FlagReason.default.rawValue,
                    won: resolution.provider == nil && isOwn))
        }
        return all
    }

    /// How the value came about: what was asked, how its rule decided, and what was looked at after that.
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

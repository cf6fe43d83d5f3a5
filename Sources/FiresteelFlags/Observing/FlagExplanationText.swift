extension FlagExplanation {
    /// Creates an explanation from a trace.
    init(
        _ trace: ExplanationTrace, _ entry: FlagEntry, _ resolution: Resolution<JSONValue>,
        _ environment: FlagEnvironment
    ) {
        key = entry.key
        context = trace.context
        answers = trace.answers.map(Answer.init)
        local = FlagExplanationText.local(trace, environment)
        var above: [Ancestor] = []
        for ancestor in trace.ancestors { above.append(Ancestor(ancestor, below: above.last?.key, environment)) }
        ancestors = above
        parent = FlagExplanationText.parent(trace, above)
        exclusion = FlagExplanationText.exclusion(trace, entry)
        members = trace.members.map { member in
            Member(
                key: member.key, isOn: member.isOn, isOverridden: member.isOverride,
                hasPriority: member.key == trace.winner)
        }
        self.resolution = resolution
        conclusion = FlagExplanationText.conclusion(key, resolution, trace.offCause)
    }
}

extension FlagExplanation.Answer {
    init(_ answer: ExplanationTrace.Answer) {
        provider = answer.source.name
        isOverrides = answer.source.isOverride
        outcome = answer.outcome
        evaluation = answer.evaluation
        error = answer.error
        steps = answer.steps
        message = FlagExplanationText.answer(answer)
    }
}

extension FlagExplanation.Ancestor {
    init(
        _ ancestor: AncestorDecision, below child: String?,
        _ environment: FlagEnvironment
    ) {
        key = ancestor.entry.key
        isOn = ancestor.isOn
        answers = ancestor.trace.answers.map(FlagExplanation.Answer.init)
        local = FlagExplanationText.local(ancestor.trace, environment)
        exclusion = FlagExplanationText.exclusion(ancestor.trace, ancestor.entry)
        let subject = child.map { "The parent of “\($0)”" } ?? "Its parent"
        let state = isOn ? "on" : ancestor.trace.offCause == .isInCycle ? "its own ancestor" : "off"
        message = "\(subject), “\(key)”, is \(state)."
    }
}

/// The sentences of explanations.
enum FlagExplanationText {
    static func lines(_ answers: [FlagExplanation.Answer]) -> [String] {
        answers.flatMap { answer in
            [answer.message]
                + answer.steps.map { step in
                    String(repeating: "  ", count: step.depth + 1) + step.text
                        + (step.result.isEmpty ? "" : ": \(step.result)")
                }
        }
    }

    static func answer(_ answer: ExplanationTrace.Answer) -> String {
        let name = answer.source.name
        guard let evaluation = answer.evaluation else {
            guard let error = answer.error, error.code != .flagNotFound else {
                return "\(name) doesn’t define the flag."
            }
            return "\(name) is not ready: \(error.message)"
        }
        let isAsked = answer.outcome != .notEvaluated
        switch evaluation.outcome {
        case .value(let value):
            if let error = answer.error { return "\(name) \(isAsked ? "is" : "would be") skipped: \(error.message)" }
            let variant = evaluation.variant.map { ", variant “\($0)”" } ?? ""
            return "\(name) \(isAsked ? "returns" : "would return") \(value.short())\(variant)\(end(answer))"
        case .programDefault:
            return "\(name) \(isAsked ? "leaves" : "would leave") the value to the program’s default\(end(answer))"
        case .failed(let error): return "\(name) \(isAsked ? "fails" : "would fail"): \(error.message)"
        }
    }

    private static func end(_ answer: ExplanationTrace.Answer) -> String {
        answer.outcome == .decided ? ", and decides." : "."
    }

    static func local(_ trace: ExplanationTrace, _ environment: FlagEnvironment) -> String? {
        guard let local = trace.local else { return nil }
        let state = "It is \(local ? "on" : "off") in this build (\(environment.rawValue))"
        switch (local, trace.decidedLocally) {
        case (false, false?): return "\(state), whatever providers return."
        case (false, _): return "\(state), but overridden."
        case (true, true?): return "\(state), because no provider returns a value."
        case (true, _): return "\(state) only where no provider returns a value."
        }
    }

    /// Returns the effect of the parent: of the first flag above that is off, if there is one.
    static func parent(_ trace: ExplanationTrace, _ ancestors: [FlagExplanation.Ancestor]) -> String? {
        guard let parent = trace.parent else { return nil }
        if trace.offCause == .isInCycle { return "It is its own ancestor by its parent “\(parent)”, so it is off." }
        guard trace.offCause == .parentIsOff, let cause = ancestors.last else { return "Its parent “\(parent)” is on." }
        if cause.key == parent { return "Its parent “\(parent)” is off, so it is off." }
        return "Its parent “\(parent)” is off because “\(cause.key)” is off, so it is off."
    }

    static func exclusion(_ trace: ExplanationTrace, _ entry: FlagEntry) -> String? {
        guard let group = trace.group else { return nil }
        guard let winner = trace.winner else { return "At most one flag of the group “\(group)” is on." }
        return winner == entry.key
            ? "It has priority in the group “\(group)”, of which at most one flag is on."
            : "“\(winner)” has priority in the group “\(group)”, so it is off."
    }

    static func member(_ member: FlagExplanation.Member) -> String {
        let override = member.isOverridden ? ", overridden" : ""
        return "“\(member.key)” is \(member.isOn ? "on" : "off") by its own rules\(override)"
            + (member.hasPriority ? ", and has priority." : ".")
    }

    static func conclusion(_ key: String, _ resolution: Resolution<JSONValue>, _ cause: OffCause?) -> String {
        "“\(key)” is \(resolution.value.json()): \(cause == .isInCycle ? "it is its own ancestor" : reason(resolution))."
    }

    private static func reason(_ resolution: Resolution<JSONValue>) -> String {
        let provider = resolution.provider ?? "the program"
        return switch resolution.reason {
        case .static: "\(provider) returns it for every context"
        case .default where resolution.provider == nil:
            "no provider returns a value, so the program’s default applies"
        case .default: "no rule of \(provider) matches, so the default applies"
        case .targetingMatch: "a rule of \(provider) matches"
        case .split: "\(provider) selected it by rollout"
        case .cached: "\(provider) returned it from its cache"
        case .stale: "\(provider) returned it from an outdated cache"
        case .disabled: "it is disabled in \(provider), so the program’s default applies"
        case .override: "it is overridden on this device"
        case .offLocally: "it is off in this build"
        case .onLocally: "it is on in this build, and no provider returns a value"
        case .parentOff: "its parent is off"
        case .excluded: "another flag of its exclusion group has priority"
        case .error:
            "evaluation failed (\(resolution.error?.message ?? "without details")), so the program’s default applies"
        default: "\(provider) gives the reason \(resolution.reason.rawValue)"
        }
    }
}

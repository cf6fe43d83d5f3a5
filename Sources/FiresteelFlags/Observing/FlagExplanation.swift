import Synchronization

/// Why a flag has its value for a context: each step, in words.
public struct FlagExplanation: Sendable, Equatable {
    /// What one provider has for the flag.
    public struct Answer: Sendable, Equatable {
        /// What came of it.
        public enum Outcome: String, Sendable {
            /// It decided.
            case decided
            /// It gave nothing that could be used, and the next one was asked.
            case skipped
            /// Somebody before it decided.
            case notAsked
        }

        /// The provider.
        public let provider: String
        /// Whether its values are set by hand on this device.
        public let isOverrides: Bool
        /// What came of it.
        public let outcome: Outcome
        /// What it answers, or would answer; `nil` where it doesn't know the flag.
        public let evaluation: FlagEvaluation?
        /// How its rule came to that.
        public let steps: [ExplanationStep]
        /// In a sentence.
        public let message: String
    }

    /// The flag's key.
    public let key: String
    /// The context.
    public let context: EvaluationContext
    /// What every provider has for the flag, in order.
    public let answers: [Answer]
    /// What this build says for itself, or `nil`.
    public let local: String?
    /// What its parent comes to, or `nil` where it has none.
    public let parent: String?
    /// What its exclusion group comes to, or `nil` where it is in none.
    public let exclusion: String?
    /// What came out.
    public let resolution: Resolution<FlagValue>
    /// What came out, in a sentence.
    public let conclusion: String

    /// All of it, line by line.
    public var text: String {
        var lines: [String] = []
        for answer in answers {
            lines.append(answer.message)
            for step in answer.steps {
                let indent = String(repeating: "  ", count: step.depth + 1)
                lines.append(indent + step.text + (step.result.isEmpty ? "" : ": \(step.result)"))
            }
        }
        lines.append(contentsOf: [local, parent, exclusion].compactMap { $0 })
        lines.append(conclusion)
        return lines.joined(separator: "\n")
    }
}

extension FlagStack {
    /// Why a flag has its value, or `nil` where nobody declared it and no provider knows it.
    public func explain(_ key: String, in context: EvaluationContext? = nil) -> FlagExplanation? {
        let found = graph.withLock { graph in
            graph.undeclared(key).map {
                (
                    entry: $0.entry, context: context ?? graph.context, parent: $0.parent, group: $0.group,
                    local: $0.local, sources: graph.sources
                )
            }
        }
        notify()
        guard let found else { return nil }
        let context = found.context
        let resolution = resolutionIfKnown(of: key, in: context) ?? .unknown(key)
        // Without parents and exclusion, to tell who decided before those were looked at.
        let ticket = readers.enter()
        let own = found.entry.plan._withUnsafeGuaranteedRef { plan in
            FlagEvaluator(now: Int64(clamping: clock())).own(plan, .of(found.entry), in: context)
        }
        readers.leave(ticket)
        let parent = found.parent.map { ($0, resolutionIfKnown(of: $0, in: context) ?? .unknown($0)) }
        return FlagExplanation(
            key: key, context: context,
            answers: found.sources.map { answer($0, found.entry, own, context) },
            local: FlagExplanationText.local(found.local, own, environment: environment),
            parent: parent.map { FlagExplanationText.parent($0, isOn: $1.value == .bool(true)) },
            exclusion: found.group.map { FlagExplanationText.exclusion($0, resolution) },
            resolution: resolution, conclusion: FlagExplanationText.conclusion(key, resolution))
    }

    private func answer(
        _ source: FlagGraph.Source, _ entry: FlagEntry, _ own: FlagAnswer, _ context: EvaluationContext
    ) -> FlagExplanation.Answer {
        let name = source.name.text
        let rule = source.provider.rule(for: entry.key, in: environment)
        let now = Int64(clamping: clock())
        let evaluation = rule?.evaluate(context, now: now)
        let outcome: FlagExplanation.Answer.Outcome
        if own.provider == name {
            outcome = .decided
        } else if isBefore(name, own), !(own.reason == .offLocally && !source.name.isByHand) {
            outcome = .skipped
        } else {
            outcome = .notAsked
        }
        return FlagExplanation.Answer(
            provider: name, isOverrides: source.name.isByHand, outcome: outcome, evaluation: evaluation,
            steps: rule?.explain(context, now: now) ?? [],
            message: FlagExplanationText.answer(name, evaluation, outcome, entry, source.provider.status))
    }

    private func isBefore(_ name: String, _ own: FlagAnswer) -> Bool {
        guard let decided = own.provider else { return true }
        let names = graph.withLock { $0.sources.map(\.name.text) }
        guard let first = names.firstIndex(of: name), let second = names.firstIndex(of: decided) else { return false }
        return first < second
    }
}

/// How explanations say things.
enum FlagExplanationText {
    static func answer(
        _ name: String, _ evaluation: FlagEvaluation?, _ outcome: FlagExplanation.Answer.Outcome, _ entry: FlagEntry,
        _ status: FlagProviderStatus
    ) -> String {
        let had: String
        switch evaluation?.outcome {
        case nil: had = lack(status)
        case .value(let value):
            let variant = evaluation?.variant.map { ", variant “\($0)”" } ?? ""
            if let declaration = entry.declaration, !declaration.accepts(value) {
                had = "has \(value.short())\(variant), which is no \(declaration.valueTypeName)"
            } else {
                had = "has \(value.short())\(variant)"
            }
        case .programDefault: had = "leaves it to the program's default"
        case .failed(let error): had = "can't tell: \(error.message)"
        }
        switch outcome {
        case .decided: return "\(name) \(had), and decides."
        case .skipped: return "\(name) \(had)."
        case .notAsked: return "\(name) \(had), but isn't asked."
        }
    }

    private static func lack(_ status: FlagProviderStatus) -> String {
        switch status.state {
        case .notReady: "has no values yet"
        case .failed: "has no values (\(status.error?.message ?? "it doesn't say why"))"
        case .ready, .stale: "doesn't know the flag"
        }
    }

    static func local(_ local: Bool?, _ own: FlagAnswer, environment: FlagEnvironment) -> String? {
        switch (local, own.reason) {
        case (nil, _): nil
        case (false, .offLocally): "It is off in this build (\(environment.rawValue)), whatever providers say."
        case (false, _): "It is off in this build (\(environment.rawValue)), but was set by hand."
        case (true, .onLocally): "It is on in this build (\(environment.rawValue)), since no provider knows better."
        case (true, _): "It is on in this build (\(environment.rawValue)) where no provider knows better."
        }
    }

    static func parent(_ key: String, isOn: Bool) -> String {
        isOn ? "Its parent “\(key)” is on." : "Its parent “\(key)” is off, and so it is off."
    }

    static func exclusion(_ group: String, _ resolution: Resolution<FlagValue>) -> String {
        resolution.reason == .excluded
            ? "Another flag of the group “\(group)” is on, and so it is off."
            : "Of the group “\(group)”, one flag at most is on."
    }

    static func conclusion(_ key: String, _ resolution: Resolution<FlagValue>) -> String {
        "“\(key)” is \(resolution.value.json()): \(reason(resolution))."
    }

    static func reason(_ resolution: Resolution<FlagValue>) -> String {
        let provider = resolution.provider ?? "the program"
        return switch resolution.reason {
        case .static: "\(provider) has it for everybody"
        case .default where resolution.provider == nil: "no provider knows it, so the program's default holds"
        case .default: "\(provider) has no rule that fits, so the default holds"
        case .targetingMatch: "a rule of \(provider) fits"
        case .split: "\(provider) drew it by lot"
        case .cached: "\(provider) kept it from earlier"
        case .stale: "\(provider) kept it for longer than it should"
        case .disabled: "it is switched off in \(provider), so the program's default holds"
        case .override: "it was set by hand on this device"
        case .offLocally: "it is off in this build"
        case .onLocally: "it is on in this build, and no provider knows better"
        case .parentOff: "its parent is off"
        case .excluded: "another flag of its group is on"
        case .error:
            "something went wrong (\(resolution.error?.message ?? "no details")), so the program's default holds"
        default: "\(provider) says \(resolution.reason.rawValue)"
        }
    }
}

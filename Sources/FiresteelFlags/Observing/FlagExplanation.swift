import Synchronization

/// An explanation of a flag's value for a context: the steps of its decision.
///
/// The steps are recorded by the same computation that returns the ``resolution``, so they can't disagree with it.
public struct FlagExplanation: Sendable, Equatable {
    /// The result of one provider for a flag.
    public struct Answer: Sendable, Equatable {
        /// The effect on the decision.
        public enum Outcome: String, Sendable {
            /// The provider decided.
            case decided
            /// The provider returned no usable value, so the next one was evaluated.
            case skipped = "skipped"
            /// The decision was made without the provider.
            case notEvaluated = "notAsked"
        }

        /// The provider.
        public let provider: String
        /// Whether its values are overrides on this device.
        public let isOverrides: Bool
        /// The effect on the decision.
        public let outcome: Outcome
        /// The provider's evaluation, also if it wasn't used; `nil` if it doesn't define the flag, or has no values.
        public let evaluation: FlagEvaluation?
        /// The error that makes the provider's value unusable.
        public let error: FlagError?
        /// The steps of its rule's evaluation, with their locations in the definition.
        public let steps: [ExplanationStep]
        /// A sentence that describes the answer.
        public let message: String
    }

    /// An ancestor of the explained flag.
    public struct Ancestor: Sendable, Equatable {
        /// The flag's key.
        public let key: String
        /// Whether it is on, regardless of the flags above it.
        public let isOn: Bool
        /// The answers of all providers for it, in order.
        public let answers: [Answer]
        /// Its state in this build, or `nil`.
        public let local: String?
        /// The effect of its exclusion group, or `nil` if it is in none.
        public let exclusion: String?
        /// A sentence that describes its state.
        public let message: String
    }

    /// A flag of the explained one's exclusion group.
    public struct Member: Sendable, Equatable {
        /// The flag's key.
        public let key: String
        /// Whether it and all flags above it are on, regardless of exclusion groups.
        public let isOn: Bool
        /// Whether its value is an override on this device, which gives it priority.
        public let isOverridden: Bool
        /// Whether it is the one flag of the group that stays on.
        public let hasPriority: Bool
    }

    /// The flag's key.
    public let key: String
    /// The context.
    public let context: EvaluationContext
    /// The answers of all providers, in order.
    public let answers: [Answer]
    /// The flag's state in this build, or `nil`.
    public let local: String?
    /// The effect of the flag's parent, or `nil` if it has none.
    public let parent: String?
    /// The flags above, nearest first, up to the first that is off.
    public let ancestors: [Ancestor]
    /// The effect of the flag's exclusion group, or `nil` if it is in none.
    public let exclusion: String?
    /// The flags of its exclusion group, by key; empty where the flag is off before exclusion.
    public let members: [Member]
    /// The result.
    public let resolution: Resolution<JSONValue>
    /// A sentence that describes the result.
    public let conclusion: String

    /// All of it, line by line.
    public var text: String {
        var lines = FlagExplanationText.lines(answers) + [local, parent].compactMap { $0 }
        for (index, ancestor) in ancestors.enumerated() {
            if index > 0 { lines.append(ancestor.message) }
            let steps =
                FlagExplanationText.lines(ancestor.answers) + [ancestor.local, ancestor.exclusion].compactMap { $0 }
            lines.append(contentsOf: steps.map { "  " + $0 })
        }
        if let exclusion { lines.append(exclusion) }
        lines.append(contentsOf: members.map { "  " + FlagExplanationText.member($0) })
        lines.append(conclusion)
        return lines.joined(separator: "\n")
    }
}

extension FlagStack {
    /// Returns an explanation of a flag's value, or `nil` if the flag isn't declared and no provider defines it.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - context: The context; `nil` for the fixed one.
    public func explain(_ key: String, in context: EvaluationContext? = nil) -> FlagExplanation? {
        let found = graph.withLock { graph in
            graph.undeclared(key).map { ($0.entry, context ?? ContextInEffect.current ?? graph.context) }
        }
        notify()
        guard let (entry, context) = found else { return nil }
        let now = Int64(clamping: clock())
        var trace = ExplanationTrace(context, now: now)
        let verdict = decide(entry, as: .of(entry), now: now, in: context, &trace)
        let answer = trace.answer.answer(verdict)
        if verdict.hasFailure { report(answer, entry) }
        return FlagExplanation(trace, entry, answer.resolution(entry.value(of: answer)), environment)
    }
}

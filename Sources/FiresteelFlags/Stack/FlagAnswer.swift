/// The result for a flag and a context, before it becomes a value of the flag's type.
struct FlagAnswer {
    var verdict = FlagVerdict()
    var variant: String?
    var reason = FlagReason.unknown
    var provider: String?
    var error: FlagError?
    var metadata: [String: JSONValue] = [:]
    var revision: Int?
    var skipped: [SkippedAnswer] = []

    /// The value, `nil` for the program's default.
    var value: JSONValue? {
        get { verdict.value }
        set { verdict.value = newValue }
    }

    /// Returns the answer with its value.
    func resolution<Value>(_ value: Value) -> Resolution<Value> {
        Resolution(
            value: value, variant: variant, reason: reason, provider: provider, error: error, metadata: metadata,
            revision: revision, skipped: skipped)
    }

    /// Returns whether the answers are equal for a subscriber.
    ///
    /// A later revision of a server's flags with the same result isn't a change.
    func isSame(as other: FlagAnswer) -> Bool {
        value == other.value && variant == other.variant && reason == other.reason && provider == other.provider
            && error == other.error && metadata == other.metadata && skipped == other.skipped
    }
}

/// Records the parts of a resolution besides the value.
struct AnswerTrace: DecisionTrace {
    typealias Ancestor = NoTrace

    /// Whether to name the providers that don't define the flag.
    private let namesMissing: Bool
    private var answer: FlagAnswer
    /// The first error of a provider that defines the flag.
    private var failure: FlagError?

    init(namesMissing: Bool = false) {
        self.namesMissing = namesMissing
        answer = FlagAnswer()
    }

    /// Continues where a flag's own rules are decided.
    init(continuing own: FlagAnswer) {
        namesMissing = false
        answer = own
    }

    func answer(_ verdict: FlagVerdict) -> FlagAnswer {
        var answer = answer
        answer.verdict = verdict
        return answer
    }

    mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError) {
        let error = error()
        // A computed rule that fails has been evaluated: its provider defines the flag.
        let isAbsence = step.kind != .computed && (error.code == .flagNotFound || error.code == .providerNotReady)
        if !isAbsence, failure == nil { failure = error }
        if isAbsence, error.code == .flagNotFound, !namesMissing { return }
        answer.skipped.append(SkippedAnswer(provider: step.source.name, error: error))
    }

    mutating func decide(_ step: borrowing FlagStep, _ evaluation: FlagEvaluation) {
        answer.variant = evaluation.variant
        answer.reason = step.source.isOverride ? .override : evaluation.reason
        answer.provider = step.source.name
        answer.metadata = step.metadata
        answer.revision = step.revision
    }

    mutating func decideLocally(_ isOn: Bool) { answer.reason = isOn ? .onLocally : .offLocally }

    mutating func useProgramDefault() {
        answer.reason = failure == nil ? .default : .error
        answer.error = failure
    }

    mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause) {
        answer.variant = nil
        answer.revision = nil
        answer.reason = cause == .isExcluded ? .excluded : .parentOff
        answer.error =
            cause == .isInCycle
            ? FlagError(.general, "“\(entry.key)” is its own ancestor. Remove a parent from the cycle.") : nil
    }
}

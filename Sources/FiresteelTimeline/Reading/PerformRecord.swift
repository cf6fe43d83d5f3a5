/// The begin and completion of one perform, with the names that they refer to.
public struct PerformRecord: Sendable, Identifiable {
    /// The perform's identifier, unique in its run.
    public let id: UInt64
    /// The start time, in nanoseconds of the run's monotonic clock.
    public let began: UInt64
    /// The time at which it ended, or `nil` if it was in flight or that isn't known.
    public let ended: UInt64?
    /// The outcome, or `nil` if it was in flight or the outcome isn't known; see ``isInFlight``.
    public let outcome: Outcome?
    /// The action, or `nil` if its name isn't in the run.
    public let action: ActionName?
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name, or `nil` if it has none or was erased.
    public let sessionName: String?
    /// The action stack, from 1, or 0 for none.
    public let stack: UInt32
    /// The perform that this one was performed by, or 0.
    public let parent: UInt64
    /// The first cause of the chain, which may be the perform itself; 0 if the begin was overwritten.
    public let root: UInt64
    /// The source of the perform.
    public let source: ActionSource
    /// Whether the perform is user-initiated.
    public let isUserInitiated: Bool
    /// The number of performs between this one and its first cause.
    public let depth: UInt8
    /// The input as it was recorded, encoded; see ``fields``.
    public let inputBytes: [UInt8]
    /// Whether the input was longer than what was recorded.
    public let isInputCut: Bool
    /// Whether the begin was overwritten or is damaged, and with it the input.
    public let isBeginLost: Bool
    /// The error as it was recorded, encoded; see ``errorMessage`` and ``errorType``.
    public let errorBytes: [UInt8]
    /// Whether the error was longer than what was recorded.
    public let isErrorCut: Bool
    /// Whether the perform has ended, and the completion was overwritten or is damaged.
    public internal(set) var isCompletionLost = false
    /// The coding of the input for replay, or the reason why there is none.
    ///
    /// `nil` if the input's type isn't replayable, or the coding was overwritten or is damaged.
    public internal(set) var keptInput: KeptInput?
}

extension PerformRecord {
    /// Whether the perform has begun and not ended.
    ///
    /// In a run that has ended, it never completed.
    public var isInFlight: Bool { outcome == nil && !isCompletionLost }

    /// The outcome's identifier, `in-flight`, or `unknown` if the completion is lost.
    package var outcomeIdentifier: String { outcome?.identifier ?? (isCompletionLost ? "unknown" : "in-flight") }

    /// The feature that the action belongs to.
    public var feature: FeatureName? { action?.feature }

    /// The fields of the input.
    public var fields: [InputField] { InputField.decode(inputBytes) }

    /// The amount that the action declared for the input, in the action's unit, or `nil` if it has none.
    public var amount: Double? { InputField.amount(in: inputBytes) }

    /// The input on one line, such as `Q4 plan.md, 182 KB`, or `nil` if none was recorded.
    public var input: String? { inputBytes.isEmpty ? nil : fields.line }

    /// The error message, or `nil` if none was recorded.
    public var errorMessage: String? {
        guard !errorBytes.isEmpty else { return nil }
        return InputField.decode(errorBytes).filter { $0.label == nil }.line
    }

    /// The type of the error, if it was recorded.
    public var errorType: String? { errorField("Type") }

    /// The case of an error that is an enumeration, without its values, if it was recorded.
    public var errorCase: String? { errorField("Case") }

    /// Whether the program marked the error to be reported.
    public var isErrorReported: Bool {
        InputField.decode(errorBytes).contains(InputField(label: "Report", value: .hidden))
    }

    private func errorField(_ label: String) -> String? {
        for field in InputField.decode(errorBytes) where field.label == label {
            if case .shown(let text) = field.value { return text }
        }
        return nil
    }

    /// The duration in nanoseconds, or `nil` if it was in flight or its end isn't known.
    public var duration: UInt64? {
        ended.map { $0 >= began ? $0 - began : 0 }
    }

    /// Returns the time it had been running at a reading of the clock, in nanoseconds.
    public func lasted(until time: UInt64) -> UInt64 {
        let end = ended ?? time
        return end >= began ? end - began : 0
    }
}

extension PerformRecord {
    /// Creates a record from a begin and, unless the perform is in flight, a completion.
    public init(begin: TimelineEvent, completion: TimelineEvent? = nil, names: NameIndex) {
        self.init(
            id: begin.perform, began: begin.time, ended: completion?.time, outcome: completion?.outcome,
            action: names.performed(begin.subject), session: begin.session,
            sessionName: Self.sessionName(of: begin, in: names), stack: completion?.stack ?? begin.stack,
            parent: begin.parent, root: begin.root, source: begin.source, isUserInitiated: begin.isUserInitiated,
            depth: begin.depth, inputBytes: begin.bytes, isInputCut: begin.isTextCut, isBeginLost: false,
            errorBytes: completion?.bytes ?? [], isErrorCut: completion?.isTextCut ?? false)
    }

    /// Creates a record from a completion whose begin was overwritten.
    public init(completion: TimelineEvent, names: NameIndex) {
        self.init(
            id: completion.perform, began: completion.began, ended: completion.time, outcome: completion.outcome,
            action: names.performed(completion.subject), session: completion.session,
            sessionName: Self.sessionName(of: completion, in: names), stack: completion.stack,
            parent: completion.parent, root: 0, source: completion.source,
            isUserInitiated: completion.isUserInitiated, depth: completion.depth, inputBytes: [], isInputCut: false,
            isBeginLost: true, errorBytes: completion.bytes, isErrorCut: completion.isTextCut)
    }

    private static func sessionName(of event: TimelineEvent, in names: NameIndex) -> String? {
        names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 }
    }
}

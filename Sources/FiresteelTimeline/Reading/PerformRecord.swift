/// One perform: its begin and its completion together, with the names that they refer to.
public struct PerformRecord: Sendable, Identifiable {
    /// The perform's identifier, unique in its run.
    public let id: UInt64
    /// When it began: nanoseconds of the run's monotonic clock.
    public let began: UInt64
    /// When it ended, or nil if it was in flight.
    public let ended: UInt64?
    /// How it ended, or nil if it was in flight.
    public let outcome: Outcome?
    /// The action, or nil if its name isn't in the run.
    public let action: ActionName?
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name, or nil if it has none or was erased.
    public let sessionName: String?
    /// The action stack, from 1, or 0 for none.
    public let stack: UInt32
    /// The perform that this one was performed by, or 0.
    public let parent: UInt64
    /// The first cause of the chain, which may be the perform itself; 0 if the begin was overwritten.
    public let root: UInt64
    /// Where the perform came from.
    public let source: ActionSource
    /// Whether a person asked for it.
    public let isUserInitiated: Bool
    /// How many performs this one is below its first cause.
    public let depth: UInt8
    /// The input as it was recorded, encoded; see ``fields``.
    public let inputBytes: [UInt8]
    /// Whether the input was longer than what was recorded.
    public let isInputCut: Bool
    /// Whether the begin was overwritten, and with it the input.
    public let isBeginLost: Bool
    /// The error as it was recorded, encoded; see ``errorMessage`` and ``errorType``.
    public let errorBytes: [UInt8]
    /// Whether the error was longer than what was recorded.
    public let isErrorCut: Bool
}

extension PerformRecord {
    /// The feature that the action belongs to.
    public var feature: FeatureName? { action?.feature }

    /// The fields of the input.
    public var fields: [InputField] { InputField.decode(inputBytes) }

    /// The input on one line, such as `Q4 plan.md, 182 KB`; nil if nothing was recorded.
    public var input: String? { inputBytes.isEmpty ? nil : fields.line }

    /// What went wrong, or nil if nothing was recorded of that.
    public var errorMessage: String? {
        guard !errorBytes.isEmpty else { return nil }
        return InputField.decode(errorBytes).filter { $0.label == nil }.line
    }

    /// The type of the error, where it was recorded.
    public var errorType: String? {
        for field in InputField.decode(errorBytes) where field.label == "Type" {
            if case .shown(let type) = field.value { return type }
        }
        return nil
    }

    /// How long it took in nanoseconds, or nil if it was in flight.
    public var duration: UInt64? {
        ended.map { $0 >= began ? $0 - began : 0 }
    }

    /// How long it had been going on at a reading of the clock, in nanoseconds.
    public func lasted(until time: UInt64) -> UInt64 {
        let end = ended ?? time
        return end >= began ? end - began : 0
    }
}

extension PerformRecord {
    /// The perform that began with one event and, unless it is in flight, ended with another.
    public init(begin: TimelineEvent, completion: TimelineEvent? = nil, names: NameIndex) {
        self.init(
            id: begin.perform, began: begin.time, ended: completion?.time, outcome: completion?.outcome,
            action: names.action(begin.subject), session: begin.session,
            sessionName: Self.sessionName(of: begin, in: names), stack: completion?.stack ?? begin.stack,
            parent: begin.parent, root: begin.root, source: begin.source, isUserInitiated: begin.isUserInitiated,
            depth: begin.depth, inputBytes: begin.bytes, isInputCut: begin.isTextCut, isBeginLost: false,
            errorBytes: completion?.bytes ?? [], isErrorCut: completion?.isTextCut ?? false)
    }

    /// The perform of which only the completion is left.
    public init(completion: TimelineEvent, names: NameIndex) {
        self.init(
            id: completion.perform, began: completion.began, ended: completion.time, outcome: completion.outcome,
            action: names.action(completion.subject), session: completion.session,
            sessionName: Self.sessionName(of: completion, in: names), stack: completion.stack,
            parent: completion.parent, root: 0, source: completion.source,
            isUserInitiated: completion.isUserInitiated, depth: completion.depth, inputBytes: [], isInputCut: false,
            isBeginLost: true, errorBytes: completion.bytes, isErrorCut: completion.isTextCut)
    }

    private static func sessionName(of event: TimelineEvent, in names: NameIndex) -> String? {
        names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 }
    }
}

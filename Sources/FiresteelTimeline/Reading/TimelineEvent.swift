/// An event of a timeline.
public struct TimelineEvent: Sendable, Hashable {
    /// The kind of an event.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        case begin = 1
        case completion = 2
        case log = 3
        case sessionOpened = 4
        case sessionClosed = 5
        case stackOpened = 6
        case stackClosed = 7
        case note = 8
        /// The first exposure of a user to a flag's value in a session.
        case flagExposed = 9
        /// A flag has another value than before.
        case flagChanged = 10
        /// A feature became available or stopped being so.
        case availabilityChanged = 11
        /// A request of a feature was refused, for the first time with these reasons in its session, or a requested
        /// action was not performed. Then the subject is the action.
        case requestRefused = 12
        /// A part of an input that is retained for replay, or the reason why it isn't; see ``PerformRecord/keptInput``.
        case inputKept = 13
    }

    /// The event's number: unique in its run.
    ///
    /// Events of one thread have rising numbers; those of several threads are ordered by ``time``.
    public let sequence: UInt64
    /// The kind of the event.
    public let kind: Kind
    /// The time in nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The perform that the event belongs to; of a begin, the one that it begins.
    ///
    /// 0 for none.
    public let perform: UInt64
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name.
    public let sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public let stack: UInt32
    /// The action binding, or the feature if there is no action.
    public let subject: NameID
    /// The source of the perform.
    public let source: ActionSource
    /// The number of performs between this one and its first cause.
    public let depth: UInt8
    /// The text as it was recorded: an encoded ``InputSummary``, or UTF-8.
    public let bytes: [UInt8]

    let flags: UInt8
    let code: UInt8
    let above: UInt64
    let other: UInt64
}

extension TimelineEvent {
    /// Whether the perform is user-initiated, or the refused perform would have been.
    public var isUserInitiated: Bool { flags & RecordFlags.userInitiated != 0 }

    /// Whether the text was truncated.
    public var isTextCut: Bool { flags & RecordFlags.textCut != 0 }

    /// The perform that caused this one, for begins and completions; otherwise 0.
    public var parent: UInt64 { kind == .begin || kind == .completion ? above : 0 }

    /// The stack that led to this one, for stack events; otherwise 0.
    public var parentStack: UInt32 {
        kind == .stackOpened || kind == .stackClosed ? UInt32(truncatingIfNeeded: above) : 0
    }

    /// The first cause of the chain, for begins.
    ///
    /// It is the perform itself if that is the first.
    public var root: UInt64 { kind == .begin ? other : 0 }

    /// The start time of the perform, for completions.
    public var began: UInt64 { kind == .completion ? other : 0 }

    /// The logger's label, for log lines.
    public var label: NameID { kind == .log ? NameID(rawValue: UInt32(truncatingIfNeeded: other)) : .none }

    /// The outcome, for completions.
    public var outcome: Outcome? { kind == .completion ? Outcome(rawValue: code) : nil }

    /// The severity, for log lines.
    public var severity: LogSeverity? { kind == .log ? LogSeverity(rawValue: code) : nil }

    /// The kind of note, for notes.
    public var note: NoteKind? { kind == .note ? NoteKind(rawValue: code) : nil }

    /// The flag's key, for exposures and changes of flags.
    public var flag: NameID {
        kind == .flagExposed || kind == .flagChanged ? NameID(rawValue: UInt32(truncatingIfNeeded: other)) : .none
    }

    /// Of sessions: the identifier of the principal that the session serves, if it was opened for one.
    public var principal: String? {
        guard kind == .sessionOpened || kind == .sessionClosed, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The display texts of the reasons why the feature wasn't available, for refused requests.
    public var refusalReasons: [String] {
        guard kind == .requestRefused else { return [] }
        return fields.compactMap { if case .shown(let text) = $0.value { text } else { nil } }
    }

    /// The new availability of the feature, for changes of availability.
    public var newState: FeatureState? { kind == .availabilityChanged ? FeatureState(rawValue: code) : nil }

    /// The previous state of the feature, for availability changes.
    ///
    /// Equals ``newState`` for the initial state.
    public var oldState: FeatureState? {
        kind == .availabilityChanged ? FeatureState(rawValue: UInt8(truncatingIfNeeded: above)) : nil
    }

    /// The text's fields: of a begin its input, of a completion its error, of a log line the message and its metadata,
    /// of a flag its value and its origin, of a change of availability and of a refused request the reasons.
    ///
    /// Empty for retained inputs, which no list shows.
    public var fields: [InputField] { kind == .inputKept ? [] : InputField.decode(bytes) }

    /// The text on one line, without its labels and without what is hidden.
    public var text: String { fields.line }
}

/// One event of a timeline, as it was recorded.
public struct TimelineEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        case begin = 1
        case completion = 2
        case log = 3
        case sessionOpened = 4
        case sessionClosed = 5
        case stackOpened = 6
        case stackClosed = 7
        case note = 8
        /// A flag's value met a user, for the first time in its session.
        case flagExposed = 9
        /// A flag has another value than before.
        case flagChanged = 10
        /// A feature became available or stopped being so.
        case availabilityChanged = 11
        /// A request of a feature was refused, for the first time with these reasons in its session.
        case requestRefused = 12
    }

    /// The event's number: unique in its run.
    ///
    /// Events of one thread have rising numbers; those of several threads are ordered by ``time``.
    public let sequence: UInt64
    /// What happened.
    public let kind: Kind
    /// When: nanoseconds of the run's monotonic clock.
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
    /// The action binding, or the feature where there is no action.
    public let subject: NameID
    /// Where the perform came from.
    public let source: ActionSource
    /// How many performs this one is below its first cause.
    public let depth: UInt8
    /// The text as it was recorded: an encoded ``InputSummary``, or UTF-8.
    public let bytes: [UInt8]

    let flags: UInt8
    let code: UInt8
    let above: UInt64
    let other: UInt64
}

extension TimelineEvent {
    /// Whether a person asked for the perform.
    public var isUserInitiated: Bool { flags & RecordFlags.userInitiated != 0 }

    /// Whether the text was longer than what was recorded of it.
    public var isTextCut: Bool { flags & RecordFlags.textCut != 0 }

    /// Of begins and completions: the perform that this one was performed by, or 0.
    public var parent: UInt64 { kind == .begin || kind == .completion ? above : 0 }

    /// Of stacks: the stack that led to it, or 0.
    public var parentStack: UInt32 {
        kind == .stackOpened || kind == .stackClosed ? UInt32(truncatingIfNeeded: above) : 0
    }

    /// Of begins: the first cause of the chain.
    ///
    /// It is the perform itself where that is the first.
    public var root: UInt64 { kind == .begin ? other : 0 }

    /// Of completions: when the perform began.
    public var began: UInt64 { kind == .completion ? other : 0 }

    /// Of log lines: the logger's label.
    public var label: NameID { kind == .log ? NameID(rawValue: UInt32(truncatingIfNeeded: other)) : .none }

    /// Of completions: how the perform ended.
    public var outcome: Outcome? { kind == .completion ? Outcome(rawValue: code) : nil }

    /// Of log lines: how severe it is.
    public var severity: LogSeverity? { kind == .log ? LogSeverity(rawValue: code) : nil }

    /// Of notes: what it is about.
    public var note: NoteKind? { kind == .note ? NoteKind(rawValue: code) : nil }

    /// Of exposures and changes of flags: the flag's key.
    public var flag: NameID {
        kind == .flagExposed || kind == .flagChanged ? NameID(rawValue: UInt32(truncatingIfNeeded: other)) : .none
    }

    /// Of sessions: the identifier of the principal that the session serves, if it was opened for one.
    public var principal: String? {
        guard kind == .sessionOpened || kind == .sessionClosed, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Of refused requests: why the feature wasn't available, as people read it.
    public var refusalReasons: [String] {
        guard kind == .requestRefused else { return [] }
        return fields.compactMap { if case .shown(let text) = $0.value { text } else { nil } }
    }

    /// Of changes of availability: what the feature is from then on.
    public var newState: FeatureState? { kind == .availabilityChanged ? FeatureState(rawValue: code) : nil }

    /// Of changes of availability: what the feature was.
    ///
    /// The same as ``newState`` where it is the state that the feature was registered in.
    public var oldState: FeatureState? {
        kind == .availabilityChanged ? FeatureState(rawValue: UInt8(truncatingIfNeeded: above)) : nil
    }

    /// The text's fields: of a begin its input, of a completion its error, of a log line the message and its metadata,
    /// of a flag its value and where it came from, of a change of availability and of a refused request the reasons.
    public var fields: [InputField] { InputField.decode(bytes) }

    /// The text on one line, without its labels and without what is hidden.
    public var text: String { fields.line }
}

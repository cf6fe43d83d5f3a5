/// The fields that a begin and its completion share.
///
/// A completion repeats the fields of its begin, because the begin may be overwritten first, and the completion must
/// still identify the action, its place and its source.
public struct PerformFields: Sendable {
    /// The perform that this one was performed by, or 0.
    public var parent: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name, of ``Timeline/nameSession(_:)``.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding, of ``Timeline/nameAction(identifier:name:feature:)``.
    public var action: NameID
    /// The source of the perform.
    public var source: ActionSource
    /// Whether the perform is user-initiated.
    public var isUserInitiated: Bool
    /// The number of performs between this one and its first cause, at most 255.
    public var depth: UInt8

    /// Creates the fields.
    public init(
        parent: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        action: NameID,
        source: ActionSource = .application,
        isUserInitiated: Bool = false,
        depth: UInt8 = 0
    ) {
        self.parent = parent
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.action = action
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.depth = depth
    }
}

/// The fields of a begin event, except the input.
@dynamicMemberLookup
public struct BeginFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The first cause of the chain, or 0 if this perform is the first.
    public var root: UInt64
    /// Whether the input was cut before it got here, see ``InputSummary/isCut``.
    public var isInputCut: Bool
    /// The fields that the completion repeats.
    public var perform: PerformFields

    /// Creates the fields.
    public init(time: UInt64, root: UInt64 = 0, isInputCut: Bool = false, perform: PerformFields) {
        self.time = time
        self.root = root
        self.isInputCut = isInputCut
        self.perform = perform
    }

    /// A field that the completion repeats, such as `fields.session`.
    public subscript<Value>(dynamicMember field: WritableKeyPath<PerformFields, Value>) -> Value {
        get { perform[keyPath: field] }
        set { perform[keyPath: field] = newValue }
    }
}

/// The fields of a completion event, except the error.
public struct CompletionFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The start time of the perform, on the same clock.
    public var began: UInt64
    /// The outcome.
    public var outcome: Outcome
    /// The fields repeated from the begin.
    public var perform: PerformFields

    /// Creates the fields.
    public init(time: UInt64, began: UInt64, outcome: Outcome, perform: PerformFields) {
        self.time = time
        self.began = began
        self.outcome = outcome
        self.perform = perform
    }

    /// Creates the completion of the given begin.
    public init(of begin: BeginFields, time: UInt64, outcome: Outcome) {
        self.init(time: time, began: begin.time, outcome: outcome, perform: begin.perform)
    }
}

/// The fields of an action stack event.
public struct StackFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The stack, from 1.
    public var stack: UInt32
    /// The stack that led to it, or 0.
    public var parent: UInt32
    /// The feature of the stack, from ``Timeline/nameFeature(identifier:name:parent:)``.
    public var feature: NameID
    /// The session that it belongs to.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The perform that opened or closed it, or 0.
    public var perform: UInt64

    /// Creates the fields.
    public init(
        time: UInt64, stack: UInt32, parent: UInt32 = 0, feature: NameID, session: UInt32, sessionName: NameID,
        perform: UInt64 = 0
    ) {
        self.time = time
        self.stack = stack
        self.parent = parent
        self.feature = feature
        self.session = session
        self.sessionName = sessionName
        self.perform = perform
    }
}

/// The fields of a session event.
public struct SessionFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The session, from 1.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// Whether performs in the session are user-initiated unless specified otherwise.
    public var isUserInitiated: Bool
    /// The pseudonymous identifier of the person or account that the session serves.
    ///
    /// At most ``TextLimits/principal`` bytes are recorded.
    public var principal: String?

    /// Creates fields; each is described at its declaration.
    public init(
        time: UInt64, session: UInt32, sessionName: NameID, isUserInitiated: Bool = false, principal: String? = nil
    ) {
        self.time = time
        self.session = session
        self.sessionName = sessionName
        self.isUserInitiated = isUserInitiated
        self.principal = principal
    }
}

/// The fields of a flag exposure, a flag change, an availability change or a refused request.
public struct ChangeFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The perform during which the event occurred, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action that read or changed a flag or the feature that is constrained by it, the feature whose availability
    /// changed, or the feature or action that was refused.
    public var subject: NameID

    /// Creates the fields.
    public init(
        time: UInt64, perform: UInt64 = 0, session: UInt32 = 0, sessionName: NameID = .none, stack: UInt32 = 0,
        subject: NameID = .none
    ) {
        self.time = time
        self.perform = perform
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.subject = subject
    }
}

/// The fields of a note, except the text.
public struct NoteFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The kind of the note.
    public var kind: NoteKind
    /// The perform that it belongs to, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding or the feature that the note concerns.
    public var subject: NameID

    /// Creates the fields.
    public init(
        time: UInt64, kind: NoteKind, perform: UInt64 = 0, session: UInt32 = 0, sessionName: NameID = .none,
        stack: UInt32 = 0, subject: NameID = .none
    ) {
        self.time = time
        self.kind = kind
        self.perform = perform
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.subject = subject
    }
}

/// The fields of a log line, except the message.
public struct LogFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The severity.
    public var severity: LogSeverity
    /// The logger's label, of ``Timeline/nameLabel(_:)``.
    public var label: NameID
    /// The perform during which the line was logged, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding, or the feature when the line was logged outside an action.
    public var subject: NameID

    /// Creates the fields.
    public init(
        time: UInt64,
        severity: LogSeverity,
        label: NameID = .none,
        perform: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        subject: NameID = .none
    ) {
        self.time = time
        self.severity = severity
        self.label = label
        self.perform = perform
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.subject = subject
    }
}

/// The kind of a note in the timeline.
public enum NoteKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A mistake in the use of features, such as an action that was performed but never declared.
    case fault = 1
    /// A remark of the program itself.
    case remark = 2

    /// The identifier in exports.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .fault: "fault"
        case .remark: "remark"
        }
    }
}

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

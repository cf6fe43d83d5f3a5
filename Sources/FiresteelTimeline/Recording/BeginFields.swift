/// What is recorded when an action begins, beside its input.
public struct BeginFields: Sendable {
    /// When: nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The perform that this one was performed by, or 0.
    public var parent: UInt64
    /// The first cause of the chain that this perform belongs to, or 0 when it is itself the first.
    public var root: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name, of ``Timeline/nameSession(_:)``.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding, of ``Timeline/nameAction(identifier:name:feature:)``.
    public var action: NameID
    /// Where the perform came from.
    public var source: ActionSource
    /// Whether a person asked for it.
    public var isUserInitiated: Bool
    /// Whether the input was cut before it got here, see ``InputSummary/isCut``.
    public var isInputCut: Bool
    /// How many performs this one is below its first cause; 255 stands for that and more.
    public var depth: UInt8

    /// Fields with these values; each is described where it is declared.
    public init(
        time: UInt64,
        parent: UInt64 = 0,
        root: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        action: NameID,
        source: ActionSource = .application,
        isUserInitiated: Bool = false,
        isInputCut: Bool = false,
        depth: UInt8 = 0
    ) {
        self.time = time
        self.parent = parent
        self.root = root
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.action = action
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.isInputCut = isInputCut
        self.depth = depth
    }
}

extension PageData {
    /// The open sessions whose value of a flag is known, and the actions that read it.
    public struct FlagSessions: Codable, Sendable, Equatable {
        /// The number of open sessions.
        public var open: Int
        /// The number of examined sessions: the newest, if there are very many.
        public var examined: Int
        /// The number of examined sessions with their own context, or with a known read.
        public var known: Int
        /// The number of those whose value differs from the program's.
        public var differing: Int
        /// The number of those that match the filters.
        public var total: Int
        /// The values of the known sessions, the most frequent first.
        public var values: [FlagSessionValue]
        /// The number of values that aren't listed.
        public var moreValues: Int
        /// Some of the sessions that match the filters, those that differ first, then the newest first.
        public var sessions: [FlagSession]
        /// The last recorded reads by actions of any session, also of closed ones, the newest first.
        public var reads: [FlagRead]

        /// Creates a list of sessions.
        package init(
            open: Int, examined: Int, known: Int = 0, differing: Int = 0, total: Int = 0,
            values: [FlagSessionValue] = [], moreValues: Int = 0, sessions: [FlagSession] = [], reads: [FlagRead] = []
        ) {
            self.open = open
            self.examined = examined
            self.known = known
            self.differing = differing
            self.total = total
            self.values = values
            self.moreValues = moreValues
            self.sessions = sessions
            self.reads = reads
        }
    }

    /// A value of a flag, and the number of sessions that have it.
    public struct FlagSessionValue: Codable, Sendable, Equatable {
        /// The value, as JSON; a long one ends with “…”.
        public var value: String
        /// The number of sessions.
        public var sessions: Int
        /// Whether it differs from the program's value.
        public var differs: Bool

        /// Creates a value.
        package init(value: String, sessions: Int, differs: Bool) {
            self.value = value
            self.sessions = sessions
            self.differs = differs
        }
    }

    /// An open session, with the value of a flag.
    public struct FlagSession: Codable, Sendable, Equatable {
        /// The session.
        public var session: SessionName
        /// Whether the session has its own context.
        public var own: Bool
        /// The targeting key of its own context.
        public var targetingKey: String?
        /// The value, as JSON; a long one ends with “…”.
        ///
        /// Nil in a list of sessions without a flag.
        public var value: String?
        /// The name of the variant.
        public var variant: String?
        /// The reason, a code of the protocol.
        public var reason: String?
        /// The provider of the value; nil for the default in the code.
        public var provider: String?
        /// Whether the value differs from the program's.
        public var differs: Bool
        /// The last recorded read.
        public var read: FlagRead?

        /// Creates a session.
        package init(
            session: SessionName, own: Bool, targetingKey: String? = nil, value: String? = nil, variant: String? = nil,
            reason: String? = nil, provider: String? = nil, differs: Bool = false, read: FlagRead? = nil
        ) {
            self.session = session
            self.own = own
            self.targetingKey = targetingKey
            self.value = value
            self.variant = variant
            self.reason = reason
            self.provider = provider
            self.differs = differs
            self.read = read
        }
    }

    /// A recorded read of a flag.
    public struct FlagRead: Codable, Sendable, Equatable {
        /// The key of the flag.
        public var flag: String
        /// The time of the read, or the beginning of the action that read it.
        public var at: Int64
        /// The value, as JSON.
        public var value: String
        /// The name of the variant.
        public var variant: String?
        /// The reason, a code of the protocol.
        public var reason: String?
        /// The provider of the value; nil for the default in the code.
        public var provider: String?
        /// Whether the value was new to the session.
        public var first: Bool
        /// The session.
        public var session: SessionName?
        /// The perform that read it; nil for a read outside actions.
        public var perform: UInt64?
        /// The feature that read it, or that it decides about.
        public var feature: Name?
        /// The action that read it.
        public var action: ActionName?

        /// Creates a read.
        package init(
            flag: String, at: Int64, value: String, variant: String? = nil, reason: String? = nil,
            provider: String? = nil, first: Bool, session: SessionName? = nil, perform: UInt64? = nil,
            feature: Name? = nil, action: ActionName? = nil
        ) {
            self.flag = flag
            self.at = at
            self.value = value
            self.variant = variant
            self.reason = reason
            self.provider = provider
            self.first = first
            self.session = session
            self.perform = perform
            self.feature = feature
            self.action = action
        }
    }
}

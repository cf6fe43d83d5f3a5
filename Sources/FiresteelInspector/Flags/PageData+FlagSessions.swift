extension PageData {
    /// The open sessions whose value of a flag is known, and the actions that read it.
    struct FlagSessions: Codable, Sendable, Equatable {
        /// The number of open sessions.
        var open: Int
        /// The number of examined sessions: the newest, if there are very many.
        var examined: Int
        /// The number of examined sessions with their own context, or with a known read.
        var known: Int = 0
        /// The number of those whose value differs from the program's.
        var differing: Int = 0
        /// The number of those that match the filters.
        var total: Int = 0
        /// The values of the known sessions, the most frequent first.
        var values: [FlagSessionValue] = []
        /// The number of values that aren't listed.
        var moreValues: Int = 0
        /// Some of the sessions that match the filters, those that differ first, then the newest first.
        var sessions: [FlagSession] = []
        /// The last recorded reads by actions of any session, also of closed ones, the newest first.
        var reads: [FlagRead] = []
    }

    /// A value of a flag, and the number of sessions that have it.
    struct FlagSessionValue: Codable, Sendable, Equatable {
        /// The value, as JSON; a long one ends with “…”.
        var value: String
        /// The number of sessions.
        var sessions: Int
        /// Whether it differs from the program's value.
        var differs: Bool
    }

    /// An open session, with the value of a flag.
    struct FlagSession: Codable, Sendable, Equatable {
        /// The session.
        var session: SessionName
        /// Whether the session has its own context.
        var own: Bool
        /// The targeting key of its own context.
        var targetingKey: String?
        /// The value, as JSON; a long one ends with “…”.
        ///
        /// Nil in a list of sessions without a flag.
        var value: String?
        /// The name of the variant.
        var variant: String?
        /// The reason, a code of the protocol.
        var reason: String?
        /// The provider of the value; nil for the default in the code.
        var provider: String?
        /// Whether the value differs from the program's.
        var differs: Bool = false
        /// The last recorded read.
        var read: FlagRead?
        /// The time of the first recorded read of the variant.
        var exposed: Int64?
    }

    /// A recorded read of a flag.
    struct FlagRead: Codable, Sendable, Equatable {
        /// The key of the flag.
        var flag: String
        /// The time of the read, or the beginning of the action that read it.
        var at: Int64
        /// The value, as JSON.
        var value: String
        /// The name of the variant.
        var variant: String?
        /// The reason, a code of the protocol.
        var reason: String?
        /// The provider of the value; nil for the default in the code.
        var provider: String?
        /// Whether the value was new to the session.
        var first: Bool
        /// The session.
        var session: SessionName?
        /// The perform that read it; nil for a read outside actions.
        var perform: UInt64?
        /// The feature that read it, or that it decides about.
        var feature: Name?
        /// The action that read it.
        var action: ActionName?
    }
}

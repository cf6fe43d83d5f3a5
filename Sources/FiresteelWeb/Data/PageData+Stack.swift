extension PageData {
    /// The sessions with their stacks.
    public struct Stacks: Codable, Sendable, Equatable {
        /// The number of sessions.
        public var total: Int
        /// The sessions, most recently used first.
        public var sessions: [Session]

        /// Creates a list of sessions with their stacks.
        package init(total: Int, sessions: [Session] = []) {
            self.total = total
            self.sessions = sessions
        }
    }

    /// A session with its stacks.
    public struct Session: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        public var id: UInt32
        /// The name.
        public var name: String
        /// The time at which it was opened.
        public var opened: Int64
        /// Whether its performs count as started by the user.
        public var user: Bool
        /// The number of performs that began in it.
        public var performs: UInt64
        /// The root stacks, then the recently closed ones.
        public var stacks: [Stack]

        /// Creates a session.
        package init(id: UInt32, name: String, opened: Int64, user: Bool, performs: UInt64, stacks: [Stack] = []) {
            self.id = id
            self.name = name
            self.opened = opened
            self.user = user
            self.performs = performs
            self.stacks = stacks
        }
    }

    /// An action stack with the stacks that it led to.
    public struct Stack: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        public var id: UInt32
        /// The feature.
        public var feature: Name
        /// The time at which it was opened.
        public var opened: Int64
        /// The time at which it was closed.
        public var closed: Int64?
        /// The number of entries older than those shown.
        public var dropped: Int
        /// The entries, oldest first.
        public var entries: [StackEntry]

        /// Creates a stack.
        package init(
            id: UInt32, feature: Name, opened: Int64, closed: Int64? = nil, dropped: Int, entries: [StackEntry] = []
        ) {
            self.id = id
            self.feature = feature
            self.opened = opened
            self.closed = closed
            self.dropped = dropped
            self.entries = entries
        }
    }
}

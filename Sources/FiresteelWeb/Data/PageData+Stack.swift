extension PageData {
    /// The sessions with their stacks.
    public struct Stacks: Codable, Sendable, Equatable {
        /// How many sessions there are.
        public var total: Int
        /// The last used first.
        public var sessions: [Session]

        /// Makes one of its values.
        package init(total: Int, sessions: [Session] = []) {
            self.total = total
            self.sessions = sessions
        }
    }

    /// A session with its stacks.
    public struct Session: Codable, Sendable, Equatable {
        /// Unique in its run.
        public var id: UInt32
        /// What it is called.
        public var name: String
        /// When it was opened.
        public var opened: Int64
        /// Whether its performs count as started by the user.
        public var user: Bool
        /// How many began in it.
        public var performs: UInt64
        /// Those that nothing led to, then those that closed of late.
        public var stacks: [Stack]

        /// Makes one of its values.
        package init(id: UInt32, name: String, opened: Int64, user: Bool, performs: UInt64, stacks: [Stack] = []) {
            self.id = id
            self.name = name
            self.opened = opened
            self.user = user
            self.performs = performs
            self.stacks = stacks
        }
    }

    /// An action stack with everything that it led to.
    public struct Stack: Codable, Sendable, Equatable {
        /// Unique in its run.
        public var id: UInt32
        /// The feature.
        public var feature: Name
        /// When it was opened.
        public var opened: Int64
        /// When it closed.
        public var closed: Int64?
        /// How many entries are older than those shown.
        public var dropped: Int
        /// What happened in it, the oldest first.
        public var entries: [StackEntry]

        /// Makes one of its values.
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

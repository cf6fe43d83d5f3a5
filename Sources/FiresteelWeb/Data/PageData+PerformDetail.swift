extension PageData {
    /// A perform with its details.
    ///
    /// In JSON, the members of the row are at the top level, and `error` is the whole error instead of its message.
    public struct PerformDetail: Encodable, Sendable, Equatable {
        /// The row, as in lists.
        public var row: Row
        /// The end time.
        public var ended: Int64?
        /// The fields of the input.
        public var fields: [Field]
        /// Whether the recorded input is truncated.
        public var cut: Bool
        /// The error of a failure.
        public var error: ErrorInfo?
        /// The chain of causes, from the first one to the perform that performed it.
        public var chain: [Row]
        /// The performs that it performed directly.
        public var children: [Row]
        /// The flags to which the user was exposed, and the changes, while it was in flight.
        public var changes: [Row]
        /// The flags that it read, in the order of the first reads; of an earlier run, those that were new to the session.
        public var flags: [FlagRead]
        /// The log lines of the perform and its descendants.
        public var log: [Line]
        /// The action stack of the perform.
        public var stack: StackReference?

        /// Creates a detailed perform.
        package init(
            row: Row, ended: Int64? = nil, fields: [Field] = [], cut: Bool, error: ErrorInfo? = nil, chain: [Row] = [],
            children: [Row] = [], changes: [Row] = [], flags: [FlagRead] = [], log: [Line] = [],
            stack: StackReference? = nil
        ) {
            self.row = row
            self.ended = ended
            self.fields = fields
            self.cut = cut
            self.error = error
            self.chain = chain
            self.children = children
            self.changes = changes
            self.flags = flags
            self.log = log
            self.stack = stack
        }

        private enum Key: CodingKey {
            case ended, fields, cut, error, chain, children, changes, flags, log, stack
        }

        /// Encodes the perform.
        public func encode(to encoder: any Encoder) throws {
            var plain = row
            plain.error = nil
            try plain.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeIfPresent(ended, forKey: .ended)
            try container.encode(fields, forKey: .fields)
            try container.encode(cut, forKey: .cut)
            try container.encodeIfPresent(error, forKey: .error)
            try container.encode(chain, forKey: .chain)
            try container.encode(children, forKey: .children)
            try container.encode(changes, forKey: .changes)
            try container.encode(flags, forKey: .flags)
            try container.encode(log, forKey: .log)
            try container.encodeIfPresent(stack, forKey: .stack)
        }
    }

    /// The action stack of a perform.
    public struct StackReference: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        public var id: UInt32
        /// The feature.
        public var feature: Name
        /// The time at which it was opened.
        public var opened: Int64?

        /// Creates a stack reference.
        package init(id: UInt32, feature: Name, opened: Int64? = nil) {
            self.id = id
            self.feature = feature
            self.opened = opened
        }
    }
}

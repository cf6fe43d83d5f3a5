extension PageData {
    /// A perform with everything around it.
    ///
    /// In JSON the values of the row stand beside the others, and `error` is the whole error instead of its words.
    public struct PerformDetail: Encodable, Sendable, Equatable {
        /// What stands in the lists as well.
        public var row: Row
        /// When it ended.
        public var ended: Int64?
        /// Its input.
        public var fields: [Field]
        /// Whether the input was longer than what is kept.
        public var cut: Bool
        /// The error of a failure.
        public var error: ErrorInfo?
        /// From the first cause to the one that performed it.
        public var chain: [Row]
        /// What it performed itself.
        public var children: [Row]
        /// The flags that met the user during it, and what changed meanwhile.
        public var changes: [Row]
        /// The log lines written below it.
        public var log: [Line]
        /// The action stack that it belongs to.
        public var stack: StackReference?

        /// Makes one of its values.
        package init(
            row: Row, ended: Int64? = nil, fields: [Field] = [], cut: Bool, error: ErrorInfo? = nil, chain: [Row] = [],
            children: [Row] = [], changes: [Row] = [], log: [Line] = [], stack: StackReference? = nil
        ) {
            self.row = row
            self.ended = ended
            self.fields = fields
            self.cut = cut
            self.error = error
            self.chain = chain
            self.children = children
            self.changes = changes
            self.log = log
            self.stack = stack
        }

        private enum Key: CodingKey {
            case ended, fields, cut, error, chain, children, changes, log, stack
        }

        /// Writes it as JSON.
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
            try container.encode(log, forKey: .log)
            try container.encodeIfPresent(stack, forKey: .stack)
        }
    }

    /// The action stack that a perform belongs to.
    public struct StackReference: Codable, Sendable, Equatable {
        /// Unique in its run.
        public var id: UInt32
        /// The feature.
        public var feature: Name
        /// When it was opened.
        public var opened: Int64?

        /// Makes one of its values.
        package init(id: UInt32, feature: Name, opened: Int64? = nil) {
            self.id = id
            self.feature = feature
            self.opened = opened
        }
    }
}

extension PageData {
    /// A perform with its details.
    ///
    /// In JSON, the members of the row are at the top level, and `error` is the whole error instead of its message.
    struct PerformDetail: Encodable, Sendable, Equatable {
        /// The row, as in lists.
        var row: Row
        /// The end time.
        var ended: Int64?
        /// The fields of the input.
        var fields: [Field] = []
        /// Whether the recorded input is truncated.
        var cut: Bool
        /// Whether the input is retained for replay: `replayable`, or the reason why not, `too-large` or `not-encodable`;
        /// `nil` if its type isn't replayable.
        var replay: String?
        /// Whether the program replays recorded failures.
        var replays: Bool?
        /// The error of a failure.
        var error: ErrorInfo?
        /// The chain of causes, from the first one to the perform that performed it.
        var chain: [Row] = []
        /// The performs that it performed directly.
        var children: [Row] = []
        /// The flags to which the user was exposed, and the changes, while it was in flight.
        var changes: [Row] = []
        /// The flags that it read, in the order of the first reads; of an earlier run, those that were new to the session.
        var flags: [FlagRead] = []
        /// The log lines of the perform and its descendants.
        var log: [Line] = []
        /// The action stack of the perform.
        var stack: StackReference?

        private enum Key: CodingKey {
            case ended, fields, cut, replay, replays, error, chain, children, changes, flags, log, stack
        }

        /// Encodes the perform.
        func encode(to encoder: any Encoder) throws {
            var plain = row
            plain.error = nil
            try plain.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeIfPresent(ended, forKey: .ended)
            try container.encode(fields, forKey: .fields)
            try container.encode(cut, forKey: .cut)
            try container.encodeIfPresent(replay, forKey: .replay)
            try container.encodeIfPresent(replays, forKey: .replays)
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
    struct StackReference: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        var id: UInt32
        /// The feature.
        var feature: Name
        /// The time at which it was opened.
        var opened: Int64?
    }

    /// A test of a perform that failed, as a Swift file.
    struct GeneratedTest: Encodable, Sendable {
        /// The name of the file.
        var file: String
        /// Its content.
        var source: String
    }
}

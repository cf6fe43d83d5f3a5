extension PageData {
    /// A line of the log.
    struct Line: Codable, Sendable, Equatable {
        /// The position, counted from 0 in the run.
        var n: Int
        /// The time of the line.
        var at: Int64
        /// The level, from `trace` to `critical`.
        var level: String
        /// The message.
        var message: String
        /// The label of its logger.
        var label: String
        /// The feature in use.
        var feature: Name?
        /// The action being performed.
        var action: ActionName?
        /// The identifier of the perform.
        var perform: UInt64?
        /// The session of the perform.
        var session: SessionName?
        /// The action stack.
        var stack: UInt32?
        /// The metadata.
        var metadata: [String: String]?
        /// The number of lines immediately before it that the focus hides.
        var hidden: Int?
    }

    /// A range of the log.
    struct Lines: Codable, Sendable, Equatable {
        /// The position of the first retained line.
        var first: Int
        /// The number of matching lines.
        var total: Int
        /// The number of lines that the focus hides.
        var hidden: Int
        /// The lines in the range.
        var lines: [Line] = []
    }
}

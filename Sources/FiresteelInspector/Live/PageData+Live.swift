extension PageData {
    /// The first line of the stream.
    struct Hello: Codable, Sendable, Equatable {
        /// The topic: always `hello`.
        var topic: String
        /// The name of the run.
        var run: String
        /// The maximum interval between two lines, in microseconds, unless the program is frozen.
        var beat: Int64
    }

    /// A change of the timeline: performs began or ended.
    struct TimelineChange: Codable, Sendable, Equatable {
        /// The topic: always `timeline`.
        var topic: String
        /// The position after the last.
        var total: Int
        /// The position of the first retained entry.
        var first: Int
        /// The number of failed performs.
        var failures: Int
        /// The number of performs in flight.
        var inFlight: Int
        /// The number of performs in the run.
        var performs: Int
        /// The changed rows; nil if there are too many.
        var rows: [Row]?
    }

    /// A change of a stack.
    struct StacksChange: Codable, Sendable, Equatable {
        /// The topic: always `stacks`.
        var topic: String
        /// The number of open stacks.
        var open: Int
    }

    /// A change of the log: new lines.
    struct LogsChange: Codable, Sendable, Equatable {
        /// The topic: always `logs`.
        var topic: String
        /// The position after the last.
        var total: Int
        /// The position of the first retained line.
        var first: Int
    }

    /// A change of data that must be loaded again: `logging`, `features`, `flags` or `runs`; or no change: `alive`.
    struct Change: Codable, Sendable, Equatable {
        /// The topic.
        var topic: String
    }
}

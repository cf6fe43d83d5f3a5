extension PageData {
    /// The first line of the stream.
    public struct Hello: Codable, Sendable, Equatable {
        /// The topic: always `hello`.
        public var topic: String
        /// The name of the run.
        public var run: String
        /// The maximum interval between two lines, in microseconds, unless the program is frozen.
        public var beat: Int64

        /// Creates the first line.
        package init(topic: String, run: String, beat: Int64) {
            self.topic = topic
            self.run = run
            self.beat = beat
        }
    }

    /// A change of the timeline: performs began or ended.
    public struct TimelineChange: Codable, Sendable, Equatable {
        /// The topic: always `timeline`.
        public var topic: String
        /// The position after the last.
        public var total: Int
        /// The position of the first retained entry.
        public var first: Int
        /// The number of failed performs.
        public var failures: Int
        /// The number of performs in flight.
        public var inFlight: Int
        /// The number of performs in the run.
        public var performs: Int
        /// The changed rows; nil if there are too many.
        public var rows: [Row]?

        /// Creates a timeline change.
        package init(
            topic: String, total: Int, first: Int, failures: Int, inFlight: Int, performs: Int, rows: [Row]? = nil
        ) {
            self.topic = topic
            self.total = total
            self.first = first
            self.failures = failures
            self.inFlight = inFlight
            self.performs = performs
            self.rows = rows
        }
    }

    /// A change of a stack.
    public struct StacksChange: Codable, Sendable, Equatable {
        /// The topic: always `stacks`.
        public var topic: String
        /// The number of open stacks.
        public var open: Int

        /// Creates a stacks change.
        package init(topic: String, open: Int) {
            self.topic = topic
            self.open = open
        }
    }

    /// A change of the log: new lines.
    public struct LogsChange: Codable, Sendable, Equatable {
        /// The topic: always `logs`.
        public var topic: String
        /// The position after the last.
        public var total: Int
        /// The position of the first retained line.
        public var first: Int

        /// Creates a logs change.
        package init(topic: String, total: Int, first: Int) {
            self.topic = topic
            self.total = total
            self.first = first
        }
    }

    /// A change of data that must be loaded again: `logging`, `features`, `flags` or `runs`; or no change: `alive`.
    public struct Change: Codable, Sendable, Equatable {
        /// The topic.
        public var topic: String

        /// Creates a change.
        package init(topic: String) {
            self.topic = topic
        }
    }
}

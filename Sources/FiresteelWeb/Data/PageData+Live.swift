extension PageData {
    /// The first line of the stream.
    public struct Hello: Codable, Sendable, Equatable {
        /// The topic: always `hello`.
        public var topic: String
        /// The name of the run.
        public var run: String

        /// Makes one of its values.
        package init(topic: String, run: String) {
            self.topic = topic
            self.run = run
        }
    }

    /// Performs began or ended.
    public struct TimelineChange: Codable, Sendable, Equatable {
        /// The topic: always `timeline`.
        public var topic: String
        /// The position after the last.
        public var total: Int
        /// The position of the first that is still kept.
        public var first: Int
        /// How many failed.
        public var failures: Int
        /// How many go on.
        public var inFlight: Int
        /// How many performs the run has.
        public var performs: Int
        /// Those that changed; none when they are too many.
        public var rows: [Row]?

        /// Makes one of its values.
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

    /// A stack changed.
    public struct StacksChange: Codable, Sendable, Equatable {
        /// The topic: always `stacks`.
        public var topic: String
        /// How many are open.
        public var open: Int

        /// Makes one of its values.
        package init(topic: String, open: Int) {
            self.topic = topic
            self.open = open
        }
    }

    /// Log lines came.
    public struct LogsChange: Codable, Sendable, Equatable {
        /// The topic: always `logs`.
        public var topic: String
        /// The position after the last.
        public var total: Int
        /// The position of the first that is still kept.
        public var first: Int

        /// Makes one of its values.
        package init(topic: String, total: Int, first: Int) {
            self.topic = topic
            self.total = total
            self.first = first
        }
    }

    /// Something changed that is to be read again: `logging`, `features`, `flags`, `runs`, or nothing: `alive`.
    public struct Change: Codable, Sendable, Equatable {
        /// What.
        public var topic: String

        /// Makes one of its values.
        package init(topic: String) {
            self.topic = topic
        }
    }
}

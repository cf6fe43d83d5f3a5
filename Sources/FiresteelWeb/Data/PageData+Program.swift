extension PageData {
    /// The program that is looked at.
    public struct Program: Codable, Sendable, Equatable {
        /// What it is called.
        public var name: String
        /// Its version, may be empty.
        public var version: String
        /// Its build, may be empty.
        public var build: String
        /// What it runs on.
        public var host: String
        /// Its process.
        public var pid: Int32
        /// The name of its run.
        public var run: String
        /// When the run began.
        public var started: Int64
        /// The time of its clock when this was answered.
        public var now: Int64
        /// Where it records to.
        public var recording: Recording
        /// How much there is of everything.
        public var counts: Counts

        /// Makes one of its values.
        package init(
            name: String, version: String, build: String, host: String, pid: Int32, run: String, started: Int64,
            now: Int64, recording: Recording, counts: Counts
        ) {
            self.name = name
            self.version = version
            self.build = build
            self.host = host
            self.pid = pid
            self.run = run
            self.started = started
            self.now = now
            self.recording = recording
            self.counts = counts
        }
    }

    /// Where a program records to.
    public struct Recording: Codable, Sendable, Equatable {
        /// `file`, `memory`, `memory-after-fault` or `off`.
        public var kind: String
        /// The run file.
        public var path: String?
        /// Why there is none, in words.
        public var fault: String?

        /// Makes one of its values.
        package init(kind: String, path: String? = nil, fault: String? = nil) {
            self.kind = kind
            self.path = path
            self.fault = fault
        }
    }

    /// How much there is of everything.
    public struct Counts: Codable, Sendable, Equatable {
        /// Registered features, groups included.
        public var features: Int
        /// Performs of this run.
        public var performs: Int
        /// Those that failed.
        public var failures: Int
        /// Those that go on.
        public var inFlight: Int
        /// Open action stacks.
        public var stacks: Int
        /// Open sessions.
        public var sessions: Int
        /// Earlier runs that did not end in good order.
        public var crashes: Int
        /// Flags whose value is another than the default in the code.
        public var flags: Int

        /// Makes one of its values.
        package init(
            features: Int, performs: Int, failures: Int, inFlight: Int, stacks: Int, sessions: Int, crashes: Int,
            flags: Int = 0
        ) {
            self.features = features
            self.performs = performs
            self.failures = failures
            self.inFlight = inFlight
            self.stacks = stacks
            self.sessions = sessions
            self.crashes = crashes
            self.flags = flags
        }
    }
}

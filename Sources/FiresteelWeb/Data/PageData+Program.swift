extension PageData {
    /// The inspected program.
    public struct Program: Codable, Sendable, Equatable {
        /// The name.
        public var name: String
        /// The version; may be empty.
        public var version: String
        /// The build; may be empty.
        public var build: String
        /// The host.
        public var host: String
        /// The process identifier.
        public var pid: Int32
        /// The name of the run.
        public var run: String
        /// The start time of the run.
        public var started: Int64
        /// The program's time at the response.
        public var now: Int64
        /// The destination of the recording.
        public var recording: Recording
        /// The counts.
        public var counts: Counts
        /// The address of the program's own page.
        public var address: String?
        /// The messages for a server, if the program stores any.
        public var outgoing: Outgoing?

        /// Creates a program.
        package init(
            name: String, version: String, build: String, host: String, pid: Int32, run: String, started: Int64,
            now: Int64, recording: Recording, counts: Counts, address: String? = nil,
            outgoing: Outgoing? = nil
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
            self.address = address
            self.outgoing = outgoing
        }
    }

    /// The destination of a program's recording.
    public struct Recording: Codable, Sendable, Equatable {
        /// The kind: `file`, `memory`, `memory-after-fault` or `off`.
        public var kind: String
        /// The run file.
        public var path: String?
        /// The reason why there is no run file.
        public var fault: String?

        /// Creates a recording.
        package init(kind: String, path: String? = nil, fault: String? = nil) {
            self.kind = kind
            self.path = path
            self.fault = fault
        }
    }

    /// The counts of a program's items.
    public struct Counts: Codable, Sendable, Equatable {
        /// The number of registered features, including groups.
        public var features: Int
        /// The number of performs in this run.
        public var performs: Int
        /// The number of failed performs.
        public var failures: Int
        /// The number of performs in flight.
        public var inFlight: Int
        /// The number of open action stacks.
        public var stacks: Int
        /// The number of open sessions.
        public var sessions: Int
        /// The number of earlier runs without an orderly shutdown.
        public var crashes: Int
        /// The number of flags whose value differs from the default in the code.
        public var flags: Int

        /// Creates counts.
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

extension PageData {
    /// The retained runs.
    public struct Runs: Codable, Sendable, Equatable {
        /// The folder of the run files.
        public var folder: String?
        /// The retention limits.
        public var retention: Retention?
        /// The runs, newest first.
        public var runs: [Run]

        /// Creates a list of runs.
        package init(folder: String? = nil, retention: Retention? = nil, runs: [Run] = []) {
            self.folder = folder
            self.retention = retention
            self.runs = runs
        }
    }

    /// The retention limits of runs.
    public struct Retention: Codable, Sendable, Equatable {
        /// The maximum number of runs.
        public var runs: Int
        /// The maximum total size, in bytes.
        public var bytes: Int
        /// The maximum age, in days.
        public var days: Int

        /// Creates retention limits.
        package init(runs: Int, bytes: Int, days: Int) {
            self.runs = runs
            self.bytes = bytes
            self.days = days
        }
    }

    /// A run of a program.
    public struct Run: Codable, Sendable, Equatable {
        /// The name of the run.
        public var id: String
        /// Whether it is the run of the responding program.
        public var current: Bool
        /// The start time.
        public var started: Int64?
        /// The end time, or the last recorded time.
        public var ended: Int64?
        /// The duration.
        public var lasted: Int64?
        /// The ending: `running`, `orderly`, `signal`, `died`, `restarted` or `unreadable`.
        public var how: String
        /// The signal that ended it.
        public var signal: Signal?
        /// The reason why it can't be read.
        public var problem: String?
        /// The program's name.
        public var program: String?
        /// The program's version.
        public var version: String?
        /// The program's build.
        public var build: String?
        /// The host.
        public var host: String?
        /// The process identifier.
        public var pid: Int32?
        /// The number of retained performs.
        public var performs: Int?
        /// The number of retained performs that failed.
        public var failures: Int?
        /// The performs in flight when it ended.
        public var inFlight: [Row]
        /// The size of its file, in bytes.
        public var bytes: Int

        /// Creates a run.
        package init(
            id: String, current: Bool, started: Int64? = nil, ended: Int64? = nil, lasted: Int64? = nil, how: String,
            signal: Signal? = nil, problem: String? = nil, program: String? = nil, version: String? = nil,
            build: String? = nil, host: String? = nil, pid: Int32? = nil, performs: Int? = nil, failures: Int? = nil,
            inFlight: [Row] = [], bytes: Int
        ) {
            self.id = id
            self.current = current
            self.started = started
            self.ended = ended
            self.lasted = lasted
            self.how = how
            self.signal = signal
            self.problem = problem
            self.program = program
            self.version = version
            self.build = build
            self.host = host
            self.pid = pid
            self.performs = performs
            self.failures = failures
            self.inFlight = inFlight
            self.bytes = bytes
        }
    }

    /// A signal that ended a run.
    public struct Signal: Codable, Sendable, Equatable {
        /// The system's number.
        public var number: Int32
        /// The name, for example `SIGSEGV`.
        public var name: String
        /// The description, for example "Segmentation fault".
        public var words: String

        /// Creates a signal.
        package init(number: Int32, name: String, words: String) {
            self.number = number
            self.name = name
            self.words = words
        }
    }

    /// A perform that was in flight when the run ended.
    public struct Flight: Codable, Sendable, Equatable {
        /// The perform.
        public var row: Row
        /// The fields of the input.
        public var fields: [Field]
        /// The time from its start to the end of the run, or to the last event of a run without a recorded end; nil if no
        /// event followed its start.
        public var lasted: Int64?
        /// The perform that performed it.
        public var cause: Row?
        /// Its last log line.
        public var line: Line?

        /// Creates a flight.
        package init(row: Row, fields: [Field] = [], lasted: Int64? = nil, cause: Row? = nil, line: Line? = nil) {
            self.row = row
            self.fields = fields
            self.lasted = lasted
            self.cause = cause
            self.line = line
        }
    }

    /// The last part of a run, by session.
    public struct Lanes: Codable, Sendable, Equatable {
        /// The start of the part.
        public var from: Int64
        /// The end of the part.
        public var to: Int64
        /// The sessions, in the order in which they were opened.
        public var lanes: [Lane]

        /// Creates lanes.
        package init(from: Int64, to: Int64, lanes: [Lane] = []) {
            self.from = from
            self.to = to
            self.lanes = lanes
        }
    }

    /// The performs of a session.
    public struct Lane: Codable, Sendable, Equatable {
        /// The session.
        public var session: SessionName
        /// The performs.
        public var bars: [Bar]

        /// Creates a lane.
        package init(session: SessionName, bars: [Bar] = []) {
            self.session = session
            self.bars = bars
        }
    }

    /// A perform with its start and end.
    public struct Bar: Codable, Sendable, Equatable {
        /// The identifier of the perform.
        public var id: UInt64
        /// The start time.
        public var from: Int64
        /// The end time; nil if it didn't end.
        public var to: Int64?
        /// The outcome, as in a row.
        public var outcome: String
        /// The display name of the action.
        public var name: String

        /// Creates a bar.
        package init(id: UInt64, from: Int64, to: Int64? = nil, outcome: String, name: String) {
            self.id = id
            self.from = from
            self.to = to
            self.outcome = outcome
            self.name = name
        }
    }
}

extension PageData {
    /// The runs that are kept.
    public struct Runs: Codable, Sendable, Equatable {
        /// Where they are kept.
        public var folder: String?
        /// How many are kept.
        public var retention: Retention?
        /// The newest first.
        public var runs: [Run]

        /// Makes one of its values.
        package init(folder: String? = nil, retention: Retention? = nil, runs: [Run] = []) {
            self.folder = folder
            self.retention = retention
            self.runs = runs
        }
    }

    /// How many runs are kept.
    public struct Retention: Codable, Sendable, Equatable {
        /// At most so many.
        public var runs: Int
        /// At most so many bytes in all.
        public var bytes: Int
        /// At most so old.
        public var days: Int

        /// Makes one of its values.
        package init(runs: Int, bytes: Int, days: Int) {
            self.runs = runs
            self.bytes = bytes
            self.days = days
        }
    }

    /// A run of a program.
    public struct Run: Codable, Sendable, Equatable {
        /// Its name.
        public var id: String
        /// Whether it is the one that answers.
        public var current: Bool
        /// When it began.
        public var started: Int64?
        /// When it ended, or was last heard of.
        public var ended: Int64?
        /// How long it lasted.
        public var lasted: Int64?
        /// `running`, `orderly`, `signal`, `died`, `restarted` or `unreadable`.
        public var how: String
        /// The signal that ended it.
        public var signal: Signal?
        /// Why it can't be read.
        public var problem: String?
        /// The program's name.
        public var program: String?
        /// Its version.
        public var version: String?
        /// Its build.
        public var build: String?
        /// What it ran on.
        public var host: String?
        /// Its process.
        public var pid: Int32?
        /// How many performs are kept.
        public var performs: Int?
        /// How many of them failed.
        public var failures: Int?
        /// What never finished.
        public var inFlight: [Row]
        /// The size of its file.
        public var bytes: Int

        /// Makes one of its values.
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
        /// As `SIGSEGV`.
        public var name: String
        /// As "Segmentation fault".
        public var words: String

        /// Makes one of its values.
        package init(number: Int32, name: String, words: String) {
            self.number = number
            self.name = name
            self.words = words
        }
    }

    /// A perform that never finished.
    public struct Flight: Codable, Sendable, Equatable {
        /// The perform.
        public var row: Row
        /// Its input.
        public var fields: [Field]
        /// How long it had gone on when the run ended.
        public var lasted: Int64?
        /// The perform that performed it.
        public var cause: Row?
        /// Its last log line.
        public var line: Line?

        /// Makes one of its values.
        package init(row: Row, fields: [Field] = [], lasted: Int64? = nil, cause: Row? = nil, line: Line? = nil) {
            self.row = row
            self.fields = fields
            self.lasted = lasted
            self.cause = cause
            self.line = line
        }
    }

    /// The end of a run, by session.
    public struct Lanes: Codable, Sendable, Equatable {
        /// Where it begins.
        public var from: Int64
        /// Where it ends.
        public var to: Int64
        /// The sessions, in the order in which they were opened.
        public var lanes: [Lane]

        /// Makes one of its values.
        package init(from: Int64, to: Int64, lanes: [Lane] = []) {
            self.from = from
            self.to = to
            self.lanes = lanes
        }
    }

    /// What a session did.
    public struct Lane: Codable, Sendable, Equatable {
        /// The session.
        public var session: SessionName
        /// Its performs.
        public var bars: [Bar]

        /// Makes one of its values.
        package init(session: SessionName, bars: [Bar] = []) {
            self.session = session
            self.bars = bars
        }
    }

    /// A perform in time.
    public struct Bar: Codable, Sendable, Equatable {
        /// The perform.
        public var id: UInt64
        /// When it began.
        public var from: Int64
        /// When it ended; none if it didn't.
        public var to: Int64?
        /// As a row's.
        public var outcome: String
        /// What people call the action.
        public var name: String

        /// Makes one of its values.
        package init(id: UInt64, from: Int64, to: Int64? = nil, outcome: String, name: String) {
            self.id = id
            self.from = from
            self.to = to
            self.outcome = outcome
            self.name = name
        }
    }
}

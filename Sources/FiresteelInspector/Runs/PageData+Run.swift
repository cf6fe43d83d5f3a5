extension PageData {
    /// The retained runs.
    struct Runs: Codable, Sendable, Equatable {
        /// The folder of the run files.
        var folder: String?
        /// The retention limits.
        var retention: Retention?
        /// The runs, newest first.
        var runs: [Run] = []
    }

    /// The retention limits of runs.
    struct Retention: Codable, Sendable, Equatable {
        /// The maximum number of runs.
        var runs: Int
        /// The maximum total size, in bytes.
        var bytes: Int
        /// The maximum age, in days.
        var days: Int
    }

    /// A run of a program.
    struct Run: Codable, Sendable, Equatable {
        /// The name of the run.
        var id: String
        /// Whether it is the run of the responding program.
        var current: Bool
        /// The start time.
        var started: Int64?
        /// The end time, or the last recorded time.
        var ended: Int64?
        /// The duration.
        var lasted: Int64?
        /// The ending: `running`, `orderly`, `signal`, `died`, `restarted` or `unreadable`.
        var how: String
        /// The signal that ended it.
        var signal: Signal?
        /// The reason why it can't be read.
        var problem: String?
        /// The program's name.
        var program: String?
        /// The program's version.
        var version: String?
        /// The program's build.
        var build: String?
        /// The host.
        var host: String?
        /// The process identifier.
        var pid: Int32?
        /// The number of retained performs.
        var performs: Int?
        /// The number of retained performs that failed.
        var failures: Int?
        /// The performs in flight when it ended.
        var inFlight: [Row] = []
        /// The size of its file, in bytes.
        var bytes: Int
    }

    /// A signal that ended a run.
    struct Signal: Codable, Sendable, Equatable {
        /// The system's number.
        var number: Int32
        /// The name, for example `SIGSEGV`.
        var name: String
        /// The description, for example "Segmentation fault".
        var words: String
    }

    /// A perform that was in flight when the run ended.
    struct Flight: Codable, Sendable, Equatable {
        /// The perform.
        var row: Row
        /// The fields of the input.
        var fields: [Field] = []
        /// The time from its start to the end of the run, or to the last event of a run without a recorded end; nil if no
        /// event followed its start.
        var lasted: Int64?
        /// The perform that performed it.
        var cause: Row?
        /// Its last log line.
        var line: Line?
    }

    /// The last part of a run, by session.
    struct Lanes: Codable, Sendable, Equatable {
        /// The start of the part.
        var from: Int64
        /// The end of the part.
        var to: Int64
        /// The sessions, in the order in which they were opened.
        var lanes: [Lane] = []
    }

    /// The performs of a session.
    struct Lane: Codable, Sendable, Equatable {
        /// The session.
        var session: SessionName
        /// The performs.
        var bars: [Bar] = []
    }

    /// A perform with its start and end.
    struct Bar: Codable, Sendable, Equatable {
        /// The identifier of the perform.
        var id: UInt64
        /// The start time.
        var from: Int64
        /// The end time; nil if it didn't end.
        var to: Int64?
        /// The outcome, as in a row.
        var outcome: String
        /// The display name of the action.
        var name: String
    }

    /// A run with the details of its end.
    ///
    /// In JSON, the members of the run are at the top level.
    struct RunDetail: Encodable, Sendable, Equatable {
        /// The run, as in lists.
        var run: Run
        /// The performs in flight when it ended, last one first.
        var flights: [Flight] = []
        /// The last steps, newest first.
        var steps: [Step] = []
        /// The message and the backtrace of the crash.
        var crash: Crash?
        /// The last log lines, in order.
        var log: [Line] = []
        /// The number of discarded events.
        var lost: Int
        /// The number of partly written events.
        var torn: Int
        /// The number of damaged slots of events, which are missing.
        var damaged: Int = 0
        /// The number of damaged names.
        var damagedNames: Int = 0
        /// The last minute.
        var lanes: Lanes
        /// The flags in effect when it ended, as far as they were read or changed; empty for the current run.
        var flags: [FlagInEffect] = []

        private enum Key: CodingKey {
            case flights, steps, crash, log, lost, torn, damaged, damagedNames, lanes, flags
        }

        /// Encodes the run.
        func encode(to encoder: any Encoder) throws {
            try run.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(flights, forKey: .flights)
            try container.encode(steps, forKey: .steps)
            try container.encodeIfPresent(crash, forKey: .crash)
            try container.encode(log, forKey: .log)
            try container.encode(lost, forKey: .lost)
            try container.encode(torn, forKey: .torn)
            try container.encode(damaged, forKey: .damaged)
            try container.encode(damagedNames, forKey: .damagedNames)
            try container.encode(lanes, forKey: .lanes)
            try container.encode(flags, forKey: .flags)
        }
    }
    /// The last recorded value of a flag in a run.
    struct FlagInEffect: Codable, Sendable, Equatable {
        /// The flag's key.
        var flag: String
        /// The value, as JSON.
        var value: String
        /// The name of the variant.
        var variant: String?
        /// The provider of the value; nil for the program's default.
        var provider: String?
        /// The reason for the value, a code of the protocol.
        var reason: String?
        /// The other values that were recorded, in the order of their first appearance.
        var others: [String] = []
    }

    /// Consecutive performs of one action with one outcome.
    struct Step: Codable, Sendable, Equatable {
        /// The newest perform.
        var row: Row
        /// The number of performs.
        var times: Int
        /// The start of the oldest one.
        var first: Int64
    }

    /// The details of a crash that the system wrote.
    struct Crash: Codable, Sendable, Equatable {
        /// The message of a fatal error.
        var message: String?
        /// The backtrace of the crashed thread.
        var backtrace: Backtrace?
    }

    /// A backtrace.
    struct Backtrace: Codable, Sendable, Equatable {
        /// The cause.
        var reason: String
        /// The thread.
        var thread: String
        /// The frames, the innermost first.
        var frames: [Frame] = []
        /// Whether frames are missing at the end.
        var cut: Bool = false
    }

    /// A frame of a backtrace.
    struct Frame: Codable, Sendable, Equatable {
        /// The number.
        var number: Int
        /// The function.
        var symbol: String
        /// The program or library.
        var image: String
        /// The source file.
        var file: String?
        /// The line in the source file.
        var line: Int?
        /// Whether it is part of a library or generated by the compiler.
        var system: Bool = false
    }
}

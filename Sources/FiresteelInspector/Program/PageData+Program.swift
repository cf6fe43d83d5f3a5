extension PageData {
    /// The inspected program.
    struct Program: Codable, Sendable, Equatable {
        /// The name.
        var name: String
        /// The version; may be empty.
        var version: String
        /// The build; may be empty.
        var build: String
        /// The host.
        var host: String?
        /// The process identifier.
        var pid: Int32?
        /// The name of the run.
        var run: String
        /// The start time of the run.
        var started: Int64
        /// The program's time at the response.
        var now: Int64
        /// The destination of the recording.
        var recording: Recording?
        /// The counts.
        var counts: Counts
        /// The address of the program's own page.
        var address: String?
        /// The messages for a server, if the program stores any.
        var outgoing: Outgoing?
    }

    /// The destination of a program's recording.
    struct Recording: Codable, Sendable, Equatable {
        /// The kind: `file`, `memory`, `memory-after-fault` or `off`.
        var kind: String
        /// The run file.
        var path: String?
        /// The reason why there is no run file.
        var fault: String?
    }

    /// The counts of a program's items.
    struct Counts: Codable, Sendable, Equatable {
        /// The number of registered features, including groups.
        var features = 0
        /// The number of performs in this run.
        var performs = 0
        /// The number of failed performs.
        var failures = 0
        /// The number of performs in flight.
        var inFlight = 0
        /// The number of open action stacks.
        var stacks = 0
        /// The number of open sessions.
        var sessions = 0
        /// The number of earlier runs without an orderly shutdown.
        var crashes = 0
        /// The number of flags whose value differs from the default in the code.
        var flags = 0
    }
}

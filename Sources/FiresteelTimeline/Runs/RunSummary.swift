/// One run of a folder.
public struct RunSummary: Sendable, Identifiable {
    /// The run's identifier: the name of its file without the extension.
    public let id: String
    /// The path of its file.
    public let path: String
    /// The size of its file in bytes.
    public let bytes: Int
    /// When it started, in microseconds since 1970.
    public let started: Int64
    /// The number of its process.
    public let process: Int32
    /// What its head says and how it ended, or why it can't be read.
    public let state: Result<State, RunError>

    /// What is known of a run that can be read.
    public struct State: Sendable, Hashable {
        /// Which program it was, where and when it started.
        public let header: RunHeader
        /// How it ended, if it did.
        public let end: RunEnd
    }
}

extension RunSummary {
    /// Whether somebody is recording to it.
    public var isRunning: Bool {
        if case .success(let state) = state { state.end == .running } else { false }
    }
}

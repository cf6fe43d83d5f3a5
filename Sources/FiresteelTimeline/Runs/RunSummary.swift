/// A run of a folder.
public struct RunSummary: Sendable, Identifiable {
    /// The run's identifier: the name of its file without the extension.
    public let id: String
    /// The path of its file.
    public let path: String
    /// The size of its file in bytes.
    public let bytes: Int
    /// The start of the run, in microseconds since 1970.
    public let started: Int64
    /// The number of its process.
    public let process: Int32
    /// The header and the end, or the error if the run can't be read.
    public let state: Result<State, RunError>

    /// The properties of a readable run.
    public struct State: Sendable, Hashable {
        /// The program, the host and the start time.
        public let header: RunHeader
        /// The end of the run.
        public let end: RunEnd
    }
}

extension RunSummary {
    /// Whether the run is being recorded.
    public var isRunning: Bool {
        if case .success(let state) = state { state.end == .running } else { false }
    }
}

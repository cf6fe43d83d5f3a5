import Synchronization

/// The cache file of a provider, with reads and writes serialized.
final class RemoteFlagFile: Sendable {
    private struct State {
        let file: RemoteFlagCache
        /// The number of the newest fetch whose values it contains.
        var newest = 0
    }

    private let state: Mutex<State>

    init(_ file: RemoteFlagCache) {
        state = Mutex(State(file: file))
    }

    func use<Result: Sendable>(_ body: (RemoteFlagCache) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0.file) }
    }

    /// Writes, unless a later fetch has written.
    func write(_ number: Int, _ body: (RemoteFlagCache) throws -> Void) throws {
        try state.withLock { state in
            guard number >= state.newest else { return }
            state.newest = number
            try body(state.file)
        }
    }
}

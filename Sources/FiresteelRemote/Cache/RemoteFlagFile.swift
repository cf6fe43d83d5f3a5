import Synchronization

/// A provider's file, which one thread at a time reads or writes.
final class RemoteFlagFile: Sendable {
    private struct State {
        let file: RemoteFlagCache
        /// The number of the newest fetch whose values are in it.
        var newest = 0
    }

    private let state: Mutex<State>

    init(_ file: RemoteFlagCache) {
        state = Mutex(State(file: file))
    }

    func use<Result: Sendable>(_ body: (RemoteFlagCache) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0.file) }
    }

    /// Writes, unless a later fetch has done so.
    func write(_ number: Int, _ body: (RemoteFlagCache) throws -> Void) throws {
        try state.withLock { state in
            guard number >= state.newest else { return }
            state.newest = number
            try body(state.file)
        }
    }
}

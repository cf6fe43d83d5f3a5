import Synchronization

/// The open streams of changes; of a caller with too many, the oldest ends, so that none takes all connections.
final class ChangeStreams: Sendable {
    private static let maximumOfCaller = 16

    private struct State {
        var number: UInt64 = 0
        var open: [String: [(number: UInt64, stream: AsyncStream<String>.Continuation)]] = [:]
    }

    private let state = Mutex(State())

    /// Adds a stream, and returns its number.
    func add(_ stream: AsyncStream<String>.Continuation, of caller: AutomationCaller) -> UInt64 {
        let (number, oldest) = state.withLock { state -> (UInt64, AsyncStream<String>.Continuation?) in
            state.number += 1
            state.open[caller.identifier, default: []].append((state.number, stream))
            let own = state.open[caller.identifier] ?? []
            return (state.number, own.count > Self.maximumOfCaller ? own[0].stream : nil)
        }
        // Not while the lock is held: the stream removes itself.
        oldest?.finish()
        return number
    }

    func remove(_ number: UInt64, of caller: AutomationCaller) {
        state.withLock { state in
            state.open[caller.identifier]?.removeAll { $0.number == number }
            if state.open[caller.identifier]?.isEmpty == true { state.open[caller.identifier] = nil }
        }
    }
}

import FiresteelFlags
import FiresteelHTTP
import Foundation
import Synchronization

/// Keeps event streams open, and raises a provider's signal for their events.
final class EventStreamFollower: Sendable {
    /// The maximum number of streams.
    private static let maximum = 4

    private struct State {
        var streams: [RemoteEventStream]
        var open = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let state: Mutex<State>
    /// The number of streams at creation.
    let count: Int

    init(_ streams: [RemoteEventStream], transport: any HTTPTransport, options: RemoteFlagOptions, signal: Signal) {
        count = streams.count
        state = Mutex(State(streams: Array(streams.prefix(Self.maximum))))
        let tasks = (0..<min(streams.count, Self.maximum)).map { index in
            Task { [weak self] in
                let connection = EventStreamConnection(transport: transport, options: options) { [weak self] event in
                    self?.handle(event, signal)
                }
                await connection.run { [weak self] in self?.state.withLock { $0.streams[index].url } }
            }
        }
        state.withLock { $0.tasks = tasks }
    }

    deinit { stop() }

    /// Whether all streams are open and report changes.
    var isFollowing: Bool { state.withLock { $0.open == $0.streams.count } }

    /// Sets other addresses for the next connections.
    ///
    /// Their number must not change.
    func replace(_ streams: [RemoteEventStream]) {
        state.withLock { $0.streams = Array(streams.prefix(Self.maximum)) }
    }

    func stop() {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    private func handle(_ event: EventStreamConnection.Event, _ signal: Signal) {
        switch event {
        case .opened:
            state.withLock { $0.open += 1 }
            signal.raise { $0.streamsChanged = true }
        case .closed:
            state.withLock { $0.open -= 1 }
            signal.raise { $0.streamsChanged = true }
        case .refetch(let hint):
            signal.raise { $0.hint = hint }
        }
    }
}

import FiresteelStore
import Synchronization

/// The open event streams of this node, by environment.
final class StreamHub: Sendable {
    private struct State {
        var streams: [EnvironmentKey: [ObjectIdentifier: Entry]] = [:]
        var count = 0
        var instances: [String: Int] = [:]
        var isDraining = false
    }

    private struct Entry {
        let stream: EventStream
        /// When the stream ends, in milliseconds since 1970: its client connects again, perhaps to another node.
        let ends: Int64
    }

    /// The greatest number of streams of one program's run.
    private static let maximumOfInstance = 4

    private let state = Mutex(State())
    private let limit: Int
    private let lifetime: ClosedRange<Int64>
    private let clock: ServerClock

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of streams.
    ///   - lifetime: The time after which a stream ends, in milliseconds; random, so that clients don't return together.
    init(limit: Int, lifetime: ClosedRange<Int64> = 1_800_000...3_600_000, clock: ServerClock) {
        self.limit = limit
        self.lifetime = lifetime
        self.clock = clock
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.count } }

    /// Opens a stream, or returns `nil` if there are too many, or the server stops.
    func open(
        _ key: EnvironmentKey, instance: String, onClose: @escaping @Sendable (EventStream) -> Void
    ) -> EventStream? {
        let stream = EventStream(instance: instance) { [weak self] stream in
            self?.remove(stream, from: key)
            onClose(stream)
        }
        let ends = clock.now() + Int64.random(in: lifetime)
        let isOpen = state.withLock { state in
            guard state.count < limit, !state.isDraining else { return false }
            if !instance.isEmpty {
                // A program needs one; while it connects again, the server may not know yet that the last one ended.
                guard state.instances[instance, default: 0] < Self.maximumOfInstance else { return false }
                state.instances[instance, default: 0] += 1
            }
            state.streams[key, default: [:]][ObjectIdentifier(stream)] = Entry(stream: stream, ends: ends)
            state.count += 1
            return true
        }
        return isOpen ? stream : nil
    }

    /// Sends a revision to all streams of an environment.
    func send(_ revision: Int64, to key: EnvironmentKey) {
        let streams = state.withLock { $0.streams[key].map { Array($0.values) } ?? [] }
        for entry in streams { entry.stream.send(revision) }
    }

    /// Sends a heartbeat to all streams, and ends those that are old.
    func beat() {
        let now = clock.now()
        for entry in state.withLock({ $0.streams.values.flatMap { Array($0.values) } }) {
            if entry.ends <= now { entry.stream.end() } else { entry.stream.beat() }
        }
    }

    /// Ends all streams and opens no more.
    func drain() {
        let entries = state.withLock { state in
            state.isDraining = true
            return state.streams.values.flatMap { Array($0.values) }
        }
        for entry in entries { entry.stream.end() }
    }

    private func remove(_ stream: EventStream, from key: EnvironmentKey) {
        state.withLock { state in
            if state.streams[key]?.removeValue(forKey: ObjectIdentifier(stream)) != nil {
                state.count -= 1
                if let open = state.instances[stream.instance] {
                    state.instances[stream.instance] = open > 1 ? open - 1 : nil
                }
            }
            if state.streams[key]?.isEmpty == true { state.streams[key] = nil }
        }
    }
}

import NIOCore
import Synchronization

/// The connections of a server, and their limit.
final class ConnectionTable: Sendable {
    private struct Entry {
        let channel: any Channel
        let connection: NIOLoopBound<HTTPConnection>
        /// Whether the connection has a request.
        var isBusy = false
        /// When it became idle, as a number that grows.
        var idleSince: UInt64
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var time: UInt64 = 0
        var isStopping = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0.entries.count } }

    /// Whether the server stops.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Adds a connection, and closes the one that has been idle for longest if there are too many.
    ///
    /// - Returns: `false` if every connection is busy or the server stops. It is added nevertheless, until it has
    ///   received an error.
    func add(_ connection: HTTPConnection, _ channel: any Channel) -> Bool {
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let (isAllowed, evicted) = state.withLock { state in
            var isAllowed = !state.isStopping
            var evicted: (any Channel)?
            if isAllowed, state.entries.count >= limit {
                // Those that were not allowed are idle as well, until they have received their error.
                isAllowed = state.entries.values.count(where: \.isBusy) < limit
                let idle = state.entries.filter { !$0.value.isBusy }.min { $0.value.idleSince < $1.value.idleSince }
                if let idle {
                    evicted = idle.value.channel
                    state.entries[idle.key] = nil
                }
            }
            state.time += 1
            state.entries[ObjectIdentifier(connection)] = Entry(
                channel: channel, connection: bound, idleSince: state.time)
            return (isAllowed, evicted)
        }
        evicted?.close(promise: nil)
        return isAllowed
    }

    /// Records whether a connection has a request.
    func set(_ connection: HTTPConnection, isBusy: Bool) {
        state.withLock { state in
            let id = ObjectIdentifier(connection)
            guard state.entries[id]?.isBusy == !isBusy else { return }
            state.time += 1
            state.entries[id]?.isBusy = isBusy
            state.entries[id]?.idleSince = state.time
        }
    }

    func remove(_ connection: HTTPConnection) {
        state.withLock { $0.entries[ObjectIdentifier(connection)] = nil }
    }

    /// Closes each connection as soon as it has no request, and accepts no more.
    ///
    /// - Returns: The open connections.
    func stop() -> [any Channel] {
        let entries = state.withLock { state in
            state.isStopping = true
            return Array(state.entries.values)
        }
        for entry in entries {
            entry.channel.eventLoop.execute { entry.connection.value.stop() }
        }
        return entries.map(\.channel)
    }

    /// Closes every connection.
    func closeAll() {
        for entry in state.withLock({ Array($0.entries.values) }) { entry.channel.close(promise: nil) }
    }
}

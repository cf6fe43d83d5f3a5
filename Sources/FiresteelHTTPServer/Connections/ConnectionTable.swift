import NIOCore
import Synchronization

/// The connections of a server, and their limit.
///
/// Each operation takes constant time on average, so that clients who connect beyond the limit cost no more than others.
final class ConnectionTable: Sendable {
    /// The use of a connection.
    enum Use {
        /// It has no complete head of a request, or its client receives a whole response.
        case idle
        /// The body of a request is being received.
        case receiving
        /// A request is being handled, or a stream is sent.
        case busy
    }

    private struct Entry {
        let channel: any Channel
        let connection: NIOLoopBound<HTTPConnection>
        var use = Use.idle
        /// The start of the use, as an increasing number that no other entry has.
        var since: UInt64
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var time: UInt64 = 0
        var busy = 0
        /// Connections in the order in which they became idle, or began to receive a body.
        ///
        /// One whose use has changed is left in place until it is the first, or until there are many.
        var idle = CircularBuffer<(id: ObjectIdentifier, since: UInt64)>()
        var receiving = CircularBuffer<(id: ObjectIdentifier, since: UInt64)>()
        var isStopping = false

        /// Records the use of an entry, and its place in the order.
        mutating func set(_ id: ObjectIdentifier, _ use: Use) {
            guard let known = entries[id]?.use, known != use else { return }
            time += 1
            if known == .busy { busy -= 1 }
            if use == .busy { busy += 1 }
            entries[id]?.use = use
            entries[id]?.since = time
            enqueue(id, use)
        }

        mutating func enqueue(_ id: ObjectIdentifier, _ use: Use) {
            let most = 2 * entries.count + 64
            switch use {
            case .idle:
                if idle.count >= most { idle = current(idle) }
                idle.append((id, time))
            case .receiving:
                if receiving.count >= most { receiving = current(receiving) }
                receiving.append((id, time))
            case .busy: break
            }
        }

        mutating func remove(_ id: ObjectIdentifier) {
            if entries.removeValue(forKey: id)?.use == .busy { busy -= 1 }
        }

        /// Removes and returns the connection that makes room: the one that has been idle for longest, or that has been
        /// receiving a body for longest if none is idle.
        mutating func evict() -> (any Channel)? {
            while let first = idle.popFirst() {
                if let channel = removeChannel(at: first) { return channel }
            }
            while let first = receiving.popFirst() {
                if let channel = removeChannel(at: first) { return channel }
            }
            return nil
        }

        private mutating func removeChannel(at position: (id: ObjectIdentifier, since: UInt64)) -> (any Channel)? {
            guard let entry = entries[position.id], entry.since == position.since else { return nil }
            remove(position.id)
            return entry.channel
        }

        private func current(
            _ order: CircularBuffer<(id: ObjectIdentifier, since: UInt64)>
        ) -> CircularBuffer<(id: ObjectIdentifier, since: UInt64)> {
            CircularBuffer(order.filter { entries[$0.id]?.since == $0.since })
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0.entries.count } }

    /// The number of connections whose request's body is being received.
    var receivingCount: Int { state.withLock { $0.entries.values.count { $0.use == .receiving } } }

    /// Whether the server stops.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Adds a connection, and closes another if there are too many: the one that has been idle for longest, else the one
    /// that has been sending a body for longest.
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
                isAllowed = state.busy < limit
                evicted = state.evict()
            }
            state.time += 1
            let id = ObjectIdentifier(connection)
            state.entries[id] = Entry(channel: channel, connection: bound, since: state.time)
            state.enqueue(id, .idle)
            return (isAllowed, evicted)
        }
        evicted?.close(promise: nil)
        return isAllowed
    }

    /// Records what a connection is used for.
    func set(_ connection: HTTPConnection, _ use: Use) {
        state.withLock { $0.set(ObjectIdentifier(connection), use) }
    }

    func remove(_ connection: HTTPConnection) {
        state.withLock { $0.remove(ObjectIdentifier(connection)) }
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

    func closeAll() {
        for entry in state.withLock({ Array($0.entries.values) }) { entry.channel.close(promise: nil) }
    }
}

import NIOCore
import Synchronization

/// The events of one client, such as server-sent events, which come from elsewhere and are the same for many clients.
///
/// An event is encoded once, and each thread of the server writes it to all of its clients in one go, without a task for any of
/// them. A client that hasn't accepted an event yet receives the newest of those that follow, so it needs no more memory.
public final class HTTPEventStream: Sendable {
    private struct State {
        /// The connection, once the stream is sent.
        var connection: NIOLoopBound<HTTPConnection>?
        /// The newest event before that.
        var pending: HTTPEvent?
        var isEnding = false
        var onClose: (@Sendable () -> Void)?
    }

    /// The bytes that each client receives first.
    let beginning: [UInt8]
    private let state: Mutex<State>

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - beginning: What the client receives first.
    ///   - onClose: Called once, when the last event was sent or the client disconnected, on a thread of the server or the
    ///     caller of ``close()``. It must not block.
    public init(beginning: [UInt8], onClose: @escaping @Sendable () -> Void) {
        self.beginning = beginning
        state = Mutex(State(onClose: onClose))
    }

    /// Sends an event to the client.
    public func send(_ event: HTTPEvent) { Self.send(event, to: CollectionOfOne(self)) }

    /// Sends an event to the clients of many streams.
    public static func send(_ event: HTTPEvent, to streams: some Sequence<HTTPEventStream>) {
        perform(on: streams) { state in
            if let number = event.number, number > state.pending?.number ?? .min { state.pending = event }
        } _: { connection in
            connection.send(event)
        }
    }

    /// Ends streams once their clients have accepted what was sent.
    public static func end(_ streams: some Sequence<HTTPEventStream>) {
        perform(on: streams) { state in
            state.isEnding = true
        } _: { connection in
            connection.endEvents()
        }
    }

    /// Closes a stream that isn't sent, or whose client has disconnected.
    ///
    /// The server closes the streams of responses. Further calls have no effect.
    public func close() {
        let onClose = state.withLock { state in
            defer {
                state.onClose = nil
                state.connection = nil
            }
            return state.onClose
        }
        onClose?()
    }

    /// Begins to send to a connection, and returns the event that came before and whether the stream has ended.
    func begin(_ connection: NIOLoopBound<HTTPConnection>) -> (HTTPEvent?, isEnding: Bool) {
        state.withLock { state in
            state.connection = connection
            defer { state.pending = nil }
            return (state.pending, state.isEnding)
        }
    }

    /// Calls a function with the connections of streams on their threads, once per thread, and changes the others.
    private static func perform(
        on streams: some Sequence<HTTPEventStream>, _ change: (inout State) -> Void,
        _ body: @escaping @Sendable (HTTPConnection) -> Void
    ) {
        var groups: [(loop: any EventLoop, connections: [NIOLoopBound<HTTPConnection>])] = []
        for stream in streams {
            let connection = stream.state.withLock { state in
                if state.connection == nil { change(&state) }
                return state.connection
            }
            guard let connection else { continue }
            if let index = groups.firstIndex(where: { $0.loop === connection.eventLoop }) {
                groups[index].connections.append(connection)
            } else {
                groups.append((connection.eventLoop, [connection]))
            }
        }
        for (loop, connections) in groups {
            loop.execute { for connection in connections { body(connection.value) } }
        }
    }
}

import FiresteelHTTP
import FiresteelHTTPServer
import Synchronization

/// The server-sent events of one client: its environment's revisions, the newest only.
///
/// A client that reads slowly misses revisions in between, never the last one, and needs no more memory.
final class EventStream: HTTPBodyStream {
    private struct State {
        var revision: Int64?
        var isHeartbeatDue = false
        var isEnding = false
        var isFirst = true
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onClose: @Sendable (EventStream) -> Void
    /// The instance that reads the stream, may be empty.
    let instance: String

    init(instance: String, onClose: @escaping @Sendable (EventStream) -> Void) {
        self.instance = instance
        self.onClose = onClose
    }

    /// Sends a revision.
    func send(_ revision: Int64) { wake { $0.revision = max($0.revision ?? 0, revision) } }

    /// Sends a comment, so that proxies and the client know that the stream is alive.
    func beat() { wake { $0.isHeartbeatDue = true } }

    /// Ends the stream: the client connects again.
    func end() { wake { $0.isEnding = true } }

    func next() async throws -> [UInt8]? {
        while true {
            let (piece, isEnd) = state.withLock { state -> ([UInt8]?, Bool) in
                if state.isFirst {
                    state.isFirst = false
                    return (Array("retry: 2000\n: connected\n\n".utf8), false)
                }
                if let revision = state.revision {
                    state.revision = nil
                    state.isHeartbeatDue = false
                    return (Self.event(revision), false)
                }
                if state.isEnding { return (nil, true) }
                if state.isHeartbeatDue {
                    state.isHeartbeatDue = false
                    return (Array(": alive\n\n".utf8), false)
                }
                return (nil, false)
            }
            if piece != nil || isEnd { return piece }
            // A server that stops ends streams and then cancels them: their clients receive an orderly end.
            try Task.checkCancellation()
            await wait()
        }
    }

    func close() async {
        onClose(self)
    }

    /// The event that OpenFeature's protocol defines, with the revision beside it.
    static func event(_ revision: Int64) -> [UInt8] {
        Array(
            "id: \(revision)\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"r\(revision)\",\"revision\":\(revision)}\n\n"
                .utf8)
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.revision != nil || state.isHeartbeatDue || state.isEnding || Task.isCancelled {
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            wake { _ in }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

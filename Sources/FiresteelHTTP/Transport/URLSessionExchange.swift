import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One exchange of a `URLSession`: the head of its response, returned once, and then its body, piece by piece.
final class URLSessionExchange: Sendable {
    private struct State {
        /// The caller that waits for the head.
        var caller: CheckedContinuation<Void, Never>?
        /// The head, or the error, for the caller.
        ///
        /// It passes through this state and not through the continuation: ThreadSanitizer sees the mutex, and neither the
        /// session's queue nor the runtime that resumes the caller.
        var head: Result<HTTPResponseMessage<HTTPBody>, any Error>?
        var body: HTTPBodyWriter?
        /// Whether a piece was rejected, so that the task is being cancelled and further pieces are ignored.
        var isCancelling = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Starts a task, and returns the head of its response.
    func head(of task: URLSessionTask) async throws -> HTTPResponseMessage<HTTPBody> {
        await withCheckedContinuation { caller in
            let isOver = state.withLock { state in
                // A task that was cancelled before its start has ended already.
                guard state.head == nil else { return true }
                state.caller = caller
                return false
            }
            if isOver { caller.resume() } else { task.resume() }
        }
        guard let head = state.withLock({ $0.head.take() }) else { throw CancellationError() }
        return try head.get()
    }

    func begin(_ response: URLResponse, of task: URLSessionTask) {
        // Informational responses arrive here as well: the first final one counts.
        guard let response = response as? HTTPURLResponse, (200...999).contains(response.statusCode) else { return }
        // The delegate is called one call at a time.
        guard state.withLock({ $0.caller != nil }) else { return }
        let (body, writer) = HTTPBody.make(limit: limit) { Self.cancel(task) }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }) else { continue }
            fields[name] = "\(value)"
        }
        let status = HTTPResponse.Status(code: response.statusCode)
        let head = HTTPResponseMessage(status: status, fields: fields, body: body)
        let caller = state.withLock { state in
            state.head = .success(head)
            state.body = writer
            return state.caller.take()
        }
        caller?.resume()
    }

    func receive(_ data: Data, of task: URLSessionTask) {
        let (body, isCancelling) = state.withLock { ($0.body, $0.isCancelling) }
        guard !isCancelling, body?.write(Array(data)) != true else { return }
        state.withLock { $0.isCancelling = true }
        Self.cancel(task)
    }

    /// Cancels a task on a separate thread.
    ///
    /// Cancelling waits for the session, which may wait for its delegate; see `BoundedOperationQueue`. The response is read
    /// until then, and all threads of Dispatch and of tasks may be busy.
    static func cancel(_ task: URLSessionTask) {
        Thread.detachNewThread { task.cancel() }
    }

    func end(_ error: (any Error)?) {
        let reason = error.map(Self.translated)
        let missing = reason ?? HTTPTransportError.unreachable("it closed the connection without a response.")
        let (caller, body) = state.withLock { state in
            if state.body == nil { state.head = .failure(missing) }
            return (state.caller.take(), state.body.take())
        }
        caller?.resume()
        body?.finish(throwing: reason)
    }

    private static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return HTTPTransportError.unreachable(error.localizedDescription) }
        return switch error.code {
        case .cancelled: CancellationError()
        case .timedOut: HTTPTransportError.timedOut
        default: HTTPTransportError.unreachable(error.localizedDescription)
        }
    }
}

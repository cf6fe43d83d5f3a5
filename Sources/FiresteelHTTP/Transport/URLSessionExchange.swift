import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One exchange of a `URLSession`: the head of its response, returned once, and then its body, piece by piece.
final class URLSessionExchange: Sendable {
    private struct State {
        var head: CheckedContinuation<HTTPResponseMessage<HTTPBody>, any Error>?
        var body: HTTPBodyWriter?
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    func start(_ task: URLSessionTask, _ head: CheckedContinuation<HTTPResponseMessage<HTTPBody>, any Error>) {
        state.withLock { $0.head = head }
        task.resume()
    }

    func begin(_ response: URLResponse, of task: URLSessionTask) {
        // Informational responses arrive here as well: the first final one counts.
        guard let response = response as? HTTPURLResponse, (200...999).contains(response.statusCode) else { return }
        guard let head = state.withLock({ state in state.head.take() }) else { return }
        let (body, writer) = HTTPBody.make(limit: limit) { task.cancel() }
        state.withLock { $0.body = writer }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }) else { continue }
            fields[name] = "\(value)"
        }
        let status = HTTPResponse.Status(code: response.statusCode)
        head.resume(returning: HTTPResponseMessage(status: status, fields: fields, body: body))
    }

    func receive(_ data: Data, of task: URLSessionTask) {
        let body = state.withLock { $0.body }
        if body?.write(Array(data)) != true { task.cancel() }
    }

    func end(_ error: (any Error)?) {
        let (head, body) = state.withLock { state in (state.head.take(), state.body.take()) }
        let reason = error.map(Self.translated)
        head?.resume(throwing: reason ?? HTTPTransportError.unreachable("it closed the connection without a response."))
        body?.finish(throwing: reason)
    }

    private static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return HTTPTransportError.unreachable("\(error)") }
        return switch error.code {
        case .cancelled: CancellationError()
        case .timedOut: HTTPTransportError.timedOut
        default: HTTPTransportError.unreachable(error.localizedDescription)
        }
    }
}

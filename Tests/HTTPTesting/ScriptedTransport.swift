package import FiresteelRemote
import Synchronization

/// A transport without a network: a test says what it answers.
package final class ScriptedTransport: HTTPTransport {
    private let made = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPStream

    /// - Parameter answer: Makes an answer of a request and its number, from 1.
    package init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) {
        self.answer = { request, number in .whole(try await answer(request, number)) }
    }

    /// - Parameter answer: Makes an answer whose body may still be coming.
    package init(streaming answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPStream) {
        self.answer = answer
    }

    /// What was asked so far.
    package var requests: [HTTPRequest] { made.withLock { $0 } }

    package func open(_ request: HTTPRequest) async throws -> HTTPStream {
        let number = made.withLock { made in
            made.append(request)
            return made.count
        }
        return try await answer(request, number)
    }
}

extension HTTPStream {
    /// An answer that is all there.
    package static func whole(_ response: HTTPResponse) -> HTTPStream {
        let (body, writer) = HTTPBody.make(limit: .max) {}
        if !response.body.isEmpty { _ = writer.write(response.body) }
        writer.finish()
        return HTTPStream(status: response.status, fields: response.fields, body: body)
    }
}

extension HTTPResponse {
    /// An answer of JSON.
    package static func json(_ body: String, etag: String? = nil) -> HTTPResponse {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        fields["ETag"] = etag
        return HTTPResponse(status: 200, fields: fields, body: Array(body.utf8))
    }
}

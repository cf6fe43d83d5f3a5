package import FiresteelHTTP
import HTTPTypes
import Synchronization

/// A transport without a network: a test says what it answers.
package final class ScriptedTransport: HTTPTransport {
    private let made = Mutex<[HTTPRequestMessage]>([])
    private let answer: @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<HTTPBody>

    /// - Parameter answer: Makes an answer of a request and its number, from 1.
    package init(_ answer: @escaping @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<[UInt8]>) {
        self.answer = { request, number in .whole(try await answer(request, number)) }
    }

    /// - Parameter answer: Makes an answer whose body may still be coming.
    package init(
        streaming answer: @escaping @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<HTTPBody>
    ) {
        self.answer = answer
    }

    /// The requests so far.
    package var requests: [HTTPRequestMessage] { made.withLock { $0 } }

    package func open(
        _ request: HTTPRequestMessage, limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        let number = made.withLock { made in
            made.append(request)
            return made.count
        }
        return try await answer(request, number)
    }
}

extension HTTPResponseMessage<HTTPBody> {
    /// An answer that is all there.
    package static func whole(_ response: HTTPResponseMessage<[UInt8]>) -> HTTPResponseMessage<HTTPBody> {
        let (body, writer) = HTTPBody.make(limit: .max) {}
        if !response.body.isEmpty { _ = writer.write(response.body) }
        writer.finish()
        return HTTPResponseMessage(status: response.status, fields: response.fields, body: body)
    }
}

extension HTTPResponseMessage<[UInt8]> {
    /// An answer of JSON.
    package static func json(_ body: String, etag: String? = nil) -> HTTPResponseMessage<[UInt8]> {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.eTag] = etag
        return HTTPResponseMessage(status: 200, fields: fields, body: Array(body.utf8))
    }
}

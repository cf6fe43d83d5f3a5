import FiresteelHTTP
import FlyingFox
import FlyingSocks
import Foundation
import HTTPTypes
import Synchronization

/// A handler of requests.
protocol RequestHandler: Sendable {
    /// Responds to a request, with an error response if anything fails.
    func respond(to request: HTTPRequestMessage) async -> ServerResponse
}

/// Converts between FlyingFox's types and those of the inspector.
final class HandlerAdapter: HTTPHandler {
    /// The handler, or `nil` until the server listens.
    let handler = Mutex<(any RequestHandler)?>(nil)

    func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
        guard let handler = handler.withLock({ $0 }) else { return ServerResponse(APIError.starting).flyingFoxResponse }
        do {
            return await handler.respond(to: try await HTTPRequestMessage(request)).flyingFoxResponse
        } catch {
            return ServerResponse(error).flyingFoxResponse
        }
    }
}

extension HTTPRequestMessage {
    /// Reads a request with its body, up to ``HTTPListener/bodyLimit``.
    init(_ request: FlyingFox.HTTPRequest) async throws(APIError) {
        let method = HTTPTypes.HTTPRequest.Method(request.method.rawValue)
        guard let method else { throw .badRequest("The method isn't a valid HTTP method.") }
        let query = request.target.query()
        let path = request.target.path() + (query.isEmpty ? "" : "?\(query)")
        var fields = HTTPFields()
        for (name, value) in request.headers {
            guard let name = HTTPField.Name(name.rawValue) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let head = HTTPTypes.HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: fields)
        var body: [UInt8] = []
        var isTooLarge = false
        do {
            for try await piece in request.bodySequence {
                // Read to its end nevertheless, because the next request follows on the connection.
                isTooLarge = isTooLarge || body.count + piece.count > HTTPListener.bodyLimit
                if !isTooLarge { body += piece }
            }
        } catch {
            throw .badRequest("The body can't be read.")
        }
        if isTooLarge { throw .tooLarge("The body is larger than \(HTTPListener.bodyLimit) bytes.") }
        self.init(head: head, body: body)
    }
}

extension ServerResponse {
    /// The response for FlyingFox, with the fields of every response.
    fileprivate var flyingFoxResponse: FlyingFox.HTTPResponse {
        var headers = HTTPHeaders()
        for field in Array(SecurityFields.all) + Array(fields) { headers[HTTPHeader(field.name.rawName)] = field.value }
        let statusCode = HTTPStatusCode(status.code, phrase: status.reasonPhrase)
        switch body {
        case .bytes(let bytes):
            return FlyingFox.HTTPResponse(statusCode: statusCode, headers: headers, body: Data(bytes))
        case .stream(let pieces):
            return FlyingFox.HTTPResponse(
                statusCode: statusCode, headers: headers, body: HTTPBodySequence(from: PieceSequence(pieces)))
        }
    }
}

/// An adapter that lets FlyingFox read a stream.
///
/// Read once.
private struct PieceSequence: AsyncBufferedSequence {
    typealias Element = UInt8

    private let stream: ClosingStream

    init(_ pieces: any BodyStream) { stream = ClosingStream(pieces) }

    func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let stream: ClosingStream
        private var rest: ArraySlice<UInt8> = []

        init(stream: ClosingStream) { self.stream = stream }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
            while rest.isEmpty {
                guard let piece = try await stream.pieces.next() else { return nil }
                rest = piece[...]
            }
            let part = rest.prefix(count > 1 ? count : 1)
            rest = rest.dropFirst(part.count)
            return part
        }
    }
}

/// Closes a stream that is no longer read: it was sent, or the client disconnected.
private final class ClosingStream: Sendable {
    let pieces: any BodyStream

    init(_ pieces: any BodyStream) { self.pieces = pieces }

    deinit {
        let pieces = pieces
        Task.detached { await pieces.close() }
    }
}

import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A handler of requests.
protocol RequestHandler: Sendable {
    /// Returns the response to a request. Errors result in a response as well.
    func respond(to request: HTTPRequest) async -> HTTPResponse
}

/// Converts between FlyingFox's types and those of the inspector.
final class HandlerAdapter: HTTPHandler {
    /// The handler, or `nil` until the server listens.
    let handler = Mutex<(any RequestHandler)?>(nil)

    func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
        guard let handler = handler.withLock({ $0 }) else { return HTTPResponse(APIError.starting).foreign }
        do {
            return await handler.respond(to: try await HTTPRequest(request)).foreign
        } catch {
            return HTTPResponse(error).foreign
        }
    }
}

extension HTTPRequest {
    /// Creates a request with its body, limited to ``HTTPListener/bodyLimit``.
    init(_ request: FlyingFox.HTTPRequest) async throws(APIError) {
        method = request.method.rawValue
        path = request.target.path()
        query = request.target.query()
        fields = request.headers.map { Field(name: $0.key.rawValue.lowercased(), value: $0.value) }
        body = []
        var isTooLarge = false
        do {
            for try await piece in request.bodySequence {
                // Read to its end nevertheless, because the next request follows on the connection.
                isTooLarge = isTooLarge || body.count + piece.count > HTTPListener.bodyLimit
                if !isTooLarge { body += piece }
            }
        } catch {
            throw .badRequest("The body could not be read.")
        }
        if isTooLarge { throw .tooLarge("The body is longer than \(HTTPListener.bodyLimit) bytes.") }
    }
}

extension HTTPResponse {
    /// The response as FlyingFox's type, with the fields of every response.
    fileprivate var foreign: FlyingFox.HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in SecurityFields.all + fields { headers[HTTPHeader(name)] = value }
        let statusCode = HTTPStatusCode(status.rawValue, phrase: status.phrase)
        switch body {
        case .bytes(let bytes):
            return FlyingFox.HTTPResponse(statusCode: statusCode, headers: headers, body: Data(bytes))
        case .stream(let pieces):
            return FlyingFox.HTTPResponse(
                statusCode: statusCode, headers: headers, body: HTTPBodySequence(from: PieceSequence(pieces)))
        }
    }
}

/// A stream of ours as FlyingFox reads one.
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

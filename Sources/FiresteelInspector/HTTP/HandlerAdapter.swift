import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// What answers requests.
protocol RequestHandler: Sendable {
    /// Answers a request. It always has an answer, if only that something went wrong.
    func respond(to request: HTTPRequest) async -> HTTPResponse
}

/// Stands between FlyingFox's types and ours.
final class HandlerAdapter: HTTPHandler {
    /// None until the server listens.
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
    /// A request with its body, of which no more is kept than ``HTTPListener/bodyLimit``.
    init(_ request: FlyingFox.HTTPRequest) async throws(APIError) {
        method = request.method.rawValue
        path = request.target.path()
        query = request.target.query()
        fields = request.headers.map { Field(name: $0.key.rawValue.lowercased(), value: $0.value) }
        body = []
        var isTooLarge = false
        do {
            for try await piece in request.bodySequence {
                // Read to its end all the same: what follows on the connection is the next request.
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
    /// The answer as FlyingFox sends it, with what every answer carries.
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

/// Closes a stream when nobody reads it any more: it was sent, or the client went.
private final class ClosingStream: Sendable {
    let pieces: any BodyStream

    init(_ pieces: any BodyStream) { self.pieces = pieces }

    deinit {
        let pieces = pieces
        Task.detached { await pieces.close() }
    }
}

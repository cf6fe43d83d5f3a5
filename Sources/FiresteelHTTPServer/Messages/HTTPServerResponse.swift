public import FiresteelHTTP
public import HTTPTypes

/// A response of a server.
public typealias HTTPServerResponse = HTTPResponseMessage<HTTPServerBody>

/// The body of a response of a server.
public enum HTTPServerBody: Sendable {
    /// The whole body.
    case bytes([UInt8])
    /// Pieces, as they come. The connection closes after the last.
    case stream(any HTTPBodyStream)
    /// Events that many clients follow, as they come. The connection closes after the last.
    case events(HTTPEventStream)
}

extension HTTPResponseMessage where Body == HTTPServerBody {
    /// Creates a response without a body.
    public init(status: HTTPResponse.Status, fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: .bytes([]))
    }
}

/// A body that is sent piece by piece.
///
/// A piece is requested once the system accepted the previous one, so a slow client is never ahead; the stream bounds
/// the data that accumulates meanwhile.
public protocol HTTPBodyStream: Sendable {
    /// Returns the next piece, or `nil` after the last.
    ///
    /// The calling task is cancelled when the client disconnects. An error closes the connection before the end of the
    /// body.
    func next() async throws -> [UInt8]?
    /// Closes the body.
    ///
    /// Called once, after the last piece was sent or the client disconnected.
    func close() async
}

public import FiresteelHTTP
public import HTTPTypes

/// Responds to the requests of a server.
///
/// Requests of different connections are passed concurrently, those of one connection one after the other.
public protocol HTTPRequestHandler: Sendable {
    /// Returns the response to a request that isn't allowed, or `nil` if it is.
    ///
    /// Called with the head, before the body is read: rejected requests store nothing. It must not block.
    func rejection(of head: HTTPRequest) -> HTTPServerResponse?

    /// Returns the maximum size of the body of an allowed request, in bytes, or `nil` for that of the server's limits.
    ///
    /// Called with the head; it can only be lower than the server's limit. It must not block.
    func bodyLimit(of head: HTTPRequest) -> Int?

    /// Responds to an allowed request.
    ///
    /// The task is cancelled when the server stops, but not when the client disconnects.
    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse

    /// Responds to an allowed request of a client with an address.
    ///
    /// Called instead of ``respond(to:)``. Implement it if responses or limits depend on the client.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: The numeric address of the client, or of the proxy in front of the server; empty if it is unknown.
    func respond(to request: HTTPRequestMessage, from client: String) async -> HTTPServerResponse

    /// Returns the response to bytes that are not a valid request, or exceed a limit.
    ///
    /// The connection closes after it. It must not block.
    func response(to error: HTTPServerError) -> HTTPServerResponse
}

extension HTTPRequestHandler {
    /// Responds without regard to the client's address.
    public func respond(to request: HTTPRequestMessage, from client: String) async -> HTTPServerResponse {
        await respond(to: request)
    }

    /// Leaves the size of bodies to the server's limits.
    public func bodyLimit(of head: HTTPRequest) -> Int? { nil }

    /// Allows every request.
    public func rejection(of head: HTTPRequest) -> HTTPServerResponse? { nil }

    /// Returns the error's status and description as plain text.
    public func response(to error: HTTPServerError) -> HTTPServerResponse {
        HTTPServerResponse(
            status: error.status, fields: [.contentType: "text/plain; charset=utf-8"],
            body: .bytes(Array("\(error)\n".utf8)))
    }
}

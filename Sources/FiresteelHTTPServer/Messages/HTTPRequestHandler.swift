public import FiresteelHTTP
public import HTTPTypes

/// Responds to the requests of a server.
///
/// Requests of different connections are passed concurrently, those of one connection one after the other.
///
/// ``respond(to:)`` is enough for a program's own pages. Implement ``plan(for:)`` instead of ``rejection(of:)`` if a head leads
/// to more than that: to limits, to the client's address, or to an endpoint that is found once.
public protocol HTTPRequestHandler: Sendable {
    /// Decides about a request by its head.
    ///
    /// Called before the body is read: rejected requests store nothing. It must not block.
    func plan(for head: HTTPRequest) -> HTTPRequestPlan

    /// Returns the response to a request that isn't allowed, or `nil` if it is.
    ///
    /// Called by the default of ``plan(for:)``. It must not block.
    func rejection(of head: HTTPRequest) -> HTTPServerResponse?

    /// Responds to an allowed request.
    ///
    /// The task is cancelled when the server stops, but not when the client disconnects.
    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse

    /// Returns the response to bytes that are not a valid request, or exceed a limit.
    ///
    /// The connection closes after it. It must not block.
    func response(to error: HTTPServerError) -> HTTPServerResponse
}

extension HTTPRequestHandler {
    /// Rejects a request by its head, or responds to it in a separate task.
    public func plan(for head: HTTPRequest) -> HTTPRequestPlan {
        if let rejection = rejection(of: head) { return HTTPRequestPlan(rejection: rejection) }
        return HTTPRequestPlan { request, _ in await respond(to: request) }
    }

    /// Allows every request.
    public func rejection(of head: HTTPRequest) -> HTTPServerResponse? { nil }

    /// Returns the error's status and description as plain text.
    public func response(to error: HTTPServerError) -> HTTPServerResponse {
        HTTPServerResponse(
            status: error.status, fields: [.contentType: "text/plain; charset=utf-8"],
            body: .bytes(Array("\(error)\n".utf8)))
    }
}

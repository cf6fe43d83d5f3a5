import HTTPTypes

/// Exchanges HTTP requests and responses.
///
/// ``URLSessionTransport`` is for apps. Servers that already depend on async-http-client use the transport in
/// `FiresteelAsyncHTTPClient`.
///
/// ## Implementing a transport
///
/// - ``open(_:limits:)`` makes one exchange and returns as soon as the response's head arrives. It doesn't follow redirects:
///   they are returned as responses, and ``send(_:limits:)`` and ``stream(_:limits:)`` decide which ones to follow.
/// - Use no cookies, no cache and no stored credentials.
/// - Stop waiting for the head after the limits' `timeout`.
/// - Buffer no more unread bytes of a body than about the limits' `bodyBytes`, and end it with
///   ``HTTPTransportError/tooLarge(limit:)`` beyond that.
/// - A body that ends before its announced length ends with an error.
/// - Cancellation of the task, or release of the body, ends the exchange.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the response's head.
    ///
    /// - Throws: ``HTTPTransportError``, or `CancellationError`.
    func open(_ request: HTTPRequestMessage, limits: HTTPLimits) async throws -> HTTPResponseMessage<HTTPBody>
}

extension HTTPTransport {
    /// Sends a request, follows redirects and waits for the whole response, within the limits.
    ///
    /// - Throws: ``HTTPTransportError``, or `CancellationError`. A response with any status is not an error.
    public func send(
        _ request: HTTPRequestMessage, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPResponseMessage<[UInt8]> {
        try await withTimeout(limits.timeout) {
            let stream = try await follow(request, limits)
            if announcedBytes(of: stream.head, for: request) > limits.bodyBytes {
                throw HTTPTransportError.tooLarge(limit: limits.bodyBytes)
            }
            var body: [UInt8] = []
            for try await piece in stream.body {
                guard body.count + piece.count <= limits.bodyBytes else {
                    throw HTTPTransportError.tooLarge(limit: limits.bodyBytes)
                }
                body.append(contentsOf: piece)
            }
            // A body that was released because of a cancellation ends without an error.
            try Task.checkCancellation()
            return HTTPResponseMessage(head: stream.head, body: body)
        }
    }

    /// Sends a request, follows redirects and returns when the response begins.
    ///
    /// - Throws: ``HTTPTransportError``, or `CancellationError`. A response with any status is not an error.
    public func stream(
        _ request: HTTPRequestMessage, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        try await withTimeout(limits.timeout) { try await follow(request, limits) }
    }

    private func follow(
        _ request: HTTPRequestMessage, _ limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        var request = request
        for _ in 0...max(0, limits.redirects) {
            let address = try Redirection.address(of: request)
            let stream = try await open(request, limits: limits)
            guard let next = try Redirection.next(after: request, to: address, stream.head) else { return stream }
            request = next
        }
        throw HTTPTransportError.tooManyRedirects(limit: limits.redirects)
    }
}

/// Runs an operation, and cancels it after the timeout.
private func withTimeout<Result: Sendable>(
    _ timeout: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: timeout)
            return nil
        }
        defer { group.cancelAll() }
        guard let result = try await group.next(), let result else {
            try Task.checkCancellation()
            throw HTTPTransportError.timedOut
        }
        return result
    }
}

/// Returns the length that a response announces for its body, 0 if there is none or it is unknown.
private func announcedBytes(of response: HTTPResponse, for request: HTTPRequestMessage) -> Int {
    // These have the length of the body that they don't have.
    guard request.method != .head, response.status != .notModified else { return 0 }
    return response.headerFields[.contentLength].flatMap { Int($0) } ?? 0
}

import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that uses the system's `URLSession`.
///
/// It has its own session: no cookies, no cache, no stored credentials.
///
/// A response that exceeds its limit is refused, and its transfer cancelled. On Linux, `URLSession` cancels a transfer only
/// once the server sends more slowly than it reads; until then the rest is received and discarded, with at most 8 MiB of it
/// in memory. The transport of `FiresteelAsyncHTTPClient` stops reading at the limit.
///
/// On Linux, a `HEAD` request for `/` precedes each request for an event stream (`Accept: text/event-stream`): on a
/// connection that it established, `URLSession` would keep a processor busy until the stream ends.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    #if canImport(FoundationNetworking)
    /// Apart from the others, so that no other request uses a stream's connection.
    private let streams: URLSession
    private let turns = Turns()
    #endif

    /// Creates a transport.
    ///
    /// - Parameter configuration: The configuration of the session. Cookies, cache and credentials are removed from it.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        func session() -> URLSession {
            URLSession(configuration: configuration, delegate: URLSessionExchanges(), delegateQueue: .bounded)
        }
        self.session = session()
        #if canImport(FoundationNetworking)
        streams = session()
        #endif
    }

    deinit {
        session.finishTasksAndInvalidate()
        #if canImport(FoundationNetworking)
        streams.finishTasksAndInvalidate()
        #endif
    }

    /// Sends a request and waits for the response's head.
    public func open(
        _ request: HTTPRequestMessage, limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        #if canImport(FoundationNetworking)
        if request.fields[.accept] == "text/event-stream" { return try await openStream(request, limits) }
        #endif
        return try await open(request, limits, in: session)
    }

    #if canImport(FoundationNetworking)
    /// Sends a request on a connection that another has established, while no other stream is opened.
    private func openStream(
        _ request: HTTPRequestMessage, _ limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        guard let root = request.url.flatMap({ URL(string: "/", relativeTo: $0)?.absoluteURL }) else {
            throw HTTPTransportError.unusableAddress(request.addressText)
        }
        return try await turns.wait { [self] in
            let first = try await open(HTTPRequestMessage(.head, root), limits, in: streams)
            for try await _ in first.body {}
            return try await open(request, limits, in: streams)
        }
    }
    #endif

    private func open(
        _ request: HTTPRequestMessage, _ limits: HTTPLimits, in session: URLSession
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        try Task.checkCancellation()
        guard let url = request.url else { throw HTTPTransportError.unusableAddress(request.addressText) }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.rawValue
        message.httpBody = request.body.isEmpty ? nil : Data(request.body)
        // A URLRequest joins the values of a name with commas, which would make one cookie of several.
        for field in request.fields where field.name != .cookie {
            message.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        if let cookies = request.fields[.cookie] { message.setValue(cookies, forHTTPHeaderField: "Cookie") }
        // The caller limits the time to the head and the total time; a stream may be silent for long.
        message.timeoutInterval = 86_400
        let task = session.dataTask(with: message)
        let exchange = URLSessionExchange(limit: limits.bodyBytes)
        guard let delegate = session.delegate as? URLSessionExchanges else {
            throw HTTPTransportError.unreachable("the session has no delegate.")
        }
        delegate.add(exchange, for: task)
        return try await withTaskCancellationHandler {
            try await exchange.head(of: task)
        } onCancel: {
            URLSessionExchange.cancel(task)
        }
    }
}

/// The exchanges of a session in progress, by task.
private final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.begin(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.end(error)
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }
}

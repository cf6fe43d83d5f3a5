public import AsyncHTTPClient
public import FiresteelRemote
import Foundation
public import NIOCore
import NIOHTTP1

/// A transport with async-http-client, for servers and wherever its connections and settings are needed.
///
/// It has a separate client without cookies. Redirects are followed by `HTTPTransport`, as with every transport. The
/// client is shut down when the transport is released and no response is being read.
public final class AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client. Its redirects, timeouts and retries of connections are
    ///     ignored, because the transport and its users implement them.
    ///   - eventLoopGroup: The event loops.
    public init(
        configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup
    ) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        configuration.timeout = HTTPClient.Configuration.Timeout()
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    deinit {
        // The client lives until it has shut down; the result can't be reported.
        client.shutdown { _ in }
    }

    /// Sends a request and waits for the head of the response.
    public func open(_ request: HTTPRequest) async throws -> HTTPStream {
        var message = HTTPClientRequest(url: request.url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method)
        for field in request.fields.all { message.headers.add(name: field.name, value: field.value) }
        message.body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(message, deadline: .distantFuture)
        } catch {
            throw Self.translated(error)
        }
        let pump = Pump()
        let (body, writer) = HTTPBody.make(limit: request.limits.bodyBytes) { pump.cancel() }
        pump.start { [self] in
            do {
                for try await piece in response.body {
                    guard writer.write(Array(piece.readableBytesView)) else { return }
                }
                writer.finish()
            } catch {
                writer.finish(throwing: Self.translated(error))
            }
            withExtendedLifetime(self) {}
        }
        let fields = response.headers.map { (name: $0.name, value: $0.value) }
        return HTTPStream(status: Int(response.status.code), fields: HTTPFields(fields), body: body)
    }

    private static func translated(_ error: any Error) -> any Error {
        if error is CancellationError { return error }
        guard let error = error as? HTTPClientError else { return HTTPTransportError.unreachable("\(error)") }
        switch error {
        case .cancelled: return CancellationError()
        case .connectTimeout, .deadlineExceeded, .readTimeout: return HTTPTransportError.timedOut
        // The whole description has the fields' values in it, and secrets with them.
        default: return HTTPTransportError.unreachable(error.shortDescription)
        }
    }
}

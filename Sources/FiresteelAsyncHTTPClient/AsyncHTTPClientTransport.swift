public import AsyncHTTPClient
public import FiresteelHTTP
import Foundation
import HTTPTypes
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

    /// Sends a request and waits for the answer's head.
    public func open(
        _ request: HTTPRequestMessage, limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        guard let url = request.url else { throw HTTPTransportError.unusableAddress(request.addressText) }
        var message = HTTPClientRequest(url: url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.fields { message.headers.add(name: field.name.rawName, value: field.value) }
        message.body = request.body.isEmpty ? nil : .bytes(ByteBuffer(bytes: request.body))
        let response: HTTPClientResponse
        do {
            response = try await client.execute(message, deadline: .distantFuture)
        } catch {
            throw Self.translated(error)
        }
        let pump = Pump()
        let (body, writer) = HTTPBody.make(limit: limits.bodyBytes) { pump.cancel() }
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
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        return HTTPResponseMessage(status: .init(code: Int(response.status.code)), fields: fields, body: body)
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

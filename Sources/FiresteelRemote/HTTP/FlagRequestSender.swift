public import FiresteelHTTP
import Synchronization

/// Sends requests for flags, and repeats one whose connection was closed.
///
/// A server may close a connection that is kept for the next request just as that request is sent. Requests for flags
/// change nothing on the server, so repeating one is safe for every method. Only a request that follows a successful one
/// is repeated, once: an unreachable server gets one request.
final class FlagRequestSender: Sendable {
    private let transport: any HTTPTransport
    private let limits: HTTPLimits
    private let mayHaveConnection = Atomic<Bool>(false)

    init(_ transport: any HTTPTransport, limits: HTTPLimits) {
        self.transport = transport
        self.limits = limits
    }

    func send(_ request: HTTPRequestMessage) async throws -> HTTPResponseMessage<[UInt8]> {
        let isKept = mayHaveConnection.exchange(false, ordering: .relaxed)
        let response: HTTPResponseMessage<[UInt8]>
        do {
            response = try await transport.send(request, limits: limits)
        } catch HTTPTransportError.unreachable where isKept {
            response = try await transport.send(request, limits: limits)
        }
        mayHaveConnection.store(true, ordering: .relaxed)
        return response
    }
}

extension HTTPLimits {
    /// The limits on responses of flag servers: 10 MiB and, as OFREP recommends, 10 s.
    public static let flags = HTTPLimits(timeout: .seconds(10))
}

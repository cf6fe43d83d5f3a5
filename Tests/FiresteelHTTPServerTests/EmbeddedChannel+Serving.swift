import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

@testable import FiresteelHTTPServer

extension EmbeddedChannel {
    /// Returns a connection on the calling thread, whose time passes when a test advances it.
    ///
    /// Each request is responded to with the last byte of its body, or what a function returns.
    static func serving(
        _ limits: HTTPServerLimits = HTTPServerLimits(),
        respond: @escaping @Sendable (HTTPRequestMessage) -> HTTPServerResponse = { request in
            HTTPServerResponse(status: .ok, body: .bytes(Array(request.body.suffix(1))))
        }
    ) throws -> EmbeddedChannel {
        let service = HTTPService(
            HTTPServerConfiguration(
                limits: limits, fields: [.cacheControl: "no-store"],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        service.handler.withLock { $0 = ServedApp() }
        let channel = EmbeddedChannel()
        try service.addHandlers(to: channel) { request, _, _, loop in
            (loop.makeSucceededFuture(respond(request)), nil)
        }
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Returns what was sent since the last call.
    func sentText() throws -> String {
        var text = ""
        while let part = try readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }
}

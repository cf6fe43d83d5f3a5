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
    /// Each request is responded to with the last byte of its body.
    static func serving(_ limits: HTTPServerLimits = HTTPServerLimits()) throws -> EmbeddedChannel {
        let service = HTTPService(
            HTTPServerConfiguration(
                limits: limits, fields: [.cacheControl: "no-store"],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        service.handler.withLock { $0 = ServedApp() }
        let channel = EmbeddedChannel()
        try service.addHandlers(to: channel) { request, _, _, loop in
            let body = Array(request.body.suffix(1))
            return (loop.makeSucceededFuture(HTTPServerResponse(status: .ok, body: .bytes(body))), nil)
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

import FiresteelHTTPServer
import Logging
import NIOCore
import SocketTesting
import Testing

@Suite("Handlers between the socket and HTTP", .timeLimit(.minutes(5)))
struct ConnectionSetupTests {
    /// Changes the bytes in both directions, as encryption does.
    private final class Inverting: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.fireChannelRead(wrapInboundOut(inverted(unwrapInboundIn(data))))
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            context.write(wrapOutboundOut(inverted(unwrapOutboundIn(data))), promise: promise)
        }

        private func inverted(_ bytes: ByteBuffer) -> ByteBuffer {
            ByteBuffer(bytes: bytes.readableBytesView.map { ~$0 })
        }
    }

    private struct SetupError: Error {}

    @Test("HTTP sees the bytes that the handlers pass, and they see its responses")
    func handlers() async throws {
        let configuration = HTTPServerConfiguration(limits: .patient(), logger: Logger(label: "test")) { channel in
            try channel.pipeline.syncOperations.addHandler(Inverting())
        }
        let server = try await HTTPServer.start(configuration) { _ in ServedApp() }
        let socket = try await TestSocket.connect(port: server.port)
        try await socket.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8.map { ~$0 })
        let response = String(decoding: try await socket.readAll().map { ~$0 }, as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 200 "))
        socket.close()
        await server.stop()
    }

    @Test("A connection whose handlers can't be added is closed, and the server continues")
    func failure() async throws {
        let configuration = HTTPServerConfiguration(limits: .patient(), logger: Logger(label: "test")) { _ in
            throw SetupError()
        }
        let server = try await HTTPServer.start(configuration) { _ in ServedApp() }
        for _ in 0..<2 {
            let socket = try await TestSocket.connect(port: server.port)
            #expect(try await socket.readAll().isEmpty)
            socket.close()
        }
        #expect(server.connectionCount == 0)
        await server.stop()
    }
}

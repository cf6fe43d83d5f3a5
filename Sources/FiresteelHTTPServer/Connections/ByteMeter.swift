import NIOCore

/// Reports to a connection how many bytes its decoder received, and when it has decoded them.
///
/// The decoder limits what it stores of a head; spaces, chunk sizes and chunk extensions, which it discards, count here.
final class ByteMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection

    init(_ connection: HTTPConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard connection.willDecode(bytes) else { return }
        context.fireChannelRead(data)
        connection.didDecode()
    }
}

import NIOCore
import NIOPosix
import Synchronization

/// A connection to a port of this machine that sends and receives any bytes.
///
/// It receives only as much as is read, so that a test can be a client that doesn't read.
package final class TestSocket: Sendable {
    /// The other end closed the connection.
    package struct DisconnectedError: Error {
        package init() {}
    }

    private let channel: any Channel
    private let inbox: Inbox

    private init(_ channel: any Channel, _ inbox: Inbox) {
        self.channel = channel
        self.inbox = inbox
    }

    /// Connects to 127.0.0.1, and sends bytes without waiting for a thread of the tests.
    ///
    /// A server limits the time until it receives the first byte, and the tests' threads may be busy for longer. If the
    /// other end closes the connection before it has received the bytes, what it sent is still read.
    package static func connect(port: UInt16, sending bytes: [UInt8] = []) async throws -> TestSocket {
        let inbox = Inbox()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(inbox) }
            }
            .connect(host: "127.0.0.1", port: Int(port))
            .flatMap { channel in
                channel.writeAndFlush(channel.allocator.buffer(bytes: bytes))
                    .flatMapError { _ in channel.eventLoop.makeSucceededVoidFuture() }
                    .map { channel }
            }
            .get()
        return TestSocket(channel, inbox)
    }

    /// Sends bytes.
    ///
    /// - Throws: ``DisconnectedError`` if the other end closed the connection.
    package func write(_ bytes: some Sequence<UInt8> & Sendable) async throws {
        do {
            try await channel.writeAndFlush(channel.allocator.buffer(bytes: bytes)).get()
        } catch is IOError {
            throw DisconnectedError()
        } catch is ChannelError {
            throw DisconnectedError()
        }
    }

    /// Returns the next bytes, as soon as there are some.
    ///
    /// - Throws: ``DisconnectedError`` after the last.
    package func read(atMost count: Int) async throws -> [UInt8] {
        while true {
            if let bytes = try inbox.read(count) { return bytes }
            await withCheckedContinuation { continuation in
                inbox.wait(continuation)
                channel.read()
            }
        }
    }

    /// Returns everything up to the end of the connection.
    package func readAll() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            while true { bytes += try await read(atMost: 65_536) }
        } catch is DisconnectedError {
            return bytes
        }
    }

    /// Says that no more bytes are sent.
    package func closeOutput() async { try? await channel.close(mode: .output).get() }

    /// Closes the connection.
    package func close() { channel.close(promise: nil) }
}

/// The received bytes.
private final class Inbox: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private struct State {
        var bytes = ByteBuffer()
        var waiting: CheckedContinuation<Void, Never>?
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// The next bytes, or `nil` if there are none yet.
    func read(_ count: Int) throws -> [UInt8]? {
        try state.withLock { state in
            if state.bytes.readableBytes > 0 {
                return state.bytes.readBytes(length: min(count, state.bytes.readableBytes))
            }
            if state.hasEnded { throw TestSocket.DisconnectedError() }
            return nil
        }
    }

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isNeeded = state.withLock { state in
            guard state.bytes.readableBytes == 0, !state.hasEnded else { return false }
            state.waiting = continuation
            return true
        }
        if !isNeeded { continuation.resume() }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        change { _ = $0.bytes.writeBuffer(&bytes) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { change { $0.hasEnded = true } }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        change { $0.hasEnded = true }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { change { $0.hasEnded = true } }
}

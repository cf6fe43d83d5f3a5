import FiresteelHTTP
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import SocketTesting
import Synchronization
import TestSupport
import Testing

@testable import FiresteelHTTPServer

@Suite("Event streams", .timeLimit(.minutes(5)))
struct EventStreamTests {
    /// A stream whose closings are counted.
    private final class Followed: Sendable {
        let stream: HTTPEventStream
        private let closings = Counter()

        var closed: Int { closings.value.withLock { $0 } }

        init() {
            stream = HTTPEventStream(beginning: Array("begin\n".utf8)) { [closings] in
                closings.value.withLock { $0 += 1 }
            }
        }
    }

    private static func event(_ number: Int64?) -> HTTPEvent {
        HTTPEvent(Array((number.map { "event \($0)\n" } ?? "alive\n").utf8), number: number)
    }

    private static func channel(_ followed: Followed, _ head: String = "GET / HTTP/1.1\r\nHost: h") throws
        -> EmbeddedChannel
    {
        let channel = try EmbeddedChannel.serving { _ in
            HTTPServerResponse(status: .ok, body: .events(followed.stream))
        }
        try channel.writeInbound(ByteBuffer(string: "\(head)\r\n\r\n"))
        return channel
    }

    @Test("All clients receive the same events, with numbers that only grow, and an orderly end")
    func events() throws {
        let followed = [Followed(), Followed()]
        let channels = try followed.map { try Self.channel($0) }
        for channel in channels {
            let text = try channel.sentText()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("Transfer-Encoding: chunked\r\n"))
            #expect(text.hasSuffix("\r\n\r\n6\r\nbegin\n\r\n"))
        }
        for number in [2, 1, nil, 2, 3] as [Int64?] {
            HTTPEventStream.send(Self.event(number), to: followed.map(\.stream))
        }
        HTTPEventStream.end(followed.map(\.stream))
        HTTPEventStream.end(followed.map(\.stream))
        followed[0].stream.send(Self.event(4))
        for (channel, followed) in zip(channels, followed) {
            channel.embeddedEventLoop.run()
            #expect(
                try channel.sentText()
                    == "8\r\nevent 2\n\r\n6\r\nalive\n\r\n8\r\nevent 3\n\r\n0\r\n\r\n")
            #expect(followed.closed == 1)
            _ = try channel.finish(acceptAlreadyClosed: true)
            #expect(followed.closed == 1)
        }
    }

    @Test("The newest event before a stream is sent follows its beginning")
    func earlier() throws {
        let followed = Followed()
        for number in [5, 4, nil] as [Int64?] { followed.stream.send(Self.event(number)) }
        let channel = try Self.channel(followed)
        #expect(try channel.sentText().hasSuffix("\r\n\r\n6\r\nbegin\n\r\n8\r\nevent 5\n\r\n"))
        followed.stream.send(Self.event(5))
        channel.embeddedEventLoop.run()
        #expect(try channel.sentText().isEmpty)
        let ended = Followed()
        HTTPEventStream.end([ended.stream])
        #expect(try Self.channel(ended).sentText().hasSuffix("\r\n\r\n6\r\nbegin\n\r\n0\r\n\r\n"))
        #expect(ended.closed == 1)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("A client that hasn't accepted an event receives the newest of those that follow, or loses its connection")
    func slow() throws {
        let followed = Followed()
        let channel = try Self.channel(followed)
        _ = try channel.sentText()
        let held = HeldWrites()
        try channel.pipeline.syncOperations.addHandler(held, position: .first)
        for number in [1, 2, nil, 3, nil] as [Int64?] { followed.stream.send(Self.event(number)) }
        channel.embeddedEventLoop.run()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        held.release()
        held.release()
        #expect(try channel.sentText() == "8\r\nevent 1\n\r\n8\r\nevent 3\n\r\n")
        // A client that has accepted everything may be silent.
        channel.embeddedEventLoop.advanceTime(by: .seconds(600))
        #expect(channel.isActive)
        followed.stream.send(Self.event(4))
        channel.embeddedEventLoop.run()
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(!channel.isActive)
        #expect(followed.closed == 1)
        held.release()
    }

    @Test("Without chunks, as in HTTP/1.0, events are the same bytes, and HEAD has none")
    func otherRequests() throws {
        let followed = Followed()
        let channel = try Self.channel(followed, "GET / HTTP/1.0")
        followed.stream.send(Self.event(1))
        HTTPEventStream.end([followed.stream])
        channel.embeddedEventLoop.run()
        let text = try channel.sentText()
        #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n") && text.hasSuffix("\r\n\r\nbegin\nevent 1\n"))
        let asked = Followed()
        #expect(try Self.channel(asked, "HEAD / HTTP/1.1\r\nHost: h").sentText().hasSuffix("close\r\n\r\n"))
        #expect(asked.closed == 1)
    }

    @Test("A stream is closed when its client disconnects, and when its server stops")
    func closing() async throws {
        let streams = Mutex<[Followed]>([])
        let handler = Handler {
            let followed = Followed()
            streams.withLock { $0.append(followed) }
            return followed.stream
        }
        let server = try await HTTPServer.start(
            HTTPServerConfiguration(limits: .patient(), logger: .init(label: "test"))
        ) { _ in handler }
        let sockets = [
            try await TestSocket.connect(port: server.port), try await TestSocket.connect(port: server.port),
        ]
        for socket in sockets {
            try await socket.write(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            var received = ""
            while !received.contains("begin") {
                received += String(decoding: try await socket.read(atMost: 65_536), as: UTF8.self)
            }
        }
        let followed = streams.withLock { $0 }
        sockets[0].close()
        try await eventually { followed.map(\.closed) == [1, 0] }
        HTTPEventStream.send(Self.event(1), to: followed.map(\.stream))
        await server.stop()
        #expect(followed.map(\.closed) == [1, 1])
        let rest = String(decoding: try await sockets[1].readAll(), as: UTF8.self)
        #expect(rest == "8\r\nevent 1\n\r\n0\r\n\r\n")
        sockets[1].close()
    }

    private struct Handler: HTTPRequestHandler {
        let stream: @Sendable () -> HTTPEventStream

        func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
            HTTPServerResponse(status: .ok, body: .events(stream()))
        }
    }
}

/// Accepts each write when a test says so.
private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private var held: [(ChannelHandlerContext, NIOAny, EventLoopPromise<Void>?)] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        held.append((context, data, promise))
    }

    /// Accepts the writes so far.
    func release() {
        let writes = held
        held = []
        for (context, data, promise) in writes { context.writeAndFlush(data, promise: promise) }
    }
}

/// A number that closures share.
private final class Counter: Sendable {
    let value = Mutex(0)
}

import FiresteelHTTP
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A client's connection: reads its requests, has one after the other responded to, and sends the responses.
///
/// Everything here happens on the event loop of its channel.
final class HTTPConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Starts the response to a request, on an event loop, and returns the task that computes it, if any.
    typealias Perform =
        @Sendable (HTTPRequestMessage, String, HTTPRequestPlan, any EventLoop) -> (
            EventLoopFuture<HTTPServerResponse>, Task<Void, Never>?
        )

    /// Lets a task respond.
    static let performInTask: Perform = { request, client, plan, loop in
        let promise = loop.makePromise(of: HTTPServerResponse.self)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), plan.isBrief {
            // Two changes of threads would take longer than the response.
            let task = Task.immediate { promise.succeed(await plan.respond(request, client)) }
            return (promise.futureResult, task)
        }
        return (promise.futureResult, promise.completeWithTask { await plan.respond(request, client) })
    }

    enum Phase {
        /// It is between two requests, or within the head of one.
        case waiting
        /// It is within the body of a request.
        case receiving(Reception)
        /// The handler decides about a body that exceeds its limit.
        case deciding(Reception)
        /// A request is responded to.
        case responding
        /// The last response was sent. What the client still sends is discarded.
        case lingering
        case closed
    }

    /// A request whose body is being received.
    struct Reception {
        var request: HTTPRequestMessage
        let plan: HTTPRequestPlan
        /// The declared size of the body, in bytes, or `nil` for one in chunks.
        let length: Int?
        /// Whether the connection closes after the response.
        let isLast: Bool
        /// The maximum size of the body, in bytes.
        var bodyLimit: Int
        /// Whether the handler decided about a body that exceeds its limit.
        var isDecided = false
        /// Whether the client waits for a response before it sends the body.
        var isContinueExpected = false
    }

    /// The parts that the decoder read while a request was responded to.
    enum Item {
        case part(HTTPServerRequestPart)
        case error(HTTPServerError)
        case end

        var isEnd: Bool {
            if case .end = self { true } else { false }
        }
    }

    let service: HTTPService
    let handler: any HTTPRequestHandler
    let perform: Perform
    var context: ChannelHandlerContext?
    var phase = Phase.waiting
    var timer = ConnectionTimer()

    // The request
    /// The numeric address of the client, once it was needed.
    var client: String?
    /// The version of the request that is responded to.
    var version = HTTPVersion.http1_1
    /// The parts that the decoder read while a request was responded to.
    var items = CircularBuffer<Item>()
    /// The bytes since the last part: of a head, or between the parts of a body.
    var undecoded = 0
    /// The bytes of the request's body that are counted with those of all requests.
    var reserved = 0
    var isReadPending = false
    var isProceeding = false

    // The response
    /// Whether the connection closes after the response that is being sent.
    var isLast = false
    /// Whether the response has no body, because the request's method is HEAD.
    var isHead = false
    /// Whether the body that is being sent is in chunks.
    var isChunked = false
    /// Whether a stream is being sent, whose client sends nothing more.
    var isStreaming = false
    /// The task that responds, or sends a stream.
    var task: Task<Void, Never>?
    /// The event stream that is being sent.
    var events: EventSending?
    /// The number of writes that were completed.
    var completedWrites: UInt = 0
    /// The recorded use of the connection.
    private var use = ConnectionTable.Use.idle

    init(_ service: HTTPService, _ handler: any HTTPRequestHandler, _ perform: @escaping Perform) {
        self.service = service
        self.handler = handler
        self.perform = perform
    }

    // MARK: The channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        if service.connections.add(self, context.channel) {
            start(.idle)
        } else {
            reject(.tooManyConnections)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        items.removeAll()
        timer.cancel()
        // A request that was performed isn't undone because its client disconnected.
        if isStreaming || service.connections.isStopping { task?.cancel() }
        closeEvents()
        // One that is being handled has its body until then.
        if task == nil { releaseBody() }
        task = nil
        service.connections.remove(self)
        context.fireChannelInactive()
    }

    /// Reads no more while a request is responded to or decided about, so that a client that sends many waits.
    func read(context: ChannelHandlerContext) {
        switch phase {
        case .responding where !isStreaming: isReadPending = true
        case .deciding: isReadPending = true
        default: context.read()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        undecoded = 0
        accept(.part(unwrapInboundIn(data)))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { accept(.end) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.invalidVersion: accept(.error(.unsupportedVersion))
        case HTTPParserError.headerOverflow: accept(.error(.headTooLarge(limit: service.limits.headBytes)))
        case is HTTPParserError: accept(.error(.badRequest("It isn't HTTP/1.1.")))
        // The decoder was given bytes after an error, which was responded to.
        case is ByteToMessageDecoderError: break
        default: context.close(promise: nil)
        }
    }

    // MARK: Bytes

    /// Returns whether bytes are passed to the decoder.
    func willDecode(_ bytes: ByteBuffer) -> Bool {
        switch phase {
        case .lingering, .closed: return false
        case .responding where isLast: return false
        default: break
        }
        undecoded += bytes.readableBytes
        return true
    }

    /// Checks what remained undecoded of the bytes.
    func didDecode() {
        guard undecoded > 0 else { return }
        switch phase {
        case .waiting:
            if undecoded > service.limits.headBytes {
                accept(.error(.headTooLarge(limit: service.limits.headBytes)))
            } else if timer.deadline != .head {
                start(.head)
            }
        case .receiving:
            if undecoded > service.limits.headBytes { accept(.error(.badRequest("A chunk has no end."))) }
        case .deciding, .responding, .lingering, .closed: break
        }
    }

    // MARK: Use

    /// Records what the connection is used for.
    func record(_ use: ConnectionTable.Use) {
        guard use != self.use else { return }
        self.use = use
        service.connections.set(self, use)
    }

    func releaseBody() {
        guard reserved > 0 else { return }
        service.releaseBody(reserved)
        reserved = 0
    }

    /// Closes the connection as soon as it has no request.
    func stop() {
        switch phase {
        case .waiting, .receiving, .deciding, .lingering: context?.close(promise: nil)
        case .responding:
            isLast = true
            if isStreaming { task?.cancel() }
            endEvents()
        case .closed: break
        }
    }
}

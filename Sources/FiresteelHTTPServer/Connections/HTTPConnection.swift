import FiresteelHTTP
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A client's connection: reads its requests, has one after the other responded to, and sends the responses.
///
/// Everything here happens on the event loop of its channel.
final class HTTPConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Starts the response to a request, on an event loop, and returns the task that computes it, if any.
    typealias Perform =
        @Sendable (HTTPRequestMessage, String, any HTTPRequestHandler, any EventLoop) -> (
            EventLoopFuture<HTTPServerResponse>, Task<Void, Never>?
        )

    /// Lets a task respond.
    static let performInTask: Perform = { request, client, handler, loop in
        let promise = loop.makePromise(of: HTTPServerResponse.self)
        return (promise.futureResult, promise.completeWithTask { await handler.respond(to: request, from: client) })
    }

    /// What the connection does.
    enum Phase {
        /// It is between two requests, or within the head of one.
        case waiting
        /// It is within the body of a request.
        case receiving(Reception)
        /// A request is responded to.
        case responding
        /// The last response was sent. What the client still sends is discarded.
        case lingering
        case closed
    }

    /// A request whose body is being received.
    struct Reception {
        var request: HTTPRequestMessage
        /// The response to a rejected request, which has no body.
        var rejection: HTTPServerResponse?
        /// Whether the connection closes after the response.
        var isLast: Bool
        /// The maximum size of the body, in bytes.
        var bodyLimit: Int
    }

    /// What the decoder read while a request was responded to.
    enum Item {
        case part(HTTPServerRequestPart)
        case error(HTTPServerError)
        case end
    }

    /// A limit on time.
    enum Deadline {
        case idle, head, body, write, close
    }

    let service: HTTPService
    let handler: any HTTPRequestHandler
    let perform: Perform
    var phase = Phase.waiting
    /// Whether the connection closes after the response that is being sent.
    var isLast = false
    /// Whether the response has no body, because the request's method is HEAD.
    var isHead = false
    /// The version of the request that is responded to.
    var version = HTTPVersion.http1_1
    /// The task that responds, or sends a stream.
    var task: Task<Void, Never>?
    var context: ChannelHandlerContext?
    private var items = CircularBuffer<Item>()
    /// The bytes since the last part: of a head, or between the parts of a body.
    private var undecoded = 0
    private var isReadPending = false
    private var isProceeding = false
    private var timer: Scheduled<Void>?

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
        start(nil)
        // A request that was performed isn't undone because its client disconnected.
        if isStreaming || service.connections.isStopping { task?.cancel() }
        task = nil
        service.connections.remove(self)
        context.fireChannelInactive()
    }

    /// Reads no more while a request is responded to, so that a client that sends many waits.
    func read(context: ChannelHandlerContext) {
        if case .responding = phase, !isStreaming {
            isReadPending = true
        } else {
            context.read()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        undecoded = 0
        take(.part(unwrapInboundIn(data)))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { take(.end) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.invalidVersion: take(.error(.unsupportedVersion))
        case HTTPParserError.headerOverflow: take(.error(.headTooLarge(limit: service.limits.headBytes)))
        case is HTTPParserError: take(.error(.badRequest("It isn't HTTP/1.1.")))
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
                take(.error(.headTooLarge(limit: service.limits.headBytes)))
            } else if deadline != .head {
                start(.head)
            }
        case .receiving:
            if undecoded > service.limits.headBytes { take(.error(.badRequest("A chunk has no end."))) }
        case .responding, .lingering, .closed: break
        }
    }

    // MARK: Requests

    private func take(_ item: Item) {
        switch phase {
        case .waiting, .receiving: if isProceeding { items.append(item) } else { process(item) }
        case .responding:
            if isStreaming {
                if case .end = item { context?.close(promise: nil) }
            } else if !isLast || item.isEnd {
                items.append(item)
            }
        case .lingering: if item.isEnd { context?.close(promise: nil) }
        case .closed: break
        }
    }

    private func process(_ item: Item) {
        switch item {
        case .part(.head(let head)): begin(head)
        case .part(.body(let bytes)): receive(bytes)
        case .part(.end): respond()
        case .error(let error): reject(error)
        // The decoder reports an incomplete request as an error, so this is between two.
        case .end: context?.close(promise: nil)
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        version = head.version
        isHead = head.method == .HEAD
        let request: HTTPRequest
        do {
            request = try HTTPRequest(head)
        } catch {
            return reject(error)
        }
        // The decoder stops at an upgrade, which nothing here offers.
        let isLast = !head.isKeepAlive || head.version == .http1_0 || head.headers.contains(name: "Upgrade")
        let length = request.declaredLength
        let rejection = handler.rejection(of: request)
        if let rejection, length != 0 { return send(rejection, isLast: true) }
        let bodyLimit = min(handler.bodyLimit(of: request) ?? service.limits.bodyBytes, service.limits.bodyBytes)
        if let length, length > bodyLimit { return reject(.bodyTooLarge(limit: bodyLimit)) }
        phase = .receiving(
            Reception(
                request: HTTPRequestMessage(head: request), rejection: rejection, isLast: isLast, bodyLimit: bodyLimit))
        service.connections.set(self, isBusy: true)
        start(.body)
        if length != 0, request.headerFields[.expect]?.lowercased() == "100-continue" {
            write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
            context?.flush()
        }
    }

    private func receive(_ bytes: ByteBuffer) {
        guard case .receiving(var reception) = phase else { return }
        guard reception.request.body.count + bytes.readableBytes <= reception.bodyLimit else {
            return reject(.bodyTooLarge(limit: reception.bodyLimit))
        }
        // So that the body has one owner and grows in place.
        phase = .waiting
        reception.request.body += bytes.readableBytesView
        phase = .receiving(reception)
    }

    private func respond() {
        guard case .receiving(let reception) = phase, let context else { return }
        if let rejection = reception.rejection { return send(rejection, isLast: reception.isLast) }
        phase = .responding
        isLast = reception.isLast
        start(nil)
        let (response, task) = perform(
            reception.request, context.remoteAddress?.ipAddress ?? "", handler, context.eventLoop)
        self.task = task
        response.assumeIsolated().whenComplete { [self] result in
            self.task = nil
            guard case .responding = phase, self.context != nil else {
                // The client has disconnected.
                if case .success(let response) = result, case .stream(let stream) = response.body {
                    Task { await stream.close() }
                }
                return
            }
            switch result {
            case .success(let response): send(response, isLast: isLast)
            case .failure: self.context?.close(promise: nil)
            }
        }
    }

    /// Sends the response to an error, and closes the connection.
    func reject(_ error: HTTPServerError) { send(handler.response(to: error), isLast: true) }

    /// Continues with the next request, once a response was sent.
    func proceed() {
        phase = .waiting
        service.connections.set(self, isBusy: false)
        if service.connections.isStopping {
            context?.close(promise: nil)
            return
        }
        start(undecoded > 0 ? .head : .idle)
        // A response may be sent before this returns, and proceeds: the loop below then continues, without recursion.
        guard !isProceeding else { return }
        isProceeding = true
        while isReading, let item = items.popFirst() { process(item) }
        isProceeding = false
        if isReading { readIfPending() }
    }

    /// Whether the next item is processed as it comes.
    private var isReading: Bool {
        switch phase {
        case .waiting, .receiving: true
        case .responding, .lingering, .closed: false
        }
    }

    /// Discards what the client still sends, until it closes the connection.
    ///
    /// Closing earlier would reset the connection, and the client could lose the response.
    func linger() {
        phase = .lingering
        service.connections.set(self, isBusy: false)
        let hasEnded = items.contains(where: \.isEnd)
        items.removeAll()
        guard let context, !hasEnded, !service.connections.isStopping else {
            self.context?.close(promise: nil)
            return
        }
        start(.close)
        context.close(mode: .output).assumeIsolated().whenFailure { [self] _ in self.context?.close(promise: nil) }
        readIfPending()
    }

    func readIfPending() {
        guard isReadPending else { return }
        isReadPending = false
        context?.read()
    }

    /// Closes the connection as soon as it has no request.
    func stop() {
        switch phase {
        case .waiting, .receiving, .lingering: context?.close(promise: nil)
        case .responding:
            if isStreaming { task?.cancel() }
            isLast = true
        case .closed: break
        }
    }

    // MARK: Time

    /// The deadline that is running.
    private(set) var deadline: Deadline?
    /// Whether a stream is being sent, whose client sends nothing more.
    var isStreaming = false

    /// Starts a deadline, and ends the one before.
    func start(_ deadline: Deadline?) {
        timer?.cancel()
        timer = nil
        self.deadline = deadline
        guard let deadline, let context else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(service.limits.time(of: deadline))) {
            [weak self] in self?.expire(deadline)
        }
    }

    private func expire(_ deadline: Deadline) {
        guard self.deadline == deadline else { return }
        switch deadline {
        case .head, .body: reject(.timeout)
        case .idle, .write, .close: context?.close(promise: nil)
        }
    }
}

extension HTTPConnection.Item {
    fileprivate var isEnd: Bool {
        if case .end = self { true } else { false }
    }
}

extension HTTPServerLimits {
    fileprivate func time(of deadline: HTTPConnection.Deadline) -> Duration {
        switch deadline {
        case .idle: idleTime
        case .head: headTime
        case .body: bodyTime
        case .write: writeTime
        case .close: closeTime
        }
    }
}

import FiresteelHTTP
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPConnection {
    // MARK: Parts of requests

    /// Processes what the decoder read, or stores it while a request is responded to.
    func accept(_ item: Item) {
        switch phase {
        case .waiting, .receiving: if isProceeding { items.append(item) } else { process(item) }
        case .deciding: items.append(item)
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
        let length: Int?
        do {
            (request, length) = try HTTPRequest.reading(head)
        } catch {
            return reject(error)
        }
        // The decoder stops at an upgrade, which nothing here offers.
        let isLast = !head.isKeepAlive || head.version == .http1_0 || head.headers.contains(name: "Upgrade")
        let plan = handler.plan(for: request)
        if let rejection = plan.rejection, length != 0 { return send(rejection, isLast: true) }
        let bodyLimit = min(plan.bodyLimit ?? service.limits.bodyBytes, service.limits.bodyBytes)
        if let length, length > service.limits.bodyBytes {
            return reject(.bodyTooLarge(limit: service.limits.bodyBytes))
        }
        let reception = Reception(
            request: HTTPRequestMessage(head: request), plan: plan, length: length, isLast: isLast,
            bodyLimit: bodyLimit,
            isContinueExpected: length != 0 && request.headerFields[.expect]?.lowercased() == "100-continue")
        // Without a body the end follows immediately.
        record(length == 0 ? .busy : .receiving)
        start(.body)
        if let length, length > bodyLimit { return decide(about: reception) }
        receive(reception)
    }

    func receive(_ bytes: ByteBuffer) {
        guard case .receiving(var reception) = phase else { return }
        guard reception.request.body.count + bytes.readableBytes <= reception.bodyLimit else {
            guard reception.isDecided else { return decide(about: reception, bytes) }
            return reject(.bodyTooLarge(limit: reception.bodyLimit))
        }
        guard service.reserveBody(bytes.readableBytes) else {
            return reject(.bodiesTooLarge(limit: service.limits.allBodyBytes))
        }
        reserved += bytes.readableBytes
        // So that the body has one owner and grows in place.
        phase = .waiting
        reception.request.body += bytes.readableBytesView
        phase = .receiving(reception)
    }

    private func respond() {
        guard case .receiving(let reception) = phase, let context else { return }
        if let rejection = reception.plan.rejection { return send(rejection, isLast: reception.isLast) }
        phase = .responding
        isLast = reception.isLast
        record(.busy)
        start(nil)
        let client = self.client ?? context.remoteAddress?.ipAddress ?? ""
        self.client = client
        let (response, task) = perform(reception.request, client, reception.plan, context.eventLoop)
        self.task = task
        response.assumeIsolated().whenComplete { [self] result in
            self.task = nil
            releaseBody()
            guard case .responding = phase, self.context != nil else {
                // The client has disconnected.
                if case .success(let response) = result { response.body.close() }
                return
            }
            switch result {
            case .success(let response): send(response, isLast: isLast)
            case .failure: self.context?.close(promise: nil)
            }
        }
    }

    /// Sends the response to an error, and closes the connection.
    func reject(_ error: HTTPServerError) {
        releaseBody()
        send(handler.response(to: error), isLast: true)
    }

    // MARK: After a response

    /// Continues with the next request, once a response was sent.
    func proceed() {
        phase = .waiting
        record(.idle)
        if service.connections.isStopping {
            context?.close(promise: nil)
            return
        }
        start(undecoded > 0 ? .head : .idle)
        processItems()
    }

    /// Processes what the decoder read meanwhile, as far as possible.
    func processItems() {
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
        case .deciding, .responding, .lingering, .closed: false
        }
    }

    /// Discards what the client still sends, until it closes the connection.
    ///
    /// Closing earlier would reset the connection, and the client could lose the response.
    func linger() {
        phase = .lingering
        record(.idle)
        let hasEnded = self.hasEnded
        items.removeAll()
        guard let context, !hasEnded, !service.connections.isStopping else {
            self.context?.close(promise: nil)
            return
        }
        start(.close)
        context.close(mode: .output).assumeIsolated().whenFailure { [self] _ in self.context?.close(promise: nil) }
        readIfPending()
    }

    /// Whether the client has ended its bytes while a request was responded to.
    var hasEnded: Bool { items.contains(where: \.isEnd) }

    func readIfPending() {
        guard isReadPending else { return }
        isReadPending = false
        context?.read()
    }
}

extension HTTPServerBody {
    /// Closes a body that isn't sent.
    func close() {
        switch self {
        case .bytes: break
        case .stream(let stream): Task { await stream.close() }
        case .events(let stream): stream.close()
        }
    }
}

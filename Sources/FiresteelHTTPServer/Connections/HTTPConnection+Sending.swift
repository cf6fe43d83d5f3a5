import FiresteelHTTP
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPConnection {
    /// The maximum size of a piece of a body that a client must accept within its time, in bytes.
    private static let pieceSize = 64 << 10

    /// Sends a response, then continues with the next request, or closes the connection if it is the last.
    func send(_ response: HTTPServerResponse, isLast: Bool) {
        guard let context else { return }
        phase = .responding
        self.isLast = isLast
        switch response.body {
        case .bytes(let bytes):
            // One whose client doesn't read makes room for others.
            service.connections.set(self, isBusy: false)
            write(.head(head(of: response, length: bytes.count)))
            sendBytes(context.channel.allocator.buffer(bytes: isHead ? [] : bytes))
        case .stream(let stream):
            self.isLast = true
            service.connections.set(self, isBusy: true)
            write(.head(head(of: response, length: nil)))
            context.flush()
            if isHead {
                Task { await stream.close() }
                finish()
            } else {
                send(stream)
            }
        }
    }

    /// Returns the head of a response, with the fields of every response.
    private func head(of response: HTTPServerResponse, length: Int?) -> HTTPResponseHead {
        var fields = service.configuration.fields
        for field in response.fields where fields[field.name] != nil { fields[field.name] = nil }
        var headers = HTTPHeaders()
        for field in Array(fields) + Array(response.fields) {
            headers.add(name: field.name.rawName, value: field.value)
        }
        let hasBody = response.status.code >= 200 && response.status.code != 204 && response.status.code != 304
        if let length, hasBody { headers.replaceOrAdd(name: "Content-Length", value: "\(length)") }
        if isLast { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(
            statusCode: response.status.code, reasonPhrase: response.status.reasonPhrase)
        // The earlier version has no chunks: a stream then ends with its connection.
        let isChunked = version != .http1_0 && !(isHead && length == nil)
        return HTTPResponseHead(version: isChunked ? .http1_1 : .http1_0, status: status, headers: headers)
    }

    /// Sends bytes piece by piece.
    private func sendBytes(_ bytes: ByteBuffer) {
        guard case .responding = phase, let context else { return }
        var rest = bytes
        guard let piece = rest.readSlice(length: min(Self.pieceSize, rest.readableBytes)), piece.readableBytes > 0
        else {
            return finish()
        }
        let remaining = rest
        flush(.body(.byteBuffer(piece)), in: context).assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success: sendBytes(remaining)
            case .failure: self.context?.close(promise: nil)
            }
        }
    }

    /// Sends a stream piece by piece, in a task that ends with the connection.
    private func send(_ stream: any HTTPBodyStream) {
        guard let context else { return }
        isStreaming = true
        start(nil)
        let loop = context.eventLoop
        let connection = NIOLoopBound(self, eventLoop: loop)
        task = Task {
            var isComplete = false
            do {
                while let piece = try await stream.next() {
                    if piece.isEmpty { continue }
                    try await loop.flatSubmit { connection.value.sendPiece(piece, on: loop) }.get()
                }
                isComplete = true
            } catch {
                // The client receives a body without an end, and the connection closes.
            }
            await stream.close()
            let isWhole = isComplete
            loop.execute {
                if isWhole { connection.value.finish() } else { connection.value.context?.close(promise: nil) }
            }
        }
        // From now on only the end of the client's bytes matters.
        readIfPending()
    }

    private func sendPiece(_ piece: [UInt8], on loop: any EventLoop) -> EventLoopFuture<Void> {
        guard case .responding = phase, let context else {
            return loop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        let sent = flush(.body(.byteBuffer(context.channel.allocator.buffer(bytes: piece))), in: context)
        // Until the next piece, which may take its time.
        sent.assumeIsolated().whenSuccess { [self] in start(nil) }
        return sent
    }

    /// Ends a response.
    private func finish() {
        guard case .responding = phase, let context else { return }
        flush(.end(nil), in: context).assumeIsolated().whenComplete { [self] result in
            task = nil
            isStreaming = false
            guard case .responding = phase else { return }
            switch result {
            case .success: if isLast { linger() } else { proceed() }
            case .failure: self.context?.close(promise: nil)
            }
        }
    }

    /// Sends a part, within the time that a client has to accept it.
    private func flush(_ part: HTTPServerResponsePart, in context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        start(.write)
        let promise = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(part), promise: promise)
        return promise.futureResult
    }

    func write(_ part: HTTPServerResponsePart) { context?.write(wrapOutboundOut(part), promise: nil) }
}

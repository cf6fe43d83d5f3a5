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
        let hasBody = response.status.allowsBody && !isHead
        switch response.body {
        case .bytes(let bytes):
            // One whose client doesn't read makes room for others.
            record(.idle)
            let count = hasBody ? bytes.count : 0
            var buffer = context.channel.allocator.buffer(capacity: 1_024 + min(count, Self.pieceSize))
            let framing = response.status.allowsBody ? BodyFraming.length(bytes.count) : .none
            service.heads.write(response.head, framing, version: version, isLast: isLast, to: &buffer)
            if count <= Self.pieceSize {
                // In one write.
                if count > 0 { buffer.writeBytes(bytes) }
                finish(with: buffer)
            } else {
                buffer.writeBytes(bytes[..<Self.pieceSize])
                send(buffer, then: bytes, from: Self.pieceSize)
            }
        case .stream, .events:
            self.isLast = true
            record(.busy)
            isChunked = hasBody && version != .http1_0
            var buffer = context.channel.allocator.buffer(capacity: 1_024)
            service.heads.write(
                response.head, isChunked ? .chunks : .none, version: version, isLast: true, to: &buffer)
            if hasEnded {
                // As it would be if the stream had begun before.
                response.body.close()
                context.close(promise: nil)
            } else if !hasBody {
                response.body.close()
                finish(with: buffer)
            } else if case .stream(let stream) = response.body {
                context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
                send(stream)
            } else if case .events(let stream) = response.body {
                send(stream, after: buffer)
            }
        }
    }

    /// Sends bytes, and then the others of a body, piece by piece.
    private func send(_ buffer: ByteBuffer, then bytes: [UInt8], from index: Int) {
        guard index < bytes.count else { return finish(with: buffer) }
        write(buffer) { [self] result in
            guard case .responding = phase, let context else { return }
            switch result {
            case .success:
                let end = min(index + Self.pieceSize, bytes.count)
                send(context.channel.allocator.buffer(bytes: bytes[index..<end]), then: bytes, from: end)
            case .failure: context.close(promise: nil)
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
                if isWhole { connection.value.finishStream() } else { connection.value.context?.close(promise: nil) }
            }
        }
        // From now on only the end of the client's bytes matters.
        readIfPending()
    }

    private func sendPiece(_ piece: [UInt8], on loop: any EventLoop) -> EventLoopFuture<Void> {
        guard case .responding = phase, let context else {
            return loop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        var buffer = context.channel.allocator.buffer(capacity: piece.count + 20)
        if isChunked { buffer.writeChunk(piece) } else { buffer.writeBytes(piece) }
        let promise = loop.makePromise(of: Void.self)
        write(buffer) { [self] result in
            // Until the next piece, which may take its time.
            if case .success = result { start(nil) }
            promise.completeWith(result)
        }
        return promise.futureResult
    }

    /// Ends the body of a stream.
    func finishStream() {
        guard case .responding = phase else { return }
        finish(with: isChunked ? ByteBuffer(string: "0\r\n\r\n") : ByteBuffer())
    }

    /// Sends the last bytes of a response.
    private func finish(with buffer: ByteBuffer) {
        guard case .responding = phase else { return }
        write(buffer) { [self] result in
            task = nil
            isStreaming = false
            closeEvents()
            guard case .responding = phase else { return }
            switch result {
            case .success: if isLast { linger() } else { proceed() }
            case .failure: context?.close(promise: nil)
            }
        }
    }

    /// Writes bytes, and calls a function once the system has accepted them, within the time that a client has for it.
    func write(_ buffer: ByteBuffer, _ completion: @escaping (Result<Void, any Error>) -> Void) {
        guard let context else { return completion(.failure(ChannelError.ioOnClosedChannel)) }
        let promise = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: promise)
        let completed = completedWrites
        promise.futureResult.assumeIsolated().whenComplete { [self] result in
            completedWrites &+= 1
            completion(result)
        }
        // Mostly the system accepts them immediately.
        if completedWrites == completed { start(.write) }
    }
}

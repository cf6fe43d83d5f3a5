import NIOCore

/// An event stream that is being sent.
struct EventSending {
    let stream: HTTPEventStream
    /// The highest number of an event so far.
    var number = Int64.min
    /// Whether the client has yet to accept an event.
    var isWriting = false
    /// The newest event meanwhile.
    var next: HTTPEvent?
    /// Whether the stream ends after that.
    var isEnding = false
}

extension HTTPConnection {
    /// Sends the events of a stream as they come, after the head of its response.
    func send(_ stream: HTTPEventStream, after head: ByteBuffer) {
        guard let context else { return }
        isStreaming = true
        start(nil)
        let (pending, isEnding) = stream.begin(NIOLoopBound(self, eventLoop: context.eventLoop))
        events = EventSending(stream: stream, isWriting: true)
        if let pending { send(pending) }
        events?.isEnding = isEnding
        var buffer = head
        if isChunked { buffer.writeChunk(stream.beginning) } else { buffer.writeBytes(stream.beginning) }
        writeEvent(buffer)
        // From now on only the end of the client's bytes matters.
        readIfPending()
    }

    /// Sends an event, or lets it wait until the client has accepted the one before.
    func send(_ event: HTTPEvent) {
        guard let sending = events, !sending.isEnding else { return }
        if let number = event.number {
            guard number > sending.number else { return }
            events?.number = number
        }
        if !sending.isWriting {
            events?.isWriting = true
            writeEvent(event.encoded(isChunked: isChunked))
        } else if event.number != nil {
            // A sign of life is of no use to a client that has something to read.
            events?.next = event
        }
    }

    /// Ends the stream once the client has accepted what was sent.
    func endEvents() {
        guard let sending = events, !sending.isEnding else { return }
        events?.isEnding = true
        if !sending.isWriting { finishStream() }
    }

    /// Ends the sending of events.
    func closeEvents() {
        guard let stream = events?.stream else { return }
        events = nil
        stream.close()
    }

    private func writeEvent(_ buffer: ByteBuffer) {
        write(buffer) { [self] result in
            guard case .responding = phase, let sending = events else { return }
            guard case .success = result else {
                context?.close(promise: nil)
                return
            }
            start(nil)
            if let event = sending.next {
                events?.next = nil
                writeEvent(event.encoded(isChunked: isChunked))
            } else if sending.isEnding {
                finishStream()
            } else {
                events?.isWriting = false
            }
        }
    }
}

import Synchronization

/// The body of a response, piece by piece, as it arrives.
///
/// It can be read once. Releasing it, or cancelling the task that reads it, ends the exchange.
public struct HTTPBody: AsyncSequence, Sendable {
    private let pieces: AsyncThrowingStream<[UInt8], any Error>
    private let writer: HTTPBodyWriter?

    /// Creates a body and its writer.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of unread bytes.
    ///   - onRelease: Called if the body is released, or its reader is cancelled, before the end.
    public static func make(limit: Int, onRelease: @escaping @Sendable () -> Void) -> (HTTPBody, HTTPBodyWriter) {
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
        continuation.onTermination = { reason in
            if case .cancelled = reason { onRelease() }
        }
        let writer = HTTPBodyWriter(limit: limit, continuation)
        return (HTTPBody(pieces: pieces, writer: writer), writer)
    }

    private init(pieces: AsyncThrowingStream<[UInt8], any Error>, writer: HTTPBodyWriter) {
        self.pieces = pieces
        self.writer = writer
    }

    /// Creates a body whose pieces are requested when they are read, so that none accumulate.
    ///
    /// - Parameter next: Returns the next piece, or `nil` after the last. Released at the end of the exchange.
    package init(pulling next: @escaping @Sendable () async throws -> [UInt8]?) {
        pieces = AsyncThrowingStream(unfolding: next)
        writer = nil
    }

    /// Returns an iterator that starts at the beginning.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), writer: writer)
    }

    /// An iterator over the pieces of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator
        fileprivate let writer: HTTPBodyWriter?

        /// Returns the next piece, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        /// Returns the next piece, or `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard let piece = try await pieces.next(isolation: actor) else { return nil }
            writer?.wasRead(piece.count)
            return piece
        }
    }
}

/// The writer with which a transport fills a body.
public final class HTTPBodyWriter: Sendable {
    private let limit: Int
    private let waiting = Mutex(0)
    private let pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation

    fileprivate init(limit: Int, _ pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.limit = limit
        self.pieces = pieces
    }

    /// Adds a piece.
    ///
    /// - Returns: `false` if there are too many unread bytes: the body has then ended with
    ///   ``HTTPTransportError/tooLarge(limit:)``, and the exchange must be cancelled.
    public func write(_ piece: [UInt8]) -> Bool {
        let fits = waiting.withLock { waiting in
            waiting += piece.count
            return waiting <= limit
        }
        if fits {
            pieces.yield(piece)
        } else {
            pieces.finish(throwing: HTTPTransportError.tooLarge(limit: limit))
        }
        return fits
    }

    /// Ends the body.
    public func finish(throwing error: (any Error)? = nil) {
        pieces.finish(throwing: error)
    }

    fileprivate func wasRead(_ count: Int) {
        waiting.withLock { $0 -= count }
    }
}

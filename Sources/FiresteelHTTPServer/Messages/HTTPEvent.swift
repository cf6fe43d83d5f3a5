import NIOCore

/// A piece of event streams, encoded once for all of them.
public struct HTTPEvent: Sendable {
    /// The number of the event, or `nil` for a sign of life.
    ///
    /// A stream sends only events with a greater number than any before.
    public let number: Int64?
    /// The bytes as a chunk of HTTP/1.1.
    private let chunk: ByteBuffer
    /// The range of the bytes within the chunk.
    private let content: Range<Int>

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - bytes: What clients receive. An event without bytes isn't sent.
    ///   - number: The number of the event, or `nil` for a sign of life.
    public init(_ bytes: [UInt8], number: Int64?) {
        self.number = number
        var chunk = ByteBuffer()
        chunk.writeChunk(bytes)
        self.chunk = chunk
        let end = bytes.isEmpty ? 0 : chunk.writerIndex - 2
        content = end - bytes.count..<end
    }

    /// Returns what is sent, which all clients share.
    ///
    /// - Parameter isChunked: Whether the body is sent in chunks, as in HTTP/1.1.
    func encoded(isChunked: Bool) -> ByteBuffer {
        isChunked ? chunk : chunk.getSlice(at: content.lowerBound, length: content.count) ?? ByteBuffer()
    }
}

extension ByteBuffer {
    /// Writes bytes as a chunk.
    ///
    /// One without bytes would end the body, and isn't written.
    mutating func writeChunk(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        reserveCapacity(minimumWritableBytes: bytes.count + 20)
        writeString(String(bytes.count, radix: 16))
        writeStaticString("\r\n")
        writeBytes(bytes)
        writeStaticString("\r\n")
    }
}

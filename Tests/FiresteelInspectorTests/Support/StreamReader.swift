import Foundation
import SocketTesting

/// Reads the live stream line by line.
final class StreamReader {
    let socket: TestSocket
    /// Everything that came, heads and chunk sizes included.
    private(set) var received: [UInt8] = []
    private var bytes: [UInt8] = []
    private var lines: [String] = []

    init(_ client: RawClient) async throws {
        socket = try await client.connect(
            sending: "GET /api/stream HTTP/1.1\r\nHost: \(client.host)\r\nAuthorization: Bearer \(client.token)\r\n\r\n"
        )
    }

    func close() { socket.close() }

    /// The next line of a topic; others are passed over.
    func next(_ topic: String) async throws -> String {
        while true {
            while let index = lines.indices.first {
                let line = lines.remove(at: index)
                if line.contains(#""topic":"\#(topic)""#) { return line }
            }
            let read = try await socket.read(atMost: 4096)
            received += read
            bytes += read
            while let end = bytes.firstIndex(of: 0x0A) {
                // Chunk sizes and heads are lines of their own and have no topic.
                lines.append(String(decoding: bytes[..<end], as: UTF8.self))
                bytes.removeFirst(end + 1)
            }
        }
    }

    func next<Value: Decodable>(_ topic: String, as type: Value.Type) async throws -> Value {
        try JSONDecoder().decode(type, from: Data(try await next(topic).utf8))
    }
}

import FiresteelHTTPServer
import Foundation
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@Suite("Reading in linear time", .serialized, .timeLimit(.minutes(5)))
struct LinearTimeTests {
    /// Passes bytes to a connection in pieces, on the calling thread, and returns the number of responses.
    static func feed(_ raw: [UInt8], piece: Int, limits: HTTPServerLimits) throws -> Int {
        let channel = try EmbeddedChannel.serving(limits)
        var rest = raw[...]
        while !rest.isEmpty, channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        let count = try channel.sentText().components(separatedBy: "HTTP/1.").count - 1
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return count
    }

    /// Each pattern of a request, in which `N` is as many bytes as its size.
    static let patterns = [
        "cookie": "GET / HTTP/1.1\r\nHost: h\r\nCookie: N\r\n\r\n",
        "name": "GET / HTTP/1.1\r\nHost: h\r\nN: x\r\n\r\n",
        "path": "GET /N HTTP/1.1\r\nHost: h\r\n\r\n",
        "query": "GET /?N HTTP/1.1\r\nHost: h\r\n\r\n",
        "body": "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: SIZE\r\n\r\nN",
        "chunk": "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nHEX\r\nN\r\n0\r\n\r\n",
        "trailer": "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: N\r\n\r\n",
    ]

    /// Each pattern of a request, in which the middle part is repeated.
    static let repeated = [
        "fields": ("GET / HTTP/1.1\r\nHost: h\r\n", "Cookie: a\r\n", "\r\n"),
        "chunks": ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", "0\r\n\r\n"),
        "extensions": (
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "1;abcd=e\r\nx\r\n", "0\r\n\r\n"
        ),
        "requests": ("", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", ""),
        "rejected": ("", "GET /forbidden HTTP/1.1\r\nHost: h\r\n\r\n", ""),
    ]

    static let unlimited = HTTPServerLimits(headBytes: 64 << 20, fields: 1 << 20, bodyBytes: 64 << 20)

    @Test("Time grows as the bytes do, however they arrive", arguments: patterns.keys.sorted(), [100, 1_500, 65_536])
    func size(name: String, piece: Int) async throws {
        let pattern = try #require(Self.patterns[name])
        let growth = try await withOwnThread {
            try costGrowth(from: 100_000) { size in
                let raw =
                    pattern.replacing("SIZE", with: "\(size)").replacing("HEX", with: String(size, radix: 16))
                    .replacing("N", with: String(repeating: "a", count: size))
                let count = try Self.feed(Array(raw.utf8), piece: piece, limits: Self.unlimited)
                #expect(count == 1)
            }
        }
        #expect(growth < 12, "\(name) in pieces of \(piece): \(growth)")
    }

    @Test("Time grows as the number of parts does", arguments: repeated.keys.sorted(), [100, 65_536])
    func count(name: String, piece: Int) async throws {
        let (start, part, end) = try #require(Self.repeated[name])
        let growth = try await withOwnThread {
            // A head has at most as many fields as its limit allows.
            try costGrowth(from: name == "fields" ? 1_000 : 3_000) { count in
                let raw = start + String(repeating: part, count: count) + end
                let sent = try Self.feed(Array(raw.utf8), piece: piece, limits: Self.unlimited)
                #expect(sent > 0)
            }
        }
        #expect(growth < 12, "\(name) in pieces of \(piece): \(growth)")
    }

    @Test("Input beyond a limit costs no more than the limit", arguments: patterns.keys.sorted())
    func limited(name: String) async throws {
        let pattern = try #require(Self.patterns[name])
        let growth = try await withOwnThread {
            try costGrowth(from: 1 << 20) { size in
                let raw =
                    pattern.replacing("SIZE", with: "\(size)").replacing("HEX", with: String(size, radix: 16))
                    .replacing("N", with: String(repeating: "a", count: size))
                let count = try Self.feed(Array(raw.utf8), piece: 1_500, limits: HTTPServerLimits())
                #expect(count == 1)
            }
        }
        // Creating the request is what remains.
        #expect(growth < 12, "\(name): \(growth)")
    }
}

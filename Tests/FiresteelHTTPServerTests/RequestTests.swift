import FiresteelHTTPServer
import Foundation
import SocketTesting
import Testing

@Suite("Requests of a server", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test("Requests of one connection are responded to in order, however they arrive")
    func pipelining() async throws {
        try await withServer { server, app in
            let paths = (0..<200).map { "/\($0)" }
            let raw = paths.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
            let answer = try await server.exchange(raw)
            #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 201)
            #expect(app.requests == paths.map { "GET \($0) 0" })
        }
    }

    @Test("Thousands of rejected requests at once are rejected one by one")
    func manyRejections() async throws {
        try await withServer { server, app in
            let raw = String(repeating: "GET /forbidden HTTP/1.1\r\nHost: h\r\n\r\n", count: 10_000)
            let answer = try await server.exchange(raw)
            #expect(answer.components(separatedBy: "HTTP/1.1 403 Forbidden").count == 10_001)
            #expect(app.requests.isEmpty)
        }
    }

    @Test("A request arrives whole, a byte at a time")
    func slowly() async throws {
        try await withServer { server, _ in
            let socket = try await TestSocket.connect(port: server.port)
            defer { socket.close() }
            for byte in "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello".utf8 {
                try await socket.write([byte])
            }
            let answer = String(decoding: try await socket.readAll(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test("Bodies arrive by length and in chunks, and nothing of them is a request")
    func bodies() async throws {
        try await withServer { server, app in
            let inner = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n"
            let byLength = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(inner.utf8.count)\r\n\r\n\(inner)"
            let size = String(inner.utf8.count, radix: 16)
            let inChunks =
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(size);a=b\r\n\(inner)\r\n0\r\nX: y\r\n\r\n"
            let answer = try await server.exchange(byLength + inChunks)
            #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
            #expect(answer.components(separatedBy: inner).count == 3)
            #expect(app.requests == ["POST /echo \(inner.utf8.count)", "POST /echo \(inner.utf8.count)"])
        }
    }

    @Test("A client that waits for leave to send its body gets it")
    func leave() async throws {
        try await withServer { server, _ in
            let socket = try await TestSocket.connect(port: server.port)
            defer { socket.close() }
            let head =
                "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            try await socket.write(Array(head.utf8))
            let leave = String(decoding: try await socket.read(atMost: 25), as: UTF8.self)
            #expect(leave.hasPrefix("HTTP/1.1 100 Continue"))
            try await socket.write(Array("hi".utf8))
            #expect(String(decoding: try await socket.readAll(), as: UTF8.self).hasSuffix("\r\n\r\nhi"))
        }
    }

    @Test("A response to HEAD has no body, one to HTTP/1.0 no chunks")
    func versions() async throws {
        try await withServer { server, app in
            let head = try await server.exchange("HEAD /name HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(head.contains("Content-Length: 5\r\n") && head.hasSuffix("\r\n\r\n"))
            let socket = try await TestSocket.connect(port: server.port)
            defer { socket.close() }
            try await socket.write(Array("GET /stream HTTP/1.0\r\nHost: h\r\n\r\n".utf8))
            while app.streams.isEmpty { await Task.yield() }
            let stream = try #require(app.streams.first)
            stream.send("one ")
            stream.send("two")
            stream.end()
            let answer = String(decoding: try await socket.readAll(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n") && answer.hasSuffix("\r\n\r\none two"))
        }
    }

    @Test(
        "Ambiguous requests are rejected, and nothing after them is a request",
        arguments: [
            ("GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nAuthorization: a\r\nauthorization: b\r\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET /x HTTP/1.1\r\n Host: a\r\n\r\n", 400),
            ("GET /x HTTP/1.1\nHost: a\r\n\r\n", 505), ("GET /x HTTP/1.1\r\nHost: a\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nHost: a\r\n\n", 400), ("GET /x HTTP/1.1\r\nX: a\r\n b\r\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nX: a\rb\r\n\r\n", 400), ("GET /x HTTP/1.1\r\nX: a\u{0}b\r\n\r\n", 400),
            ("GET /x HTTP/1.1\r\nX: a\u{7F}b\r\n\r\n", 400), ("GET /x HTTP/1.1\r\n: a\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\na", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: +1\r\n\r\na", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\na\n0\n\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", 400),
            ("GET /x HTTP/9.9\r\n\r\n", 505), ("GET /x HTTP/2.0\r\n\r\n", 505), ("GET /x HTTP/0.9\r\n\r\n", 505),
            ("GET /x HTTP/1.2\r\n\r\n", 505), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
            ("GET /x http/1.1\r\n\r\n", 400),
            ("GET x HTTP/1.1\r\n\r\n", 400), ("GET http://evil/ HTTP/1.1\r\n\r\n", 400),
            ("GET * HTTP/1.1\r\n\r\n", 400),
            ("CONNECT evil:80 HTTP/1.1\r\n\r\n", 400), ("GET /a#b HTTP/1.1\r\n\r\n", 400),
            ("GET /\u{E9} HTTP/1.1\r\n\r\n", 400), ("GET /x\r\n\r\n", 505), ("nonsense\r\n\r\n", 400),
            ("N0NSENSE /x HTTP/1.1\r\n\r\n", 400), ("GET /x HTTP/1.1\r\nHost", 400),
        ])
    func ambiguous(raw: String, status: Int) async throws {
        try await withServer { server, app in
            let answer = try await server.exchange(raw + "GET /after HTTP/1.1\r\nHost: h\r\n\r\n")
            let isExpected = answer.hasPrefix("HTTP/1.1 \(status) ") || answer.hasPrefix("HTTP/1.0 \(status) ")
            #expect(isExpected, "\(answer)")
            #expect(answer.components(separatedBy: "Cache-Control: no-store\r\n").count == 2, "\(answer)")
            #expect(app.requests.isEmpty)
        }
    }

    @Test(
        "An incomplete request isn't handled",
        arguments: [
            "G", "GET /x HTTP/1.1\r\nHost", "GET /x HTTP/1.1\r\nHost: h\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab",
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n",
        ])
    func incomplete(raw: String) async throws {
        try await withServer { server, app in
            let answer = try await server.exchange(raw)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(app.requests.isEmpty)
        }
    }

    @Test("A rejected request's body isn't read, whatever it contains")
    func rejection() async throws {
        try await withServer { server, app in
            let raw =
                "POST /forbidden HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\nGET /after HTTP/1.1\r\nHost: h\r\n\r\n"
            let answer = try await server.exchange(raw)
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.components(separatedBy: "HTTP/1.").count == 2)
            #expect(answer.contains("Cache-Control: no-store\r\n"))
            #expect(app.requests.isEmpty)
        }
    }
}

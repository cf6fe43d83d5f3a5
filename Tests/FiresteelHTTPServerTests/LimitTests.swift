import FiresteelHTTPServer
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import SocketTesting
import TestSupport
import Testing

@testable import FiresteelHTTPServer

@Suite("Limits of a server", .timeLimit(.minutes(5)))
struct LimitTests {
    @Test(
        "A head that is too large is rejected, whichever part of it is",
        arguments: [
            "GET /LONG HTTP/1.1\r\nHost: h\r\n\r\n", "GET /?LONG HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nCookie: LONG\r\n\r\n", "GET / HTTP/1.1\r\nLONG: x\r\n\r\n",
            "GET / HTTP/1.1\r\nX:BLANK\r\n\r\n",
            "GET / HTTP/1.1\r\nFIELDS\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;LONG\r\nx\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: LONG\r\n\r\n",
        ])
    func head(pattern: String) async throws {
        try await withServer { server, app in
            let raw =
                pattern
                .replacingOccurrences(of: "LONG", with: String(repeating: "a", count: 200 << 10))
                .replacingOccurrences(of: "BLANK", with: String(repeating: " ", count: 200 << 10))
                .replacingOccurrences(of: "FIELDS", with: String(repeating: "a: b\r\n", count: 101))
            let answer = try await server.exchange(raw)
            // A chunk isn't part of a head.
            let status = pattern.contains("1;LONG") ? 400 : 431
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
            #expect(answer.contains("Cache-Control: no-store\r\n"))
            #expect(app.requests.isEmpty)
        }
    }

    @Test("A head of 15 KB is accepted")
    func largeHead() async throws {
        try await withServer { server, _ in
            let cookie = String(repeating: "a", count: 15_000)
            let answer = try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\nCookie: \(cookie)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("A body that is too large is rejected, by its length before it is read, in chunks as soon as it is")
    func body() async throws {
        try await withServer { server, app in
            let body = String(repeating: "x", count: (64 << 10) + 1)
            let byLength = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            let declared = try await server.exchange(byLength)
            #expect(declared.hasPrefix("HTTP/1.1 413 "))
            #expect(try await server.exchange(byLength + body).hasPrefix("HTTP/1.1 413 "))
            let chunk = "1000\r\n\(String(repeating: "x", count: 4096))\r\n"
            let inChunks = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunks = String(repeating: chunk, count: 16)
            #expect(try await server.exchange(inChunks + chunks + "0\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            #expect(try await server.exchange(inChunks + chunks + "1\r\nx\r\n0\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
            #expect(app.requests.count == 1)
        }
    }

    @Test("A handler lowers the limit of a body by its head")
    func bodyOfHead() async throws {
        try await withServer { server, app in
            let byLength = "POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: "
            let large = try await server.exchange("\(byLength)11\r\n\r\n")
            #expect(large.hasPrefix("HTTP/1.1 413 "))
            let small = try await server.exchange("\(byLength)10\r\n\r\n0123456789")
            #expect(small.hasPrefix("HTTP/1.1 200 "))
            let inChunks = "POST /small HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunked = try await server.exchange("\(inChunks)b\r\n01234567890\r\n0\r\n\r\n")
            #expect(chunked.hasPrefix("HTTP/1.1 413 "))
            #expect(app.requests == ["POST /small 10"])
        }
    }

    @Test("A body beyond its limit is received once the handler accepts it")
    func lookedUp() async throws {
        try await withServer { server, app in
            func head(_ path: String, _ fields: String) -> String {
                "POST \(path) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n"
            }
            let next = "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
            let body = String(repeating: "x", count: 100)
            let byLength = try await server.exchange(head("/looked-up", "Content-Length: 100") + body + next)
            #expect(byLength.hasPrefix("HTTP/1.1 200 ") && byLength.hasSuffix("/next"))
            // The first chunk is within the limit, the second isn't.
            let chunks = "8\r\n01234567\r\n5c\r\n\(body.prefix(92))\r\n0\r\n\r\n"
            let chunked = try await server.exchange(head("/looked-up", "Transfer-Encoding: chunked") + chunks + next)
            #expect(chunked.hasPrefix("HTTP/1.1 200 ") && chunked.hasSuffix("/next"))
            #expect(app.requests == ["POST /looked-up 100", "GET /next 0", "POST /looked-up 100", "GET /next 0"])
            let continued = try await server.exchange(
                head("/looked-up", "Content-Length: 100\r\nExpect: 100-continue") + body + next)
            #expect(continued.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "))
            #expect(continued.components(separatedBy: "100 Continue").count == 2)
            // More than what is accepted, declared or sent.
            for request in [
                head("/looked-up", "Content-Length: 101") + body + "x",
                head("/looked-up", "Transfer-Encoding: chunked") + "8\r\n01234567\r\n64\r\n\(body)\r\n0\r\n\r\n",
            ] {
                #expect(try await server.exchange(request).hasPrefix("HTTP/1.1 413 "))
            }
            let rejected = try await server.exchange(head("/looked-up/rejected", "Content-Length: 100") + body + next)
            #expect(rejected.hasPrefix("HTTP/1.1 401 ") && rejected.hasSuffix("who?"))
            #expect(app.requests.count == 6)
            // One within the limit needs no decision.
            #expect(
                try await server.exchange(head("/looked-up/later", "Content-Length: 5") + "hello" + next).contains(
                    "200"))
            async let waiting = server.exchange(head("/looked-up/later", "Content-Length: 100") + body + next)
            app.gate.open()
            #expect(try await waiting.hasSuffix("/next"))
        }
    }

    @Test("A request that isn't complete in time is rejected")
    func incomplete() throws {
        for (raw, more, seconds) in [
            ("G", "E", 10), ("GET / HTTP/1.1\r\nHost", "a", 10),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab", "c", 60),
        ] as [(String, String, Int64)] {
            let channel = try EmbeddedChannel.serving()
            channel.embeddedEventLoop.advanceTime(by: .seconds(20))
            try channel.writeInbound(ByteBuffer(string: raw))
            _ = try channel.sentText()
            channel.embeddedEventLoop.advanceTime(by: .seconds(seconds - 1))
            #expect(channel.isActive)
            // More bytes of the same part are no more time.
            try channel.writeInbound(ByteBuffer(string: more))
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            let text = try channel.sentText()
            #expect(text.hasPrefix("HTTP/1.1 408 ") && text.contains("Cache-Control: no-store\r\n"))
            #expect(!channel.isActive)
        }
    }

    @Test("An idle connection is closed, before its first request and after one")
    func idle() throws {
        let channel = try EmbeddedChannel.serving()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
        #expect(try channel.sentText().hasPrefix("HTTP/1.1 200 "))
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        #expect(try channel.sentText().isEmpty)
        let unused = try EmbeddedChannel.serving()
        unused.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(!unused.isActive)
    }

    @Test("A client that reads nothing loses its connection")
    func unread() async throws {
        var limits = HTTPServerLimits.patient()
        limits.writeTime = .milliseconds(50)
        try await withServer(limits) { server, app in
            let socket = try await TestSocket.connect(port: server.port)
            defer { socket.close() }
            try await socket.write(Array("GET /large HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            try await eventually { app.requests.count == 1 && server.connectionCount == 0 }
        }
    }

    @Test("One connection too many closes the one that has been idle for longest, never one with a request")
    func connections() async throws {
        try await withServer(.patient(connections: 3)) { server, app in
            let busy = try await TestSocket.connect(port: server.port)
            defer { busy.close() }
            try await busy.write(Array("GET /wait HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8))
            try await eventually { app.requests.count == 1 }
            var idle: [TestSocket] = []
            for _ in 0..<5 {
                let socket = try await TestSocket.connect(port: server.port)
                let count = idle.count
                try await eventually { server.connectionCount == min(3, count + 2) }
                // Within a head, which doesn't count.
                try await socket.write(Array("GET / HTTP/1.1\r\nHo".utf8))
                idle.append(socket)
                // The next comes once this one has displaced another.
                if count >= 2 { #expect(try await idle[count - 2].readAll().isEmpty) }
            }
            try await idle[4].write(Array("st: h\r\nConnection: close\r\n\r\n".utf8))
            #expect(try await idle[4].readAll().starts(with: Array("HTTP/1.1 200 ".utf8)))
            app.gate.open()
            #expect(String(decoding: try await busy.readAll(), as: UTF8.self).hasSuffix("done"))
            for socket in idle { socket.close() }
        }
    }

    @Test("Without idle connections, one too many closes the one that has been sending a body for longest")
    func receivers() async throws {
        try await withServer(.patient(connections: 2)) { server, app in
            let body = "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 4\r\n\r\nab"
            var slow: [TestSocket] = []
            for count in 1...2 {
                let socket = try await TestSocket.connect(port: server.port)
                try await socket.write(Array(body.utf8))
                try await eventually { server.receivingCount == count }
                slow.append(socket)
            }
            let answer = try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(try await slow[0].readAll().isEmpty)
            try await slow[1].write(Array("cd".utf8))
            #expect(String(decoding: try await slow[1].readAll(), as: UTF8.self).hasSuffix("abcd"))
            #expect(app.requests.count == 2)
            for socket in slow { socket.close() }
        }
    }

    @Test("Clients that come and go cost the same with thousands of idle connections")
    func idleOrder() throws {
        let table = ConnectionTable(limit: 5_000)
        let service = HTTPService(
            HTTPServerConfiguration(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        let channels = (0..<20_000).map { _ in EmbeddedChannel() }
        let connections = channels.map { _ in HTTPConnection(service, ServedApp(), HTTPConnection.performInTask) }
        for (index, connection) in connections.enumerated() {
            #expect(table.add(connection, channels[index]))
            // Each has requests before the next comes.
            for use in [ConnectionTable.Use.receiving, .busy, .idle] { table.set(connection, use) }
        }
        #expect(table.count == 5_000)
        // Those that remain are the newest.
        table.set(connections[19_999], .busy)
        table.remove(connections[19_999])
        #expect(table.count == 4_999)
        table.remove(connections[0])
        #expect(table.count == 4_999)
    }

    @Test("The bodies of all requests together are limited")
    func allBodies() async throws {
        var limits = HTTPServerLimits.patient()
        limits.allBodyBytes = 100
        try await withServer(limits) { server, app in
            let head = "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 80\r\n\r\n"
            let body = String(repeating: "x", count: 80)
            for _ in 0..<3 { #expect(try await server.exchange(head + body).hasPrefix("HTTP/1.1 200 ")) }
            let waiting = try await TestSocket.connect(port: server.port)
            try await waiting.write(Array("\(head)\(body.dropLast(20))".utf8))
            try await eventually { server.bodyBytes == 60 }
            #expect(try await server.exchange(head + body).hasPrefix("HTTP/1.1 503 "))
            // What a client that left had sent no longer counts.
            waiting.close()
            try await eventually { server.bodyBytes == 0 }
            #expect(try await server.exchange(head + body).hasPrefix("HTTP/1.1 200 "))
            #expect(app.requests.count == 4)
        }
    }

    @Test("If every connection has a request, another is rejected")
    func allBusy() async throws {
        try await withServer(.patient(connections: 2)) { server, app in
            var busy: [TestSocket] = []
            for count in 1...2 {
                let socket = try await TestSocket.connect(port: server.port)
                try await socket.write(Array("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
                try await eventually { app.requests.count == count }
                busy.append(socket)
            }
            // Also while others are still receiving their error.
            var rejected: [TestSocket] = []
            for _ in 0..<10 {
                rejected.append(try await TestSocket.connect(port: server.port))
                let answer = try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Cache-Control: no-store\r\n"))
            }
            #expect(app.requests.count == 2)
            app.gate.open()
            for socket in busy + rejected { socket.close() }
        }
    }
}

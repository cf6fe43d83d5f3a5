import FiresteelHTTPServer
import Foundation
import Logging
import SocketTesting
import TestSupport
import Testing

@testable import FiresteelHTTPServer

@Suite("Listening and stopping", .timeLimit(.minutes(5)))
struct HTTPServerTests {
    private func isResponding(_ server: HTTPServer) async throws -> Bool {
        do {
            return try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").hasPrefix("HTTP/1.1 200 ")
        } catch {
            return false
        }
    }

    @Test("A server whose port was closed listens on it again")
    func failure() async throws {
        try await withServer { server, _ in
            #expect(try await isResponding(server))
            let first = server.channel
            await server.closePort()
            try await eventually { try await isResponding(server) }
            #expect(server.channel !== first)
        }
    }

    @Test("Stopping right after a failure closes the port for good")
    func stopWhileDown() async throws {
        try await withServer { server, _ in
            await server.closePort()
            await server.stop()
            await #expect(throws: (any Error).self) { _ = try await TestSocket.connect(port: server.port) }
        }
    }

    @Test("An address that can't be listened on is an error that says why")
    func unusable() async throws {
        let logger = Logger(label: "test")
        try await withServer { server, app in
            await #expect(throws: HTTPServerStartError.portTaken) {
                _ = try await HTTPServer.start(HTTPServerConfiguration(port: server.port, logger: logger)) { _ in app }
            }
            for host in ["localhost", "192.0.2.1", "nonsense", ""] {
                await #expect(throws: HTTPServerStartError.unusableHost) {
                    _ = try await HTTPServer.start(HTTPServerConfiguration(host: host, logger: logger)) { _ in app }
                }
            }
        }
    }

    @Test("Requests in progress are finished before a server stops")
    func finishing() async throws {
        try await withServer { server, app in
            let socket = try await TestSocket.connect(port: server.port)
            defer { socket.close() }
            try await socket.write(Array("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            try await eventually { app.requests.count == 1 }
            async let stopped: Void = server.stop(grace: .seconds(240))
            try await eventually { server.isStopping }
            app.gate.open()
            await stopped
            #expect(String(decoding: try await socket.readAll(), as: UTF8.self).hasSuffix("done"))
        }
    }

    @Test("A server stops while it is attacked: unfinished heads, bodies, streams, and requests that don't end")
    func underAttack() async throws {
        try await withServer(.patient(connections: 40)) { server, app in
            let attacks = [
                "GET /\(String(repeating: "a", count: 15_000))",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n",
                "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n", "GET /wait HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /large HTTP/1.1\r\nHost: h\r\n\r\n", "GET /\(String(repeating: "a", count: 200_000))",
            ]
            var sockets: [TestSocket] = []
            for index in 0..<30 {
                let socket = try await TestSocket.connect(port: server.port)
                try? await socket.write(Array(attacks[index % attacks.count].utf8))
                sockets.append(socket)
            }
            try await eventually { app.streams.count == 5 }
            await server.stop(grace: .milliseconds(100))
            #expect(server.connectionCount == 0)
            try await eventually { app.streams.allSatisfy(\.isClosed) }
            await #expect(throws: (any Error).self) { _ = try await TestSocket.connect(port: server.port) }
            for socket in sockets { socket.close() }
        }
    }

    @Test("A stream arrives piece by piece, and ends when its client disconnects")
    func streams() async throws {
        try await withServer { server, app in
            let socket = try await TestSocket.connect(port: server.port)
            try await socket.write(Array("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            try await eventually { !app.streams.isEmpty }
            let stream = try #require(app.streams.first)
            var received = ""
            for text in ["one", "two", "three"] {
                stream.send(text)
                while !received.contains(text) {
                    received += String(decoding: try await socket.read(atMost: 65_536), as: UTF8.self)
                }
            }
            #expect(
                received.contains("Transfer-Encoding: chunked\r\n")
                    || received.contains("transfer-encoding: chunked\r\n"))
            socket.close()
            try await eventually { stream.isClosed }
        }
    }
}

extension HTTPServer {
    fileprivate var isStopping: Bool { connections.isStopping }
}

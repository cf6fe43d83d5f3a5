package import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTypes
import TestSupport

/// Something that every transport has to do, against a server that behaves or doesn't.
package struct TransportCheck: Sendable, CustomStringConvertible {
    package let description: String
    private let body: @Sendable (any HTTPTransport) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any HTTPTransport) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// - Throws: ``CheckError`` where it does something else.
    package func run(_ transport: any HTTPTransport) async throws { try await body(transport) }

    package static let all: [TransportCheck] = exchanges + redirections + misbehavior + streams

    private static let exchanges = [
        TransportCheck("It hands over method, fields and body, and brings status, fields and body back") { transport in
            let server = try TestServer { request in
                [
                    .response(
                        200, [.eTag: "\"1\"", HTTPField.Name(literal: "X-Two"): "b"],
                        String(decoding: request.body.reversed(), as: UTF8.self))
                ]
            }
            let request = HTTPRequestMessage(
                .post, server.url("/a%2Fb?q=%20"),
                fields: [HTTPField.Name(literal: "X-Own"): "own", .contentType: "text/plain"],
                body: Array("abc".utf8))
            let response = try await transport.send(request)
            try expect(response.status == 200 && response.body == Array("cba".utf8), "\(response)")
            try expect(
                response.fields[.eTag] == "\"1\"" && response.fields[HTTPField.Name(literal: "x-two")] == "b",
                "\(response.fields)")
            let received = server.requests[0]
            try expect(received.method == "POST" && received.target == "/a%2Fb?q=%20", "\(received)")
            try expect(
                received.fields[HTTPField.Name(literal: "x-own")] == "own" && received.fields[.cookie] == nil,
                "\(received)")
        },
        TransportCheck("An answer of any status is an answer") { transport in
            for status in [304, 404, 429, 500] {
                let server = try TestServer { _ in [.response(status, [.retryAfter: "7"])] }
                let response = try await transport.send(HTTPRequestMessage(.get, server.url))
                try expect(response.status.code == status && response.fields[.retryAfter] == "7", "\(response)")
            }
        },
        TransportCheck("A body that comes in pieces is put together") { transport in
            let server = try TestServer { _ in
                [
                    .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
                    .text("2\r\nde\r\n0\r\n\r\n"),
                ]
            }
            let response = try await transport.send(HTTPRequestMessage(.get, server.url))
            try expect(response.body == Array("abcde".utf8), "\(response)")
        },
        TransportCheck("No cookie of one answer goes along with the next request") { transport in
            let server = try TestServer { _ in [.response(200, [.setCookie: "a=b; Path=/"])] }
            for _ in 0..<2 { _ = try await transport.send(HTTPRequestMessage(.get, server.url)) }
            try expect(server.requests.allSatisfy { $0.fields[.cookie] == nil }, "\(server.requests)")
        },
    ]

    private static let redirections = [
        TransportCheck("A redirection is followed, with credentials on the same server") { transport in
            let server = try TestServer { request in
                request.target == "/" ? [.response(302, [.location: "/next"])] : [.response(200, [:], "there")]
            }
            let response = try await transport.send(
                HTTPRequestMessage(.get, server.url, fields: [.authorization: "Bearer t"]))
            try expect(response.body == Array("there".utf8), "\(response)")
            try expect(server.requests.last?.fields[.authorization] == "Bearer t", "\(server.requests)")
        },
        TransportCheck("A redirection doesn't turn a POST into a GET") { transport in
            for status in [301, 302, 307, 308] {
                let server = try TestServer { request in
                    request.target == "/" ? [.response(status, [.location: "/next"])] : [.response(200, [:], "there")]
                }
                _ = try await transport.send(
                    HTTPRequestMessage(.post, server.url, fields: [.contentType: "text/plain"], body: [65]))
                let last = server.requests.last
                try expect(
                    last?.method == "POST" && last?.body == [65] && last?.fields[.contentType] == "text/plain",
                    "\(status): \(String(describing: last))")
            }
            let server = try TestServer { _ in [.response(303, [.location: "/next"])] }
            try await expectError(transport, HTTPRequestMessage(.post, server.url, body: [65])) {
                if case .refusedRedirect = $0 { true } else { false }
            }
            try expect(server.requests.count == 1, "\(server.requests)")
        },
        TransportCheck("A redirection to another server goes without credentials") { transport in
            let other = try TestServer { _ in [.response(200, [:], "there")] }
            let target = other.url("/x").absoluteString
            let server = try TestServer { _ in [.response(307, [.location: target])] }
            let request = HTTPRequestMessage(
                .get, server.url,
                fields: [
                    .authorization: "Bearer t", .apiKey: "k", HTTPField.Name(literal: "X-Token"): "y", .accept: "a/b",
                ])
            _ = try await transport.send(request)
            let fields = other.requests.first?.fields ?? [:]
            try expect(
                fields[.authorization] == nil && fields[.apiKey] == nil
                    && fields[HTTPField.Name(literal: "x-token")] == nil && fields[.accept] == "a/b",
                "\(fields)")
        },
        TransportCheck("A body is not handed to another server") { transport in
            let other = try TestServer { _ in [.response(200)] }
            let target = other.url("/x").absoluteString
            let server = try TestServer { _ in [.response(307, [.location: target])] }
            try await expectError(transport, HTTPRequestMessage(.post, server.url, body: [1])) {
                if case .refusedRedirect = $0 { true } else { false }
            }
            try expect(other.requests.isEmpty, "\(other.requests)")
        },
        TransportCheck("A loop of redirections ends after five") { transport in
            let server = try TestServer { _ in [.response(302, [.location: "/"])] }
            try await expectError(transport, HTTPRequestMessage(.get, server.url)) { $0 == .tooManyRedirects(limit: 5) }
            try expect(server.requests.count == 6, "\(server.requests.count)")
        },
        TransportCheck("Only http and https are gone to") { transport in
            let server = try TestServer { _ in [.response(302, [.location: "file:///etc/hostname"])] }
            try await expectError(transport, HTTPRequestMessage(.get, server.url)) {
                if case .unusableAddress = $0 { true } else { false }
            }
        },
    ]

    private static let misbehavior = [
        TransportCheck("A body that is cut short is an error") { transport in
            let server = try TestServer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")] }
            try await expectError(transport, HTTPRequestMessage(.get, server.url)) {
                if case .unreachable = $0 { true } else { false }
            }
        },
        TransportCheck("A connection that is closed without an answer is an error") { transport in
            let server = try TestServer { _ in [] }
            try await expectError(transport, HTTPRequestMessage(.get, server.url)) {
                if case .unreachable = $0 { true } else { false }
            }
        },
        TransportCheck("What isn't HTTP is an error") { transport in
            let server = try TestServer { _ in [.text("SSH-2.0-OpenSSH\r\n\r\n")] }
            try await expectError(transport, HTTPRequestMessage(.get, server.url)) {
                if case .unreachable = $0 { true } else { false }
            }
        },
        TransportCheck("A body beyond the limit is given up while it comes") { transport in
            let closed = Gate()
            let piece = [UInt8](repeating: 65, count: 65_536)
            let server = try TestServer { _ in
                [.text("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: .send(piece), count: 64) + [.untilClosed(closed)]
            }
            let limits = HTTPLimits(bodyBytes: 100_000, timeout: .seconds(240))
            try await expectError(transport, HTTPRequestMessage(.get, server.url), limits) {
                $0 == .tooLarge(limit: 100_000)
            }
        },
        TransportCheck("A body that is announced beyond the limit isn't read") { transport in
            let piece = [UInt8](repeating: 65, count: 1 << 20)
            let server = try TestServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Length: \(196 << 20)\r\n\r\n")]
                    + Array(repeating: .send(piece), count: 196)
            }
            try await expectError(
                transport, HTTPRequestMessage(.get, server.url), HTTPLimits(bodyBytes: 1 << 20, timeout: .seconds(240))
            ) {
                $0 == .tooLarge(limit: 1 << 20)
            }
        },
        TransportCheck("A body without a length is refused once it exceeds the limit") { transport in
            _ = try await refuseEndlessBody(transport)
        },
        TransportCheck("A server that never answers is given up") { transport in
            let closed = Gate()
            let server = try TestServer { _ in [.untilClosed(closed)] }
            try await expectTimeout(transport, server, .milliseconds(50))
            await closed.wait()
        },
        TransportCheck("A body that never ends is given up") { transport in
            let closed = Gate()
            let server = try TestServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .untilClosed(closed)]
            }
            try await expectTimeout(transport, server, .milliseconds(200))
            await closed.wait()
        },
        TransportCheck("A cancelled task closes the connection") { transport in
            let (asked, closed) = (Gate(), Gate())
            let server = try TestServer { _ in
                asked.open()
                return [.untilClosed(closed)]
            }
            let task = Task { try await transport.send(HTTPRequestMessage(.get, server.url)) }
            await asked.wait()
            task.cancel()
            do {
                _ = try await task.value
                throw CheckError("It answered.")
            } catch is CancellationError {}
            await closed.wait()
        },
    ]

    private static let streams = [
        TransportCheck("A stream is read while it comes") { transport in
            let (read, closed) = (Gate(), Gate())
            let server = try TestServer { _ in
                [
                    .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n"), .wait(read),
                    .text("data: two\n\n"), .untilClosed(closed),
                ]
            }
            let stream = try await transport.stream(HTTPRequestMessage(.get, server.url))
            try expect(stream.fields[.contentType] == "text/event-stream", "\(stream.fields)")
            var parser = ServerSentEventParser()
            var events: [String] = []
            for try await piece in stream.body {
                events += try parser.read(piece).map(\.data)
                if events == ["one"] { read.open() }
                if events.count == 2 { break }
            }
            try expect(events == ["one", "two"], "\(events)")
        },
        TransportCheck("To let go of a stream closes the connection") { transport in
            let closed = Gate()
            let server = try TestServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n"), .untilClosed(closed)]
            }
            do {
                let stream = try await transport.stream(HTTPRequestMessage(.get, server.url))
                var pieces = stream.body.makeAsyncIterator()
                _ = try await pieces.next()
            }
            await closed.wait()
        },
        TransportCheck("A stream may be longer than what may wait of it") { transport in
            let piece = [UInt8](repeating: 65, count: 10_000)
            let gates = (0..<30).map { _ in Gate() }
            let server = try TestServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")]
                    + gates.flatMap { [.send(piece), TestServer.Step.wait($0)] }
            }
            let request = HTTPRequestMessage(.get, server.url)
            var count = 0
            for try await piece in try await transport.stream(request, limits: HTTPLimits(bodyBytes: 25_000)).body {
                count += piece.count
                if count % 10_000 == 0 { gates[count / 10_000 - 1].open() }
            }
            try expect(count == 300_000, "\(count)")
        },
    ]

    private static func expect(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
        try CheckError.unless(isSo, description())
    }

    /// Expects that a request is given up, once its server has received it: on a busy machine the time may end before.
    private static func expectTimeout(
        _ transport: any HTTPTransport, _ server: TestServer, _ timeout: Duration
    ) async throws {
        var limits = HTTPLimits(timeout: timeout)
        repeat {
            try await expectError(transport, HTTPRequestMessage(.get, server.url), limits) { $0 == .timedOut }
            limits.timeout *= 2
        } while server.requests.isEmpty
    }

    private static func expectError(
        _ transport: any HTTPTransport, _ request: HTTPRequestMessage,
        _ limits: HTTPLimits = HTTPLimits(timeout: .seconds(240)),
        _ isIt: (HTTPTransportError) -> Bool
    ) async throws {
        do {
            let response = try await transport.send(request, limits: limits)
            throw CheckError("It answered \(response).")
        } catch let error as HTTPTransportError {
            try expect(isIt(error), "The error is another: \(error)")
        }
    }
}

extension TransportCheck {
    /// Requests a body of 196 MiB without a length, with a limit of 10 MiB.
    ///
    /// - Returns: The number of bytes that the server could send.
    /// - Throws: An error if the body isn't refused.
    package static func refuseEndlessBody(_ transport: any HTTPTransport) async throws -> Int {
        let piece = [UInt8](repeating: 65, count: 1 << 20)
        let server = try TestServer { _ in
            [.text("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: .send(piece), count: 196)
        }
        try await expectError(
            transport, HTTPRequestMessage(.get, server.url), HTTPLimits(bodyBytes: 10 << 20, timeout: .seconds(240))
        ) {
            $0 == .tooLarge(limit: 10 << 20)
        }
        try await eventually { server.endedConnections == 1 }
        return server.sentBytes
    }
}

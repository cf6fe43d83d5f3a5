import Firesteel
import FiresteelBase
import FiresteelTesting
import Foundation
import SocketTesting
import Testing

@testable import FiresteelAutomation

@Suite("Actions over HTTP", .timeLimit(.minutes(2)))
struct ServerTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let other = "fedcba9876543210fedcba9876543210"

    private struct Response {
        let status: Int
        let head: String
        let body: String

        var json: JSONValue { (try? JSONValue(json: Array(body.utf8))) ?? .null }
        var error: [String: JSONValue] { json.objectValue?["error"]?.objectValue ?? [:] }
    }

    /// Sends a request as a client does.
    private func send(
        _ port: UInt16, _ method: String, _ path: String, _ body: String = "", token: String = token,
        host: String? = nil, fields: String = ""
    ) async throws -> Response {
        let socket = try await TestSocket.connect(
            port: port,
            sending: Array(
                """
                \(method) \(path) HTTP/1.1\r
                Host: \(host ?? "127.0.0.1:\(port)")\r
                Authorization: Bearer \(token)\r
                Connection: close\r
                Content-Type: application/json\r
                \(fields)Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """.utf8))
        defer { socket.close() }
        let text = String(decoding: try await socket.readAll(), as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let status = try #require(parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return Response(
            status: status, head: String(parts.first ?? ""), body: parts.count == 2 ? String(parts[1]) : "")
    }

    private func withServer(_ body: (TestRuntime, UInt16) async throws -> Void) async throws {
        try await withScriptedApp { test, automation in
            let callers = [Self.token: script, Self.other: AutomationCaller("Other")]
            let server = try await AutomationServer.start(
                automation, AutomationServerConfiguration { callers[$0] })
            try await body(test, server.port)
            await server.stop()
        }
    }

    @Test("A request without the token, from another page, or under another host is rejected")
    func access() async throws {
        try await withServer { test, port in
            let path = "/actions/ScriptedApp/Shelf/FailBook"
            for path in [path, "/mcp"] {
                let statuses = [
                    try await send(port, "POST", path, "{}", token: "0").status,
                    try await send(port, "POST", path, "{}", fields: "Origin: http://evil.example\r\n").status,
                    try await send(port, "POST", path, "{}", fields: "Sec-Fetch-Site: cross-site\r\n").status,
                    try await send(port, "POST", path, "{}", host: "evil.example:\(port)").status,
                ]
                #expect(statuses == [401, 403, 403, 403])
            }
            #expect(test.performs.isEmpty)
        }
    }

    @Test("The description changes with what is available, and so does the list")
    func availability() async throws {
        try await withServer { test, port in
            let path = "/actions/ScriptedApp/Archive/AddBook"
            func described() async throws -> Bool {
                let document = try await send(port, "GET", "/openapi.json").json.objectValue
                return document?["paths"]?.objectValue?[path] != nil
            }
            #expect(try await described())
            test.runtime.setToggle(Archive.self, false)
            #expect(try await !described())
            let refused = try await send(port, "POST", path, #"{"title": "A", "pages": 1, "cover": "paper"}"#)
            #expect(refused.status == 409 && refused.error["code"] == "unavailable")
            #expect(refused.error["reasons"]?.arrayValue?.first?.objectValue?["remedy"] == "Switch it on")
            let list = try await send(port, "GET", "/actions").json.objectValue?["actions"]?.arrayValue ?? []
            #expect(list.count { $0.objectValue?["isAvailable"] == true } == 6)
        }
    }

    @Test("What destroys needs two steps of the same caller with the same input")
    func confirmation() async throws {
        try await withServer { test, port in
            let (path, body) = ("/actions/ScriptedApp/Shelf/BurnBook", #"{"title": "Sea"}"#)
            let first = try await send(port, "POST", path, body)
            #expect(first.status == 428)
            let confirmation = try #require(first.error["confirmation"]?.stringValue)
            let field = "Firesteel-Confirmation: \(confirmation)\r\n"
            #expect(try await send(port, "POST", path, #"{"title": "Sky"}"#, fields: field).status == 428)
            #expect(try await send(port, "POST", path, body, token: Self.other, fields: field).status == 428)
            #expect(try await send(port, "POST", path, body, fields: field).status == 200)
            #expect(try await send(port, "POST", path, body, fields: field).status == 428)
            #expect(test.performs.map(\.source) == [.http])
        }
    }

    @Test("A session of an agent is closed to other callers")
    func sessions() async throws {
        try await withServer { _, port in
            let socket = try await send(
                port, "POST", "/mcp",
                #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}"#)
            #expect(socket.status == 200)
            let field = "Mcp-Session-Id: 00000000000000000000000000000000\r\n"
            let list = #"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#
            #expect(try await send(port, "POST", "/mcp", list, fields: field).status == 404)
            #expect(try await send(port, "POST", "/mcp", list).status == 400)
        }
    }

    @Test("A caller with many sessions loses its own that is least recently used, and no other caller's")
    func manySessions() async throws {
        try await withServer { _, port in
            let list = #"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#
            func open(_ token: String) async throws -> String {
                let response = try await send(
                    port, "POST", "/mcp", #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}"#,
                    token: token)
                let lines = response.head.split(separator: "\r\n")
                let line = try #require(lines.first { $0.lowercased().hasPrefix("mcp-session-id: ") })
                return String(line.dropFirst("mcp-session-id: ".count))
            }
            func status(_ session: String, _ token: String) async throws -> Int {
                let field = "Mcp-Session-Id: \(session)\r\n"
                return try await send(port, "POST", "/mcp", list, token: token, fields: field).status
            }
            let other = try await open(Self.other)
            var own: [String] = []
            for _ in 0..<32 { own.append(try await open(Self.token)) }
            #expect(try await status(own[0], Self.token) == 200)
            own.append(try await open(Self.token))
            #expect(try await status(own[1], Self.token) == 404)
            #expect(try await status(own[0], Self.token) == 200)
            #expect(try await status(own[32], Self.token) == 200)
            #expect(try await status(other, Self.other) == 200)
        }
    }

    @Test("A stateless request whose fields differ from its body is rejected")
    func headers() async throws {
        try await withServer { test, port in
            let body = """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fail-book", "_meta": \
                {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
                """
            func code(_ version: String, _ method: String, _ name: String) async throws -> JSONValue? {
                let fields = "MCP-Protocol-Version: \(version)\r\nMcp-Method: \(method)\r\nMcp-Name: \(name)\r\n"
                return try await send(port, "POST", "/mcp", body, fields: fields).error["code"]
            }
            let codes = [
                try await code("2025-11-25", "tools/call", "fail-book"),
                try await code("2026-07-28", "tools/list", "fail-book"),
                try await code("2026-07-28", "tools/call", "burn-book"),
            ]
            #expect(codes == [-32_020, -32_020, -32_020] && test.performs.isEmpty)
            let encoded = try await code("2026-07-28", "tools/call", "=?base64?ZmFpbC1ib29r?=")
            #expect(encoded == nil)
            #expect(test.performs.count == 1)
        }
    }
}

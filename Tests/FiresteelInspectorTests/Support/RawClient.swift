import Foundation
import SocketTesting

/// A client that sends any bytes, well formed or not.
struct RawClient {
    let port: UInt16
    var token = ""

    struct Response {
        var status = 0
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []

        func field(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
        func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    /// The client ended before there was an answer.
    struct NoAnswerError: Error {}

    var host: String { "127.0.0.1:\(port)" }

    func connect(sending raw: String) async throws -> TestSocket {
        try await TestSocket.connect(port: port, sending: Array(raw.utf8))
    }

    /// Sends bytes as they are and reads until the server closes.
    func send(raw: String) async throws -> Response {
        let socket = try await connect(sending: raw)
        defer { socket.close() }
        return try Self.parse(try await socket.readAll())
    }

    /// Sends bytes as they are, says that there are no more, and gives what comes back until the server closes.
    func exchange(raw: String) async throws -> String {
        let socket = try await connect(sending: raw)
        defer { socket.close() }
        await socket.closeOutput()
        return String(decoding: try await socket.readAll(), as: UTF8.self)
    }

    /// Sends a well-formed request, with the token by default.
    func send(
        _ method: String, _ target: String, body: String? = nil, fields: [String: String?] = [:]
    ) async throws -> Response {
        var all: [String: String?] = ["Host": host, "Connection": "close", "Authorization": "Bearer \(token)"]
        if let body {
            all["Content-Type"] = "application/json"
            all["Content-Length"] = "\(body.utf8.count)"
        }
        all.merge(fields) { $1 }
        let head = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
        return try await send(raw: "\(method) \(target) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
    }

    func get<Value: Decodable>(_ target: String, _ type: Value.Type = Value.self) async throws -> Value {
        try await send("GET", "/api/\(target)").json(type)
    }

    static func parse(_ bytes: [UInt8]) throws -> Response {
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { throw NoAnswerError() }
        let lines = String(decoding: bytes[..<head], as: UTF8.self).components(separatedBy: "\r\n")
        var response = Response()
        response.status = Int(lines[0].split(separator: " ")[1]) ?? 0
        response.fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        let body = Array(bytes[(head + 4)...])
        response.body = response.field("transfer-encoding") == "chunked" ? try unchunk(body) : body
        return response
    }

    static func unchunk(_ bytes: [UInt8]) throws -> [UInt8] {
        var body: [UInt8] = []
        var rest = bytes[...]
        while let line = rest.firstIndex(of: 0x0D) {
            guard let size = Int(String(decoding: rest[..<line], as: UTF8.self), radix: 16) else {
                throw NoAnswerError()
            }
            if size == 0 { return body }
            let start = line + 2
            guard start + size + 2 <= rest.endIndex else { throw NoAnswerError() }
            body += rest[start..<(start + size)]
            rest = rest[(start + size + 2)...]
        }
        return body
    }
}

import Foundation
import SocketTesting

/// An HTTP client that sends exactly the given headers, including Host and Origin.
struct TestClient: Sendable {
    let port: UInt16
    var token: String?

    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: String

        /// The body as JSON.
        func json() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
        }

        var code: String? { try? (json()["error"] as? [String: String])?["code"] }
    }

    /// Sends a request and reads until the server closes the connection.
    ///
    /// - Parameters:
    ///   - headers: Replacements of the default headers; `nil` removes one.
    ///   - raw: Text to send unchanged after the body.
    func send(_ method: String, _ path: String, headers: [String: String?] = [:], body: String? = nil, raw: String = "")
        async throws -> Answer
    {
        let socket = try await connect(sending: request(method, path, headers, body) + raw)
        defer { socket.close() }
        return Self.parse(String(decoding: try await socket.readAll(), as: UTF8.self))
    }

    /// Sends text unchanged and returns the complete response.
    func sendRaw(_ text: String) async throws -> String {
        let socket = try await connect(sending: text)
        defer { socket.close() }
        return String(decoding: try await socket.readAll(), as: UTF8.self)
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    func post(_ path: String, _ body: some Encodable) async throws -> Answer {
        try await send("POST", path, body: String(decoding: JSONEncoder().encode(body), as: UTF8.self))
    }

    /// Opens a stream of lines, and returns when the server has opened it.
    func stream(_ path: String) async throws -> LineReader {
        let reader = LineReader(try await connect(sending: request("GET", path, [:], nil)))
        try await reader.readHead()
        return reader
    }

    /// Opens a tab and its stream, with requests that are sent together.
    ///
    /// The program closes a tab without a stream after five seconds, in which other tests may occupy all threads.
    func openTab(_ number: Int = 1) async throws -> (tab: TestTab, stream: LineReader) {
        let tab = TestTab(id: RunningApp.identifier(number), client: self)
        let opening = request("POST", "/api/tabs", ["Connection": nil], #"{"tab":"\#(tab.id)"}"#)
        let requests = opening + request("GET", "/api/tabs/\(tab.id)/stream", [:], nil)
        let stream = LineReader(try await connect(sending: requests))
        for _ in 1...2 { try await stream.readHead() }
        return (tab, stream)
    }

    private func connect(sending text: String) async throws -> TestSocket {
        try await TestSocket.connect(port: port, sending: Array(text.utf8))
    }

    private func request(_ method: String, _ path: String, _ headers: [String: String?], _ body: String?) -> String {
        var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Connection": "close", "X-CSRF-Token": token]
        if let body {
            all["Content-Type"] = "application/json"
            all["Content-Length"] = "\(body.utf8.count)"
        }
        all.merge(headers) { $1 }
        let lines = all.compactMap { name, value in value.map { "\(name): \($0)" } }.sorted()
        return (["\(method) \(path) HTTP/1.1"] + lines).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    static func parse(_ text: String) -> Answer {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            headers[pair[0].lowercased()] = pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
        }
        return Answer(status: status, headers: headers, body: parts.count > 1 ? String(parts[1]) : "")
    }
}

/// The lines of a stream in order.
final class LineReader {
    private let socket: TestSocket
    private var buffer: [UInt8] = []

    init(_ socket: TestSocket) { self.socket = socket }

    func close() { socket.close() }

    /// Reads the head of the response.
    fileprivate func readHead() async throws {
        while let line = try await nextLine(), !line.isEmpty {}
    }

    /// Returns the next message of a kind and ignores others.
    ///
    /// `nil` if the stream ends before.
    func next(_ kind: String) async throws -> [String: Any]? {
        while let line = try await nextLine() {
            guard line.hasPrefix("{") else { continue }
            let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if message?["kind"] as? String == kind { return message }
        }
        return nil
    }

    private func nextLine() async throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            do {
                buffer += try await socket.read(atMost: 65_536)
            } catch is TestSocket.DisconnectedError {
                return nil
            }
        }
    }
}

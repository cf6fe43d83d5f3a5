package import Foundation
package import HTTPTypes
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server on this machine that sends exactly the given bytes, valid or not.
package final class TestServer: Sendable {
    /// A request as it came.
    package struct Request: Sendable {
        package var method: String
        /// Path and query, as sent.
        package var target: String
        package var fields: HTTPFields
        package var body: [UInt8]
        /// The number of its connection.
        package var connection: Int
    }

    /// One thing to do with a connection.
    ///
    /// It is closed after the last.
    package enum Step: Sendable {
        case send([UInt8])
        /// Until the gate opens.
        case wait(Gate)
        /// Until the client closes; the gate is then opened.
        case untilClosed(Gate)
        /// Serves the client's next request.
        case next
    }

    private let descriptor: CInt
    private let port: UInt16
    private let received = Mutex<[Request]>([])
    private let sent = Atomic<Int>(0)
    private let accepted = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)
    private let handler: @Sendable (Request) -> [Step]

    package init(_ handler: @escaping @Sendable (Request) -> [Step]) throws {
        self.handler = handler
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else { throw CheckError("There is no port to listen on.") }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let self else {
                    if connection >= 0 { close(connection) }
                    return
                }
                let number = self.accepted.add(1, ordering: .relaxed).newValue
                Thread.detachNewThread { self.serve(connection, number) }
            }
        }
    }

    deinit {
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }

    /// The address of the server.
    package var url: URL { url("/") }

    /// An address on it.
    package func url(_ target: String) -> URL {
        URL(string: "http://127.0.0.1:\(port)\(target)") ?? URL(filePath: "/")
    }

    /// The requests so far.
    package var requests: [Request] { received.withLock { $0 } }

    /// The number of bytes sent so far, on all connections.
    package var sentBytes: Int { sent.load(ordering: .relaxed) }

    /// The number of connections that have ended.
    package var endedConnections: Int { ended.load(ordering: .relaxed) }

    private func serve(_ connection: CInt, _ number: Int) {
        defer {
            close(connection)
            ended.add(1, ordering: .relaxed)
        }
        while let request = read(connection, number) {
            received.withLock { $0.append(request) }
            guard follow(handler(request), connection) else { break }
        }
        // Unread data of the client would make the system reset the connection.
        shutdown(connection, CInt(SHUT_WR))
    }

    /// Returns whether another request follows on the connection.
    private func follow(_ steps: [Step], _ connection: CInt) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes):
                guard send(bytes, connection) else { return false }
            case .wait(let gate):
                gate.waitBlocking()
            case .untilClosed(let gate):
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                gate.open()
            case .next:
                return true
            }
        }
        return false
    }

    private func send(_ bytes: [UInt8], _ connection: CInt) -> Bool {
        var sent = 0
        while sent < bytes.count {
            #if canImport(Glibc)
            let flags = CInt(MSG_NOSIGNAL)
            #else
            let flags: CInt = 0
            #endif
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            sent += count
            self.sent.add(count, ordering: .relaxed)
        }
        return true
    }

    private func read(_ connection: CInt, _ number: Int) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func more() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count > 0
        }
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            guard more() else { return nil }
            headEnd = bytes.indices.first { bytes[$0...].starts(with: end) }
        }
        guard let headEnd else { return nil }
        let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard let name = HTTPField.Name(String(parts[0])) else { return nil }
            fields[name] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let length = fields[.contentLength].flatMap { Int($0) } ?? 0
        while bytes.count < headEnd + 4 + length { guard more() else { return nil } }
        return Request(
            method: String(words[0]), target: String(words[1]), fields: fields,
            body: Array(bytes[(headEnd + 4)..<(headEnd + 4 + length)]), connection: number)
    }
}

extension TestServer.Step {
    /// Text, as it stands.
    package static func text(_ text: String) -> TestServer.Step { .send(Array(text.utf8)) }

    /// A whole answer.
    package static func response(_ status: Int, _ fields: HTTPFields = [:], _ body: String = "") -> TestServer.Step {
        let head = fields.map { "\($0.name.rawName): \($0.value)\r\n" }.sorted().joined()
        return .text(
            "HTTP/1.1 \(status) Answer\r\n\(head)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
    }
}

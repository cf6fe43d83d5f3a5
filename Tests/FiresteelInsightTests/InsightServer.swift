import CZlib
import FiresteelBase
import FiresteelHTTP
import FiresteelInsight
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization

/// A server that stores messages as the protocol has it, and misbehaves between.
final class InsightServer: Sendable {
    private struct State {
        var messages: [String: [UInt8]] = [:]
        var conflicts: [String] = []
        var invalid: [String] = []
        var requests = 0
    }

    private let state = Mutex(State())
    private let misbehaves: Bool

    init(misbehaves: Bool) { self.misbehaves = misbehaves }

    /// The stored messages, by run, kind and number.
    var messages: [String: [UInt8]] { state.withLock { $0.messages } }
    /// The messages that came with other bytes than before.
    var conflicts: [String] { state.withLock { $0.conflicts } }
    /// The reasons for which messages were refused.
    var invalid: [String] { state.withLock { $0.invalid } }

    func steps(_ request: TestServer.Request) -> [TestServer.Step] {
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let fault = misbehaves ? number % 6 : 0
        if fault == 1 { return [.response(503, [.retryAfter: "0"])] }
        if fault == 2 { return [.response(429, [.retryAfter: "0"])] }
        // Cut before anything was stored.
        if fault == 3 { return [] }
        let answer = store(request)
        // Stored, and the answer is cut.
        return fault == 4 ? [.text("HTTP/1.1 201 Created\r\nContent-Length: 90\r\n\r\n{\"has\":")] : [answer]
    }

    private func store(_ request: TestServer.Request) -> TestServer.Step {
        let digest = "sha-256=:\(Data(SHA256.hash(request.body)).base64EncodedString()):"
        guard request.fields[.contentDigest] == digest,
            let bytes = request.fields[.contentEncoding] == "gzip" ? try? Self.inflate(request.body) : request.body
        else { return .response(400, [:], #"{"error":"wrong-digest"}"#) }
        let tail = #""mayFollow":1048576,"next":0"#
        if request.target.hasSuffix("/batch") {
            guard case .object(let body)? = try? JSONValue(json: bytes), case .array(let items)? = body["items"] else {
                return .response(400, [:], #"{"error":"items"}"#)
            }
            let results = items.map { item -> String in
                guard case .object(let item) = item, case .string(let run)? = item["run"],
                    case .string(let kind)? = item["kind"], case .int(let number)? = item["number"],
                    case .string(let text)? = item["body"], case .string(let hash)? = item["sha256"],
                    hash == Hexadecimal.text(SHA256.hash(Array(text.utf8)))
                else { return #"{"status":400}"# }
                return #"{"status":\#(add(run, kind + "s", number, Array(text.utf8)))}"#
            }
            return .response(200, [:], #"{"results":[\#(results.joined(separator: ","))],\#(tail)}"#)
        }
        let parts = request.target.split(separator: "/")
        guard parts.count == 6, let number = Int(parts[5]) else { return .response(404) }
        return .response(add(String(parts[3]), String(parts[4]), number, bytes), [:], #"{"has":{},\#(tail)}"#)
    }

    private func add(_ run: String, _ kind: String, _ number: Int, _ bytes: [UInt8]) -> Int {
        do {
            if kind == "reports" { _ = try InsightReport(json: bytes) } else { _ = try RunSegment(json: bytes) }
        } catch {
            state.withLock { $0.invalid.append("\(error)") }
            return 400
        }
        return state.withLock { state in
            let key = "\(run) \(kind) \(number)"
            if let known = state.messages[key] {
                if known != bytes { state.conflicts.append(key) }
                return known == bytes ? 200 : 409
            }
            state.messages[key] = bytes
            return 201
        }
    }

    /// Unpacks what gzip packed.
    static func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw CheckError("zlib can't begin.")
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 4 << 20)
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return CZlib.inflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw CheckError("The body isn't packed by gzip.") }
        return Array(output.prefix(Int(stream.total_out)))
    }
}

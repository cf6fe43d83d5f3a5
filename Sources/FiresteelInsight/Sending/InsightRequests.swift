import FiresteelBase
import FiresteelGzip
import FiresteelHTTP
import Foundation
import HTTPTypes

/// Creates the requests with messages.
struct InsightRequests: Sendable {
    /// Redirects are not followed: most would turn a request into one without its body.
    static let limits = HTTPLimits(bodyBytes: 1 << 20, timeout: .seconds(30), redirects: 0)

    let base: URL
    let credentials: RemoteCredentials

    /// The server, for messages.
    var server: String { base.withoutSecrets }

    /// Returns a request with one message.
    ///
    /// - Parameter now: The time of the program's clock in seconds since 1970, by which the server corrects times.
    func request(_ message: QueuedMessage, _ bytes: [UInt8], at now: Double) async throws -> HTTPRequestMessage {
        // Servers and proxies resolve these.
        guard message.run != ".", message.run != ".." else { throw HTTPTransportError.unusableAddress(server) }
        let run = PercentCoding.encode(message.run)
        let kind = message.kind.isReport ? "reports" : "segments"
        return try await request(.put, "ingest/v1/runs", encoded: "/\(run)/\(kind)/\(message.number)", bytes, now)
    }

    /// Returns a request with several messages.
    func request(
        _ messages: [(message: QueuedMessage, bytes: [UInt8])], at now: Double
    ) async throws -> HTTPRequestMessage {
        let items = messages.map { message, bytes -> JSONValue in
            [
                "run": .string(message.run), "kind": .string(message.kind.isReport ? "report" : "segment"),
                "number": .int(message.number), "sha256": .string(Hexadecimal.text(SHA256.hash(bytes))),
                "body": .string(String(decoding: bytes, as: UTF8.self)),
            ]
        }
        let body: JSONValue = ["items": .array(items)]
        return try await request(.post, "ingest/v1/batch", encoded: "", Array(body.json().utf8), now)
    }

    private func request(
        _ method: HTTPRequest.Method, _ path: String, encoded: String, _ bytes: [UInt8], _ now: Double
    ) async throws -> HTTPRequestMessage {
        var parts = URLComponents(url: base.appending(path: path), resolvingAgainstBaseURL: true)
        parts?.percentEncodedPath += encoded
        guard let url = parts?.url else { throw HTTPTransportError.unusableAddress(server) }
        var fields: HTTPFields = [.contentType: "application/json", .date: Self.date(now)]
        var body = bytes
        let compressed = Gzip.compressed(bytes)
        if compressed.count < bytes.count {
            body = compressed
            fields[.contentEncoding] = "gzip"
        }
        fields[.contentDigest] = "sha-256=:\(Data(SHA256.hash(body)).base64EncodedString()):"
        var request = HTTPRequestMessage(method, url, fields: fields, body: body)
        try await credentials.add(to: &request)
        return request
    }

    /// Returns a time in the form of HTTP (RFC 9110, section 5.6.7).
    private static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }
}

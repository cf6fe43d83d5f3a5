import FiresteelGzip
import FiresteelHTTP
import Foundation
import HTTPTypes

/// Creates requests from batches, and interprets the responses.
struct BatchRequest: Sendable {
    private let url: URL
    private let key: String
    private let timeout: Duration

    init(_ options: PostHogOptions) {
        url = options.host.appending(path: "batch/")
        key = options.projectKey
        timeout = options.timeout
    }

    /// The destination, for messages.
    var server: String { url.withoutSecrets }

    /// Redirections are not followed: most would turn a request into one without the events, and its success would be
    /// taken for theirs.
    var limits: HTTPLimits { HTTPLimits(bodyBytes: 1 << 20, timeout: timeout, redirects: 0) }

    /// Returns a request with events.
    func make(_ lines: some Collection<[UInt8]>) throws -> HTTPRequestMessage {
        var body = Array("{\"api_key\":".utf8) + (try JSONEncoder().encode(key)) + Array(",\"batch\":[".utf8)
        for (index, line) in lines.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += line
        }
        body += Array("]}".utf8)
        let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        return HTTPRequestMessage(.post, url, fields: fields, body: Gzip.compressed(body))
    }

    /// Returns the effect of a response on the events.
    func outcome(of response: HTTPResponseMessage<[UInt8]>, now: Double) -> BatchOutcome {
        switch response.status.code {
        case 200..<300: return success(response)
        case 400:
            return .refused("\(server) rejected a batch of events, which is dropped (status 400).\(words(response))")
        case 401, 403:
            return .stop(
                "\(server) rejected the project key (status \(response.status.code)). Events are stored, and sent after the next "
                    + "start. Check the key.")
        case 413: return .tooLarge
        case 429:
            return .later(
                "\(server) received too many requests (status 429). Events are stored until it accepts them.",
                until: RetryAfter.time(in: response.fields, now: now))
        default:
            return .later(
                "\(server) responded with status \(response.status.code). Events are stored until it accepts them.",
                until: RetryAfter.time(in: response.fields, now: now))
        }
    }

    /// Returns the meaning of an error for the events: they remain queued.
    func outcome(of error: any Error) -> BatchOutcome {
        switch error {
        case HTTPTransportError.tooManyRedirects:
            .later("\(server) redirects. Use the address it redirects to. Events are stored until it accepts them.")
        case HTTPTransportError.timedOut:
            .later("\(server) didn't respond in time. Events are stored until it accepts them.")
        // The system's message varies, for example in milliseconds, and is reported once nevertheless.
        default: .later("Can't reach \(server). Events are stored until it accepts them.", detail: "\(error)")
        }
    }

    /// Inspects the body of a success, because a network's sign-in page is a success as well.
    private func success(_ response: HTTPResponseMessage<[UInt8]>) -> BatchOutcome {
        struct Body: Decodable {
            let quotaLimited: [String]?

            enum CodingKeys: String, CodingKey { case quotaLimited = "quota_limited" }
        }
        if response.body.isEmpty { return .taken(nil) }
        do {
            let body = try JSONDecoder().decode(Body.self, from: Data(response.body))
            // PostHog reports success and drops the events.
            guard body.quotaLimited?.contains("events") != true else {
                return .refused(
                    "\(server) accepts no more events this month, because the project's quota is exhausted.")
            }
            return .taken(nil)
        } catch {
            return .later(
                "\(server) doesn't respond like PostHog. Check the address. Events are stored until it accepts them.")
        }
    }

    /// Returns the beginning of the server's message, for a developer.
    private func words(_ response: HTTPResponseMessage<[UInt8]>) -> String {
        let text = String(decoding: response.body.prefix(200), as: UTF8.self)
            .filter { !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 32 } }
        return text.isEmpty ? "" : " Its message: \(text)"
    }
}

/// The meaning of a response for the events of a batch.
enum BatchOutcome: Sendable, Equatable {
    /// They were accepted, with a message to report.
    case taken(String?)
    /// They will never be accepted.
    case refused(String)
    /// The batch is too large for one request.
    case tooLarge
    /// They remain queued, with details, and until a time in seconds since 1970 if the server specified one.
    case later(String, detail: String? = nil, until: Double? = nil)
    /// Sending stops.
    case stop(String)
}

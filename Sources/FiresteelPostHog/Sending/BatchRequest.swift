import FiresteelRemote
import Foundation

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
    var place: String { url.withoutSecrets }

    /// Returns a request with events.
    ///
    /// Redirections are not followed: most would turn it into a request without the events, and its success would be taken
    /// for theirs.
    func make(_ lines: some Collection<[UInt8]>) throws -> HTTPRequest {
        var body = Array("{\"api_key\":".utf8) + (try JSONEncoder().encode(key)) + Array(",\"batch\":[".utf8)
        for (index, line) in lines.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += line
        }
        body += Array("]}".utf8)
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if let packed = Gzip.pack(body) {
            body = packed
            fields["Content-Encoding"] = "gzip"
        }
        return HTTPRequest(
            "POST", url, fields: fields, body: body,
            limits: HTTPLimits(bodyBytes: 1 << 20, timeout: timeout, redirects: 0))
    }

    /// Returns the meaning of a response for the events.
    func meaning(of response: HTTPResponse, now: Double) -> BatchAnswer {
        switch response.status {
        case 200..<300: return success(response)
        case 400:
            return .refused("\(place) rejected a batch of events, which is dropped (status 400).\(words(response))")
        case 401, 403:
            return .stop(
                "\(place) rejected the project's key (status \(response.status)). Nothing is sent until the next "
                    + "start; events wait. Check the key.")
        case 413: return .tooLarge
        case 429:
            return .later(
                "\(place) is sent too much (status 429). Events wait.",
                until: RetryAfter.time(in: response.fields, now: now))
        default:
            return .later(
                "\(place) responded with status \(response.status). Events wait.",
                until: RetryAfter.time(in: response.fields, now: now))
        }
    }

    /// Returns the meaning of an error for the events: they remain queued.
    func meaning(of error: any Error) -> BatchAnswer {
        switch error {
        case HTTPTransportError.tooManyRedirects:
            .later("\(place) redirects. Give the address that it leads to. Events wait.")
        case HTTPTransportError.timedOut: .later("\(place) takes too long. Events wait.")
        // The system's message varies, for example in milliseconds, and is reported once nevertheless.
        default: .later("\(place) can't be reached. Events wait.", detail: "\(error)")
        }
    }

    /// Interprets a success, which may also come from the sign-in page of a network, so the body is checked.
    private func success(_ response: HTTPResponse) -> BatchAnswer {
        struct Body: Decodable {
            let quotaLimited: [String]?

            enum CodingKeys: String, CodingKey { case quotaLimited = "quota_limited" }
        }
        if response.body.isEmpty { return .taken(nil) }
        do {
            let body = try JSONDecoder().decode(Body.self, from: Data(response.body))
            // PostHog reports success and drops the events.
            guard body.quotaLimited?.contains("events") != true else {
                return .refused("\(place) takes no more events this month: the project's quota is used.")
            }
            return .taken(nil)
        } catch {
            return .later("\(place) doesn't respond like PostHog. Check the address. Events wait.")
        }
    }

    /// Returns the beginning of the server's message, for a developer.
    private func words(_ response: HTTPResponse) -> String {
        let text = String(decoding: response.body.prefix(200), as: UTF8.self)
            .filter { !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 32 } }
        return text.isEmpty ? "" : " It says: \(text)"
    }
}

/// The meaning of a response for the events of a batch.
enum BatchAnswer: Sendable, Equatable {
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

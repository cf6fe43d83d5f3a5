import FiresteelBase
import FiresteelHTTP
import HTTPTypes

/// The meaning of a response for the messages of a request.
enum InsightResponse: Equatable {
    /// The results of the messages, in their order, and what may follow.
    case results([Result], Following)
    /// The request is too large (status 413).
    case tooLarge
    /// The request is invalid (status 400), with the server's message.
    case refused(String)
    /// The messages remain queued, until a time in seconds since 1970 if the server specified one.
    case later(String, until: Double? = nil)

    /// The outcome for a message.
    enum Result: Equatable {
        case stored
        case conflict
        case tooLarge
        case refused(String)
        /// It remains queued.
        case later
    }

    /// The numbers that the server accepts next.
    struct Following: Equatable {
        /// The number of bytes that may be sent before the next time; `nil` without a limit.
        var bytes: Int?
        /// The seconds until the next time.
        var seconds = 0.0
    }

    /// - Parameters:
    ///   - count: The number of messages of the request.
    ///   - isBatch: Whether it is a request with several messages.
    init(_ response: HTTPResponseMessage<[UInt8]>, count: Int, isBatch: Bool, from server: String, now: Double) {
        let value = try? JSONValue(json: response.body)
        let code = response.status.code
        if [400, 409, 422].contains(code), !Self.isOfServer(value) {
            // That of a proxy between; the server hasn't seen the messages.
            self = .later("\(server) doesn't respond like a Firesteel server (status \(code)). Check the address.")
            return
        }
        switch code {
        case 200, 201:
            self = Self.success(value, count: count, isBatch: isBatch, from: server)
        case 409 where !isBatch: self = .results([.conflict], Following())
        case 413: self = .tooLarge
        case 400, 422:
            let text = Self.message(value)
            // The bytes were damaged on their way.
            self = text.contains("wrong-digest") ? .later("\(server) received damaged bytes.") : .refused(text)
        case 401, 403:
            self = .later("\(server) rejected the token (status \(code)). Check the token.")
        default:
            self = .later(
                "\(server) responded with status \(code).", until: RetryAfter.time(in: response.fields, now: now))
        }
    }

    /// Returns whether a body is that of a Firesteel server.
    private static func isOfServer(_ value: JSONValue?) -> Bool {
        guard case .object(let members)? = value else { return false }
        return members["error"] != nil || members["has"] != nil || members["results"] != nil
    }

    private static func success(_ value: JSONValue?, count: Int, isBatch: Bool, from server: String) -> Self {
        // A network's sign-in page is a success as well.
        guard case .object(let members)? = value, isBatch || members["has"] != nil || members["next"] != nil else {
            return .later("\(server) doesn't respond like a Firesteel server. Check the address.")
        }
        var following = Following()
        if case .int(let bytes)? = members["mayFollow"] { following.bytes = max(0, bytes) }
        switch members["next"] {
        case .int(let seconds)?: following.seconds = Double(min(max(0, seconds), 86_400))
        case .double(let seconds)?: following.seconds = min(max(0, seconds), 86_400)
        default: break
        }
        guard isBatch else { return .results([.stored], following) }
        guard case .array(let results)? = members["results"], results.count == count else {
            return .later("\(server) doesn't respond like a Firesteel server. Check the address.")
        }
        return .results(results.map(result), following)
    }

    private static func result(_ value: JSONValue) -> Result {
        guard case .object(let members) = value, case .int(let status)? = members["status"] else { return .later }
        switch status {
        case 200, 201: return .stored
        case 409: return .conflict
        case 413: return .tooLarge
        case 400, 422:
            let text = message(value)
            return text.contains("wrong-digest") ? .later : .refused(text)
        default: return .later
        }
    }

    /// Returns the server's message on one line.
    private static func message(_ value: JSONValue?) -> String {
        guard case .object(let members)? = value else { return "" }
        let texts = ["error", "code", "type", "title", "detail", "message"].compactMap { name -> String? in
            switch members[name] {
            case .string(let text)?: return text
            case .object?: return message(members[name])
            default: return nil
            }
        }
        return String(texts.joined(separator: " ").filter { !$0.isNewline }.prefix(300))
    }
}

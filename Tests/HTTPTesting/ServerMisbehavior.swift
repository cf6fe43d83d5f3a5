import HTTPTypes

/// Something that a server of flags does wrong, or seldom.
package enum ServerMisbehavior: String, Sendable, CaseIterable, CustomStringConvertible {
    case slow = "it never answers"
    case truncated = "it breaks off"
    case wrongTypes = "it answers with other types"
    case failing = "it answers with status 500"
    case unchanged = "it says that nothing changed, without a body"
    case unchangedFromNothing = "it says that nothing changed, unasked"
    case tooMany = "it wants to be asked later"
    case redirecting = "it redirects to itself"
    case huge = "its body is huge"

    package var description: String { rawValue }

    /// A part of the status' error; `nil` if there is none.
    var words: String? {
        switch self {
        case .slow: "didn't respond in time"
        case .truncated: "Can't reach"
        case .wrongTypes: ""
        case .failing: "status 500"
        case .unchanged: nil
        case .unchangedFromNothing: "status 304"
        case .tooMany: "status 429"
        case .redirecting: "more than 5 times"
        case .huge: "larger than"
        }
    }

    /// The seconds before the next request to the server.
    var pause: Double {
        switch self {
        case .unchanged: 300
        case .tooMany: 120
        // The first pause after a failure, with the middle of what is drawn.
        default: 0.75
        }
    }

    /// Returns the steps of the server.
    func steps(for request: TestServer.Request, _ sample: RemoteSourceSample, closed: Gate) -> [TestServer.Step] {
        let whole = sample.answer(2)
        switch self {
        case .slow: return [.untilClosed(closed)]
        case .truncated:
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(whole.utf8.count)\r\n\r\n"
            return [.text(head + whole.prefix(whole.count / 2))]
        case .wrongTypes: return [.response(200, [.contentType: "application/json"], sample.wrongAnswer)]
        case .failing: return [.response(500, [.contentType: "application/json"], whole)]
        case .unchanged, .unchangedFromNothing:
            return [.text("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")]
        case .tooMany: return [.response(429, [.retryAfter: "120"])]
        case .redirecting: return [.response(302, [.location: request.target])]
        case .huge:
            let piece = TestServer.Step.send([UInt8](repeating: UInt8(ascii: " "), count: 65_536))
            return [.text("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: piece, count: 64) + [.untilClosed(closed)]
        }
    }
}

import FiresteelHTTP
import HTTPTypes

extension HTTPRequestMessage {
    /// The path as it was sent, percent-encoded.
    var path: Substring { target.path }
    /// The part after the first `?`, percent-encoded.
    var query: Substring { target.query }

    private var target: (path: Substring, query: Substring) {
        let target = head.path ?? ""
        guard let mark = target.firstIndex(of: "?") else { return (target[...], "") }
        return (target[..<mark], target[target.index(after: mark)...])
    }
}

extension HTTPField.Name {
    /// `Host`, whose count matters here: a request must have it exactly once.
    static let hostField = HTTPField.Name(literal: "Host")
    /// `Sec-Fetch-Site`, the origin of a browser's request.
    static let fetchSite = HTTPField.Name(literal: "Sec-Fetch-Site")
    /// `Referrer-Policy`.
    static let referrerPolicy = HTTPField.Name(literal: "Referrer-Policy")
    /// `Cross-Origin-Opener-Policy`.
    static let crossOriginOpenerPolicy = HTTPField.Name(literal: "Cross-Origin-Opener-Policy")
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return self[first...last]
    }
}

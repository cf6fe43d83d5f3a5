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

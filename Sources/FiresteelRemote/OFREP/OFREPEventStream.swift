import FiresteelFlags
import FiresteelHTTP
import Foundation

/// The event streams in which a server reports changes.
enum OFREPEventStream {
    /// Returns the streams of supported types.
    static func all(in value: JSONValue?, base: URL) -> [RemoteEventStream] {
        guard case .array(let entries)? = value else { return [] }
        return entries.compactMap { entry in
            guard case .object(let members) = entry, members["type"] == .string("sse"),
                let url = url(members, base), (try? Redirection.check(url)) != nil
            else { return nil }
            var seconds = 120
            if case .int(let value)? = members["inactivityDelaySec"], value >= 1 { seconds = min(value, 86_400) }
            return RemoteEventStream(url: url, inactivityDelay: .seconds(seconds))
        }
    }

    private static func url(_ members: [String: JSONValue], _ base: URL) -> URL? {
        if case .string(let text)? = members["url"] { return URL(string: text, relativeTo: base)?.absoluteURL }
        guard case .object(let endpoint)? = members["endpoint"], case .string(let path)? = endpoint["requestUri"],
            path.hasPrefix("/"), !path.hasPrefix("//")
        else { return nil }
        var origin = base
        if case .string(let text)? = endpoint["origin"] {
            guard let url = URL(string: text) else { return nil }
            origin = url
        }
        return URL(string: path, relativeTo: origin)?.absoluteURL
    }
}

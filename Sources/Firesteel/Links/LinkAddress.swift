import FiresteelBase

/// A parsed link: its scope, its components and its query, each decoded once.
///
/// The parser accepts the syntax of RFC 3986, and non-ASCII characters. In a link with an app's own scheme, the first
/// component takes the place of the domain. Foundation's `URL` and `URLComponents` are not used: their paths are either
/// decoded, so that `%2F` can't be distinguished from `/`, or not, and they are normalized.
struct LinkAddress {
    /// The maximum size of a link, in bytes.
    static let byteLimit = 65_536
    /// The maximum number of values in a query.
    static let valueLimit = 1_000

    /// ``RouteScope/app(_:)`` or ``RouteScope/universal(_:)``, normalized.
    let scope: RouteScope
    let components: [String]
    let query: [(name: String, value: String)]

    init(_ link: String) throws(RouteError) {
        var rest = try Self.bytes(of: link)[...]
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            let scheme = LinkScheme(String(decoding: rest[..<colon], as: UTF8.self))
        else { throw .malformed("The link has no scheme such as documents: or https:.") }
        rest = rest[(colon + 1)...]
        // The fragment is for displaying a page.
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<mark] }
        var query: ArraySlice<UInt8>?
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[(mark + 1)...]
            rest = rest[..<mark]
        }
        var authority: ArraySlice<UInt8>?
        if rest.first == UInt8(ascii: "/"), rest.dropFirst().first == UInt8(ascii: "/") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        scope = try Self.scope(scheme, authority)
        if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
        var parts = rest.isEmpty ? [] : rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if !scheme.isUniversal, let authority, !authority.isEmpty { parts.insert(authority, at: 0) }
        // A trailing slash is ignored.
        if parts.last?.isEmpty == true { parts.removeLast() }
        components = try Self.components(parts)
        self.query = try query.map(Self.items) ?? []
    }

    private static func bytes(of link: String) throws(RouteError) -> [UInt8] {
        let bytes = Array(link.utf8)
        guard bytes.count <= byteLimit else {
            throw .malformed("The link has \(bytes.count) bytes; the limit is \(byteLimit).")
        }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .malformed("The link has a space or a control character. Write a space as %20.")
        }
        return bytes
    }

    private static func scope(_ scheme: LinkScheme, _ authority: ArraySlice<UInt8>?) throws(RouteError) -> RouteScope {
        if authority?.contains(UInt8(ascii: "@")) == true {
            throw .malformed("The link names a user, before an @. Links to actions don't contain one.")
        }
        guard scheme.isUniversal else {
            if authority?.contains(UInt8(ascii: ":")) == true {
                throw .malformed("The link names a port. Links of an app have none; write a colon as %3A.")
            }
            return .app(scheme.text)
        }
        guard let authority, let host = HostName.normalized(authority: authority, scheme: scheme.text)
        else { throw .malformed("The link has no valid domain.") }
        return .universal(host)
    }

    private static func components(_ parts: [ArraySlice<UInt8>]) throws(RouteError) -> [String] {
        var components: [String] = []
        components.reserveCapacity(parts.count)
        for part in parts {
            guard let component = PercentCoding.decode(part) else { throw badEncoding(part) }
            if component.isEmpty {
                throw .malformed("The link has an empty component, two consecutive slashes.")
            }
            // Intermediaries may resolve these, encoded or not, so they are rejected.
            if component == "." || component == ".." {
                throw .malformed("The link has the component \"\(component)\".")
            }
            components.append(component)
        }
        return components
    }

    private static func items(_ query: ArraySlice<UInt8>) throws(RouteError) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for item in query.split(separator: UInt8(ascii: "&")) {
            guard items.count < valueLimit else {
                throw .malformed("The link has more than \(valueLimit) values in its query.")
            }
            let mark = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            guard let name = PercentCoding.decode(item[..<mark]),
                let value = PercentCoding.decode(item[mark...].dropFirst())
            else { throw badEncoding(item) }
            items.append((name, value))
        }
        return items
    }

    private static func badEncoding(_ part: ArraySlice<UInt8>) -> RouteError {
        .malformed(
            "\"\(String(decoding: part.prefix(100), as: UTF8.self))\" in the link is not encoded as UTF-8 with % and two digits."
        )
    }
}

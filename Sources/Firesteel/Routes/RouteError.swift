/// Why a link leads to no action.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It can't be read as a link, and why not.
    case malformed(String)
    /// No registered pattern takes it.
    case noRoute(String)

    /// What is wrong, in words for the person who opened it.
    public var description: String {
        switch self {
        case .malformed(let words): words
        case .noRoute(let link): "Nothing opens the link \(link.prefix(200))\(link.count > 200 ? "…" : "")"
        }
    }
}

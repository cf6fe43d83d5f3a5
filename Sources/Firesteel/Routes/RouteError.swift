/// An error of finding the route of a link.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The link is malformed, for the given reason.
    case malformed(String)
    /// No registered pattern takes it.
    case noRoute(String)

    /// A message for the user.
    public var description: String {
        switch self {
        case .malformed(let message): message
        case .noRoute(let link): "No route matches the link \(link.prefix(200))\(link.count > 200 ? "…" : "")"
        }
    }
}

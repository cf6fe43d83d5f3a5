import FiresteelBase

/// The beginning of a link to an action.
public struct LinkBase: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: Hashable {
        case app(String)
        case universal(String, isSecure: Bool)
    }

    private let kind: Kind

    private init(kind: Kind) { self.kind = kind }

    /// Returns a scheme of the app's own: `documents` for `documents://…`.
    public static func app(_ scheme: String) -> LinkBase { LinkBase(kind: .app(scheme)) }

    /// Returns the start of web links in a domain, with its port if it isn't the scheme's default: `example.com` for
    /// `https://example.com/…`.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - isSecure: Whether the scheme is `https` rather than `http`, which suits a program on the same machine.
    public static func universal(_ domain: String, isSecure: Bool = true) -> LinkBase {
        LinkBase(kind: .universal(domain, isSecure: isSecure))
    }

    /// Creates the start of links in a scope, with `https` for a domain, or returns `nil` for a scope without a name.
    init?(_ scope: RouteScope) {
        switch scope {
        case .app(let scheme): self = .app(scheme)
        case .universal(let domain): self = .universal(domain)
        case .anyApp, .anyUniversal: return nil
        }
    }

    /// The scope of links that start like this.
    var scope: RouteScope {
        switch kind {
        case .app(let scheme): .app(scheme)
        case .universal(let domain, _): .universal(domain)
        }
    }

    /// The start as text: `documents://` or `https://example.com/`.
    public var description: String {
        switch kind {
        case .app(let scheme): "\(scheme)://"
        case .universal(let domain, let isSecure): "\(isSecure ? "https" : "http")://\(domain)/"
        }
    }

    /// Returns a link of components that are encoded already.
    ///
    /// - Parameter scope: The base's scope, normalized.
    func link(_ components: [String], in scope: RouteScope) -> String {
        switch (kind, scope) {
        case (.universal(_, let isSecure), .universal(let domain)):
            return "\(isSecure ? "https" : "http")://\(domain)/" + components.joined(separator: "/")
        case (_, .app(let scheme)):
            // The first component appears where others expect a domain: they may change its case, or reject it.
            let isDomain = components.first?.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isDigit || $0 == 0x2D }
            return scheme + (isDomain == false ? ":///" : "://") + components.joined(separator: "/")
        default: return ""
        }
    }
}

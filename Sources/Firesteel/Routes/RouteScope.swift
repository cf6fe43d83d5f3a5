import FiresteelBase

/// The scope in which a route applies.
public enum RouteScope: Sendable, Hashable, CustomStringConvertible {
    /// Links with a custom scheme of the app, such as `documents` for `documents://open/…`. Case-insensitive.
    case app(String)
    /// Links with any scheme but `http` and `https`.
    case anyApp
    /// Links with `https` or `http` to a domain, such as `example.com`, or `example.com:8080` for a non-default port.
    ///
    /// Case-insensitive, and the two forms of an internationalized domain are equal.
    case universal(String)
    /// Links with `https` or `http` to any domain and port.
    case anyUniversal

    /// The scope as text: "documents:", "any app", "example.com", "any domain".
    public var description: String {
        switch self {
        case .app(let scheme): scheme + ":"
        case .anyApp: "any app"
        case .universal(let domain): domain
        case .anyUniversal: "any domain"
        }
    }

    /// The scope in the form used for look-up.
    ///
    /// `nil` if the scope is invalid.
    var normalized: RouteScope? {
        switch self {
        case .app(let scheme):
            LinkScheme(scheme).flatMap { $0.isUniversal ? nil : .app($0.text) }
        case .universal(let domain): HostName.normalized(scope: domain).map { .universal($0) }
        case .anyApp, .anyUniversal: self
        }
    }

    /// The reason why the scope is invalid.
    var fault: String {
        switch self {
        case .app(let scheme):
            LinkScheme(scheme)?.isUniversal == true
                ? "\(scheme) is not an app's scheme: use .universal with a domain"
                : "\"\(scheme)\" is not a scheme: use letters, digits, \"+\", \"-\" and \".\", beginning with a letter"
        case .universal(let domain): "\"\(domain)\" is not a domain such as example.com or example.com:8080"
        case .anyApp, .anyUniversal: ""
        }
    }
}

/// The scheme of a link, in lower case.
struct LinkScheme {
    let text: String

    /// `nil` if a link can't start with it.
    init?(_ text: some StringProtocol) {
        guard let first = text.utf8.first, first.isLetter, text.utf8.allSatisfy(\.isOfScheme) else { return nil }
        self.text = text.lowercased()
    }

    /// Whether it is a web scheme.
    var isUniversal: Bool { text == "https" || text == "http" }
}

extension UInt8 {
    /// Whether a scheme can have it.
    fileprivate var isOfScheme: Bool {
        isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}

/// The credential of a program or script, for one environment.
public struct AccessToken: Sendable, Hashable {
    /// What a token may do.
    public enum Kind: String, Sendable, CaseIterable {
        /// Receives values, never rules. May be part of an app.
        case client
        /// Receives definitions. For servers.
        case server
        /// Sends catalogues and reports. Receives nothing.
        case ingest
        /// Uses the API with a role. For scripts.
        case admin
    }

    /// The identifier.
    public let id: String
    /// The beginning of the token, which people recognise it by.
    public let hint: String
    /// The program.
    public let program: String
    /// The environment.
    public let environment: String
    /// What the token may do.
    public let kind: Kind
    /// The role of a token of the kind `admin`.
    public let role: Role?
    /// The name.
    public let name: String
    /// The time of creation, in milliseconds since 1970.
    public let created: Int64
    /// The identifier of the account that created it, empty for one of the command line.
    public let creator: String
    /// The name of the person who created it.
    public let createdBy: String
    /// The time at which it expires, if it does.
    public let expires: Int64?
    /// The time at which it was revoked, if it was.
    public let revoked: Int64?
    /// The time of its last use, accurate to a minute.
    public let lastUsed: Int64?

    /// Whether the token is valid at a time.
    public func isValid(at time: Int64) -> Bool { revoked == nil && (expires.map { $0 > time } ?? true) }

    /// Returns a new token's text: a prefix that scanners recognise, its kind and environment, and a secret.
    static func text(kind: Kind, environment: String) -> String {
        let environment = environment.filter { $0 != "-" }.prefix(12)
        return "fs_\(kind.rawValue)_\(environment)_\(Secret.random())"
    }

    /// Whether a text has the form of a token.
    public static func hasForm(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 4, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].elementsEqual("fs".utf8)
            && Kind(rawValue: String(Substring(parts[1]))) != nil && parts[3].count == 32
    }
}

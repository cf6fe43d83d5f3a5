/// The credential of a program or script, for one environment.
package struct AccessToken: Codable, Sendable, Hashable {
    // Most responses are those of a program.
    private enum CodingKeys: CodingKey {
        case id, hint, environment, kind, role, name, created, createdBy, expires, revoked, lastUsed
        case firstVersion, firstRead, firstReport
    }

    /// The kind of a token, by which it has rights.
    package enum Kind: String, Codable, Sendable, CaseIterable {
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
    package let id: String
    /// The beginning of the token, which people recognize it by.
    package let hint: String
    /// The program.
    package internal(set) var program = ""
    /// The environment.
    package let environment: String
    /// The kind, which decides what the token may do.
    package let kind: Kind
    /// The role of a token of the kind `admin`.
    package let role: Role?
    /// The name.
    package let name: String
    /// The time of creation, in milliseconds since 1970.
    package let created: Int64
    /// The identifier of the account that created it, empty for one of the command line.
    package internal(set) var creator = ""
    /// The name of the person who created it.
    package let createdBy: String
    /// The time at which it expires, if it does.
    package let expires: Int64?
    /// The time at which it was revoked, if it was.
    package let revoked: Int64?
    /// The time of its last use, accurate to a minute.
    package let lastUsed: Int64?
    /// The version of the first program that reported one with it.
    package internal(set) var firstVersion: String?
    /// The time at which a program first received a flag with it.
    package internal(set) var firstRead: Int64?
    /// The time at which the first summary or report that was sent with it was stored.
    package internal(set) var firstReport: Int64?

    /// Whether the token is valid at a time.
    package func isValid(at time: Int64) -> Bool { revoked == nil && (expires.map { $0 > time } ?? true) }

    /// Returns a new token's text: a prefix that scanners recognize, its kind and environment, and a secret.
    static func text(kind: Kind, environment: String) -> String {
        let environment = environment.filter { $0 != "-" }.prefix(12)
        return "fs_\(kind.rawValue)_\(environment)_\(Secret.random())"
    }

    /// Whether a text has the form of a token.
    package static func hasForm(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 4, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].elementsEqual("fs".utf8)
            && Kind(rawValue: String(Substring(parts[1]))) != nil && parts[3].count == 32
    }
}

import FiresteelBase

/// Gives people names that a server can count and can't lead back to them.
public protocol Pseudonyms: Sendable {
    /// The pseudonym of the person who uses the program, if it is one person's; an empty text otherwise.
    var ofRun: String { get }

    /// Returns the pseudonym of a principal, see `ActionSession`. The same principal always has the same.
    func pseudonym(of principal: String) -> String
}

/// Pseudonyms from a secret of the program: HMAC-SHA-256 (RFC 2104) of the principal, of which the first 128 bits are sent.
///
/// Without the secret, no one can tell whether a pseudonym belongs to a given principal. Programs that keep it on several
/// machines count a person once.
public struct KeyedPseudonyms: Pseudonyms {
    private let key: [UInt8]
    /// The pseudonym of the person who uses the program, or an empty text.
    public let ofRun: String

    /// Creates pseudonyms.
    /// - Parameters:
    ///   - key: The secret, at least 16 random bytes.
    ///   - person: The identifier of the person who uses the program, such as the random one of an installation; `nil` for
    ///     programs whose sessions have principals.
    public init(key: [UInt8], person: String? = nil) {
        self.key = key
        ofRun = person.map { Self.pseudonym(of: $0, key: key) } ?? ""
    }

    /// Returns the pseudonym of a principal: 32 hexadecimal digits.
    public func pseudonym(of principal: String) -> String { Self.pseudonym(of: principal, key: key) }

    private static func pseudonym(of principal: String, key: [UInt8]) -> String {
        Hexadecimal.text(HMAC.sha256(Array(principal.utf8), key: key).prefix(16))
    }
}

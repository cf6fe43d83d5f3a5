/// The person or account a session serves, by a pseudonymous identifier.
///
/// Use an identifier that means nothing outside of the program, such as a random number or a keyed hash: it is recorded
/// once for each session and written with log lines, and ``FeatureRuntime/eraseTimeline(of:)`` finds a person's sessions by it. Never a name or an
/// address.
public struct Principal: Sendable, Hashable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The identifier, as given.
    ///
    /// At most 256 bytes of it are recorded.
    public let identifier: String

    /// Creates a principal.
    public init(_ identifier: String) { self.identifier = identifier }

    /// Creates a principal from a literal.
    public init(stringLiteral identifier: String) { self.identifier = identifier }

    /// Decodes the identifier.
    public init(from decoder: any Decoder) throws {
        identifier = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }

    /// The identifier.
    public var description: String { identifier }
}

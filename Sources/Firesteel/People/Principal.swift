/// The pseudonymous identifier of the person or account that a session serves.
///
/// Use an identifier without a meaning outside the program, such as a random number or a keyed hash, never a name or an
/// address: it is recorded once for each session and written with log lines, and ``FeatureRuntime/eraseTimeline(of:)``
/// finds sessions by it.
public struct Principal: Sendable, Hashable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The identifier.
    ///
    /// Its first 256 bytes are recorded.
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

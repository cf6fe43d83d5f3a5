/// The identity of a feature: its group's path and its own identifier, as in `App/Documents/Sharing`.
public struct FeaturePath: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// The whole path, its parts separated by `/`.
    public let text: String

    /// A path from its text.
    ///
    /// Takes any text; a path that no feature has is no feature's.
    public init(_ text: String) {
        self.text = text
    }

    /// A path from its text alone, as it is encoded.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the text alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The whole path.
    public var description: String { text }

    /// The identifiers from the root to the feature itself.
    public var parts: [Substring] { text.split(separator: "/") }

    /// The path of a feature right below this one.
    public func appending(_ identifier: String) -> FeaturePath {
        FeaturePath(text + "/" + identifier)
    }

    /// Whether this is `other` or stands anywhere below it.
    public func isAtOrBelow(_ other: FeaturePath) -> Bool {
        guard text.utf8.count > other.text.utf8.count else { return text == other.text }
        return text.hasPrefix(other.text) && text.utf8.dropFirst(other.text.utf8.count).first == UInt8(ascii: "/")
    }

    /// By the text.
    public static func < (left: FeaturePath, right: FeaturePath) -> Bool { left.text < right.text }
}

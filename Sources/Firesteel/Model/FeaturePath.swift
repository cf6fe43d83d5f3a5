/// The identity of a feature: its group's path and its own identifier, such as `App/Documents/Sharing`.
public struct FeaturePath: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// The text of the path, with its parts separated by `/`.
    public let text: String

    /// Creates a path from its text.
    ///
    /// Accepts any text; a path without a feature identifies none.
    public init(_ text: String) {
        self.text = text
    }

    /// Decodes the path from its text.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the path as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The text of the path.
    public var description: String { text }

    /// The identifiers from the root to the feature.
    public var parts: [Substring] { text.split(separator: "/") }

    /// Returns the path of a direct sub-feature.
    public func appending(_ identifier: String) -> FeaturePath {
        FeaturePath(text + "/" + identifier)
    }

    /// Returns whether this path is another path or that of one of its descendants.
    public func isAtOrBelow(_ other: FeaturePath) -> Bool {
        guard text.utf8.count > other.text.utf8.count else { return text == other.text }
        return text.hasPrefix(other.text) && text.utf8.dropFirst(other.text.utf8.count).first == UInt8(ascii: "/")
    }

    /// Compares the texts of paths.
    public static func < (left: FeaturePath, right: FeaturePath) -> Bool { left.text < right.text }
}

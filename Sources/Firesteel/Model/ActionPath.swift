/// The identity of an action: its feature's path and its own identifier, such as `App/Documents/#OpenDocument`.
public struct ActionPath: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// The path of the feature that declares the action.
    public let feature: FeaturePath
    /// The action's identifier within the feature.
    public let action: String

    /// Creates a path from a feature's path and an action's identifier.
    public init(feature: FeaturePath, action: String) {
        self.feature = feature
        self.action = action
    }

    /// Creates a path from its text.
    ///
    /// Returns `nil` if the text doesn't have the form `Feature/Path/#Action`.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "/#"), mark.lowerBound > text.startIndex, mark.upperBound < text.endIndex
        else {
            return nil
        }
        feature = FeaturePath(String(text[..<mark.lowerBound]))
        action = String(text[mark.upperBound...])
    }

    /// Decodes the path from its text.
    ///
    /// - Throws: `DecodingError` if the text isn't the path of an action.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let path = ActionPath(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not of the form Feature/Path/#Action")
        }
        self = path
    }

    /// Encodes the path as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The text of the path, such as `App/Documents/#OpenDocument`.
    public var text: String { feature.text + "/#" + action }

    /// The text of the path.
    public var description: String { text }

    /// Compares the texts of paths.
    public static func < (left: ActionPath, right: ActionPath) -> Bool { left.text < right.text }
}

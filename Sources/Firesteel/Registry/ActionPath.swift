/// The identity of an action: its feature's path and its own identifier, as in `App/Documents/#OpenDocument`.
public struct ActionPath: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// The feature that declares it.
    public let feature: FeaturePath
    /// Its own identifier within the feature.
    public let action: String

    /// A path of a feature's path and an action's identifier.
    public init(feature: FeaturePath, action: String) {
        self.feature = feature
        self.action = action
    }

    /// A path from its text.
    ///
    /// `nil` where the text isn't of the form `Feature/Path/#Action`.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "/#"), mark.lowerBound > text.startIndex, mark.upperBound < text.endIndex
        else {
            return nil
        }
        feature = FeaturePath(String(text[..<mark.lowerBound]))
        action = String(text[mark.upperBound...])
    }

    /// Decodes its text.
    ///
    /// - Throws: `DecodingError` where the text isn't a path of an action.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let path = ActionPath(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not of the form Feature/Path/#Action")
        }
        self = path
    }

    /// Encodes its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The whole path, as `App/Documents/#OpenDocument`.
    public var text: String { feature.text + "/#" + action }

    /// The whole path.
    public var description: String { text }

    /// By the text.
    public static func < (left: ActionPath, right: ActionPath) -> Bool { left.text < right.text }
}

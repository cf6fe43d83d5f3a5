import Foundation

/// A `Codable` structure that a flag can have as its value.
///
/// ```swift
/// struct Limits: FlagStructure { var uploads = 3; var megabytes = 20 }
/// let limits = Flag("limits", default: Limits())
/// ```
///
/// A provider returns a JSON object with the properties. A value that doesn't match is rejected, and the next provider is
/// evaluated; nothing traps.
public protocol FlagStructure: FlagValueConvertible, Codable {}

extension FlagStructure {
    /// ``FlagType/object``.
    public static var flagType: FlagType { .object }

    /// Decodes the structure from an object; `nil` if that fails.
    public init?(flagValue: JSONValue) {
        guard case .object = flagValue,
            let value = try? JSONDecoder().decode(Self.self, from: Data(flagValue.json().utf8))
        else { return nil }
        self = value
    }

    /// The encoded structure; null if encoding fails.
    public var flagValue: JSONValue {
        guard let data = try? JSONEncoder().encode(self),
            let value = try? JSONValue(json: Array(data))
        else { return .null }
        return value
    }
}

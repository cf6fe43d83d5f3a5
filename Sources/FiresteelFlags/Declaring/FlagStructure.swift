import Foundation

/// A structure that a flag can have: `Codable`, and this.
///
/// ```swift
/// struct Limits: FlagStructure { var uploads = 3; var megabytes = 20 }
/// let limits = Flag("limits", default: Limits())
/// ```
///
/// A provider gives an object with the properties as JSON has them. A value that doesn't fit is refused, and the next
/// provider is asked; nothing traps.
public protocol FlagStructure: FlagValueConvertible, Codable {}

extension FlagStructure {
    /// Values by name.
    public static var flagType: FlagType { .object }

    /// What the object describes, if `Codable` can read it.
    public init?(flagValue: FlagValue) {
        guard case .object = flagValue,
            let value = try? JSONDecoder().decode(Self.self, from: Data(flagValue.json().utf8))
        else { return nil }
        self = value
    }

    /// The object that describes it, or nothing where `Codable` can't write it.
    public var flagValue: FlagValue {
        guard let data = try? JSONEncoder().encode(self),
            let value = try? FlagValue(json: Array(data))
        else { return .null }
        return value
    }
}

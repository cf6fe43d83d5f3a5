public import FiresteelFlags

/// An item as stored: its JSON object, and the change that wrote it.
public struct Item: Sendable, Hashable {
    /// The JSON object.
    public var value: FlagValue
    /// The number of the change that wrote it.
    public var change: Int64

    /// Creates an item.
    public init(_ value: FlagValue, change: Int64) {
        self.value = value
        self.change = change
    }
}

extension FlagValue {
    /// The members of an object, or none.
    package var members: [String: FlagValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}

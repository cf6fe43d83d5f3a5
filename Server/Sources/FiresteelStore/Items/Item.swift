package import FiresteelBase

/// An item as stored: its JSON object, and the change that wrote it.
package struct Item: Sendable, Hashable {
    /// The JSON object.
    package var value: JSONValue
    /// The number of the change that wrote it.
    package var change: Int64

    /// Creates an item.
    package init(_ value: JSONValue, change: Int64) {
        self.value = value
        self.change = change
    }
}

extension JSONValue {
    /// The members of an object, or none.
    package var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}

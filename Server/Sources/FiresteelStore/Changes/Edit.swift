package import FiresteelBase

/// One edit of an item, as its author made it.
package struct Edit: Sendable, Hashable {
    /// The operation of the edit.
    package enum Operation: Sendable, Hashable {
        /// Creates the item.
        case create(JSONValue)
        /// Sets members of the item; `nil` removes a member.
        case set([String: JSONValue?])
        /// Removes the item.
        case remove
    }

    /// The item.
    package let item: ItemKey
    /// The change that wrote the version that the author saw, or 0 if the item didn't exist.
    package let base: Int64
    /// The operation of the edit.
    package let operation: Operation

    /// Creates an edit.
    package init(_ item: ItemKey, base: Int64, _ operation: Operation) {
        self.item = item
        self.base = base
        self.operation = operation
    }
}

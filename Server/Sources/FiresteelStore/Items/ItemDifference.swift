package import FiresteelBase

/// An item before and after a change.
package struct ItemDifference: Sendable, Hashable {
    /// The item.
    package let item: ItemKey
    /// The value before the change, or `nil` if the item was created.
    package let before: JSONValue?
    /// The value after the change, or `nil` if the item was removed.
    package let after: JSONValue?

    /// Creates a difference.
    package init(_ item: ItemKey, before: JSONValue?, after: JSONValue?) {
        self.item = item
        self.before = before
        self.after = after
    }

    /// The members that differ.
    package var fields: Set<String> {
        let (old, new) = (before?.members ?? [:], after?.members ?? [:])
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }
}

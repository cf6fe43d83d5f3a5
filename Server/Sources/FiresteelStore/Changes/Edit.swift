public import FiresteelFlags

/// One edit of an item, as its author made it.
public struct Edit: Sendable, Hashable {
    /// What the edit does.
    public enum Operation: Sendable, Hashable {
        /// Creates the item.
        case create(FlagValue)
        /// Sets members of the item; `nil` removes a member.
        case set([String: FlagValue?])
        /// Removes the item.
        case remove
    }

    /// The item.
    public let item: ItemKey
    /// The change that wrote the version that the author saw, or 0 if the item didn't exist.
    public let base: Int64
    /// What the edit does.
    public let operation: Operation

    /// Creates an edit.
    public init(_ item: ItemKey, base: Int64, _ operation: Operation) {
        self.item = item
        self.base = base
        self.operation = operation
    }
}

/// An item before and after a change.
public struct ItemDifference: Sendable, Hashable {
    /// The item.
    public let item: ItemKey
    /// The value before the change, or `nil` if the item was created.
    public let before: FlagValue?
    /// The value after the change, or `nil` if the item was removed.
    public let after: FlagValue?

    /// Creates a difference.
    public init(_ item: ItemKey, before: FlagValue?, after: FlagValue?) {
        self.item = item
        self.before = before
        self.after = after
    }

    /// The members that differ.
    public var fields: Set<String> {
        let (old, new) = (before?.members ?? [:], after?.members ?? [:])
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }
}

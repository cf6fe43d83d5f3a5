public import FiresteelFlags

/// A field that was changed by its author and by another person since the author read it.
public struct EditConflict: Sendable, Hashable {
    /// The item.
    public let item: ItemKey
    /// The member of the item, or empty if one of both removed or created the item.
    public let field: String
    /// The value that the author saw, or `nil` if there was none.
    public let base: FlagValue?
    /// The stored value, or `nil` if it was removed.
    public let theirs: FlagValue?
    /// The author's value, or `nil` if the author removes it.
    public let mine: FlagValue?
    /// The change that stored the other value.
    public let change: Int64

    /// Creates a conflict.
    public init(
        _ item: ItemKey, field: String, base: FlagValue?, theirs: FlagValue?, mine: FlagValue?, change: Int64
    ) {
        self.item = item
        self.field = field
        self.base = base
        self.theirs = theirs
        self.mine = mine
        self.change = change
    }
}

package import FiresteelBase

/// A field that was changed by its author and by another person since the author read it.
package struct EditConflict: Sendable, Hashable {
    /// The item.
    package let item: ItemKey
    /// The member of the item, or empty if one of both removed or created the item.
    package let field: String
    /// The value that the author saw, or `nil` if there was none.
    package let base: JSONValue?
    /// The stored value, or `nil` if it was removed.
    package let theirs: JSONValue?
    /// The author's value, or `nil` if the author removes it.
    package let mine: JSONValue?
    /// The change that stored the other value.
    package let change: Int64

    /// Creates a conflict.
    package init(
        _ item: ItemKey, field: String, base: JSONValue?, theirs: JSONValue?, mine: JSONValue?, change: Int64
    ) {
        self.item = item
        self.field = field
        self.base = base
        self.theirs = theirs
        self.mine = mine
        self.change = change
    }
}

/// A stored item that can't be read.
///
/// It is left out; the other items of its program aren't affected. Creating the item again replaces it.
package struct DamagedItem: Sendable, Hashable, CustomStringConvertible {
    /// The item, or `nil` if its kind is unknown.
    package let item: ItemKey?
    /// The kind, environment and name as stored.
    let location: String
    /// The change that wrote it.
    package let change: Int64
    /// The reason why it can't be read.
    package let reason: String

    /// The item and the reason.
    package var description: String { "The \(item.map { "\($0)" } ?? location) is damaged: \(reason)" }

    /// The error for people.
    package var diagnostic: ItemDiagnostic {
        ItemDiagnostic(
            item ?? ItemKey(.flag, location), path: "",
            message:
                "Its stored value, written by change \(change), is damaged and left out: \(reason) Create the item again, or restore a backup."
        )
    }
}

/// Items as read from the database.
package struct StoredItems {
    /// The items that can be read.
    package var items: [ItemKey: Item] = [:]
    /// The others, by their identity.
    package var damaged: [String: DamagedItem] = [:]
}

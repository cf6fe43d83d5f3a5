/// A stored item that can't be read.
///
/// It is left out; the other items of its program aren't affected. Creating the item again replaces it.
public struct DamagedItem: Sendable, Hashable, CustomStringConvertible {
    /// The item, or `nil` if its kind is unknown.
    public let item: ItemKey?
    /// The kind, environment and name as stored.
    let place: String
    /// The change that wrote it.
    public let change: Int64
    /// Why it can't be read.
    public let reason: String

    /// The item and the reason.
    public var description: String { "The \(item.map { "\($0)" } ?? place) is damaged: \(reason)" }

    /// The error for people.
    public var diagnostic: ItemDiagnostic {
        ItemDiagnostic(
            item ?? ItemKey(.flag, place), path: "",
            message:
                "Its stored value, written by change \(change), is damaged and left out: \(reason) Create the item again, or restore a backup."
        )
    }
}

/// Items as read from the database.
package struct StoredItems {
    /// The items that can be read.
    package var items: [ItemKey: Item] = [:]
    /// The others, by what identifies them.
    package var damaged: [String: DamagedItem] = [:]
}

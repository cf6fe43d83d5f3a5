/// An error in an item, with its location.
package struct ItemDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The item.
    package let item: ItemKey
    /// The location in the item, such as `rules[0].then`, or empty.
    package let path: String
    /// The problem and its remedy, as a sentence.
    package let message: String

    /// Creates a diagnostic.
    package init(_ item: ItemKey, path: String, message: String) {
        self.item = item
        self.path = path
        self.message = message
    }

    /// The message, preceded by the item and the path.
    package var description: String { "\(item)\(path.isEmpty ? "" : ", \(path)"): \(message)" }
}

/// An error in an item, with its location.
public struct ItemDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The item.
    public let item: ItemKey
    /// The place in the item, such as `rules[0].then`, or empty.
    public let path: String
    /// What is wrong, and what to do.
    public let message: String

    /// Creates a diagnostic.
    public init(_ item: ItemKey, path: String, message: String) {
        self.item = item
        self.path = path
        self.message = message
    }

    /// The message, preceded by the item and the path.
    public var description: String { "\(item)\(path.isEmpty ? "" : ", \(path)"): \(message)" }
}

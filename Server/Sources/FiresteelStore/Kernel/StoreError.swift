/// An error of the server's store.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The named thing doesn't exist.
    case notFound(String)
    /// The thing to create exists.
    case exists(String)
    /// A value isn't allowed.
    case invalid(String)
    /// Stored data can't be read.
    case damaged(String)

    /// A message with the cause.
    package var description: String {
        switch self {
        case .notFound(let message), .exists(let message), .invalid(let message): message
        case .damaged(let message):
            "Stored data is damaged: \(message) Run “firesteel-server verify”, and restore a backup if it fails."
        }
    }
}

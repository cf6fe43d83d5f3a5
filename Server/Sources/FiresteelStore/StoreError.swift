/// An error of the server's store.
public enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was named doesn't exist.
    case notFound(String)
    /// What should be created exists.
    case exists(String)
    /// A value isn't allowed.
    case invalid(String)
    /// Stored data can't be read.
    case damaged(String)

    /// A message with the cause.
    public var description: String {
        switch self {
        case .notFound(let message), .exists(let message), .invalid(let message): message
        case .damaged(let message):
            "Stored data is damaged: \(message) Run “firesteel-server verify”, and restore a backup if it fails."
        }
    }
}

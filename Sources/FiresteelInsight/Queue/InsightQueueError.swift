/// An error of the folder of messages.
public enum InsightQueueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing is stored without consent.
    case noConsent
    /// The timeline is in memory, and there is no folder for messages.
    case noFolder
    /// A file or folder can't be written, read or removed: its path and the reason.
    case file(String, String)

    /// The reason and its effect.
    public var description: String {
        switch self {
        case .noConsent: "The user has not consented. Nothing is stored or sent."
        case .noFolder: "The timeline is stored in memory. Specify a folder for messages."
        case .file(let path, let reason):
            "Can't store messages in \(path): \(reason). They are stored once it works again."
        }
    }
}

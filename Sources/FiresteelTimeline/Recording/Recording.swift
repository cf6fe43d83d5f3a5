/// Where a timeline records to.
public enum Recording: Sendable, Hashable {
    /// To the run file at this path.
    case file(path: String)
    /// To memory, as it was told to.
    case memory
    /// To memory, since a file could not be had. The fault says why, in words.
    case memoryFallback(TimelineStorageError)
}

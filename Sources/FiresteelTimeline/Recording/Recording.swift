/// The destination of a timeline.
public enum Recording: Sendable, Hashable {
    /// The run file at this path.
    case file(path: String)
    /// Memory, as configured.
    case memory
    /// Memory, because no file is available for the given reason.
    case memoryFallback(TimelineStorageError)
}

/// How many earlier runs are kept.
///
/// What exceeds any of the limits is removed when a timeline starts, oldest first.
///
/// A run that is still running is never removed, and counts.
public struct Retention: Sendable, Hashable {
    /// At most so many runs, the new one included.
    ///
    /// At least 1.
    public var runs: Int
    /// At most so many bytes of files in all.
    public var bytes: Int
    /// Runs that started longer ago are removed, to the second.
    ///
    /// Of any length: `.seconds(Int64.max)` keeps them for ever.
    public var age: Duration

    /// Limits of these sizes; those by default where nothing is said.
    public init(runs: Int = 10, bytes: Int = 256 << 20, age: Duration = .seconds(14 * 86_400)) {
        self.runs = max(1, runs)
        self.bytes = max(0, bytes)
        self.age = age
    }
}

/// The limits of retained runs.
///
/// Runs that exceed any limit are removed when a timeline starts, oldest first. A run that is being recorded is never
/// removed, and counts towards the limits.
public struct Retention: Sendable, Hashable {
    /// The maximum number of runs, the new one included.
    ///
    /// At least 1.
    public var runs: Int
    /// The maximum total size of the files, in bytes.
    public var bytes: Int
    /// The maximum age of a run, by its start, in whole seconds.
    ///
    /// The clock may have been set ahead. So runs of this start of the machine have the age of the monotonic clock, and
    /// others are removed for an age of a day or more only if another earlier run is within it: after a long break that is
    /// at the second start.
    ///
    /// `.seconds(Int64.max)` disables the limit.
    public var age: Duration

    /// Creates limits.
    public init(runs: Int = 10, bytes: Int = 256 << 20, age: Duration = .seconds(14 * 86_400)) {
        self.runs = max(1, runs)
        self.bytes = max(0, bytes)
        self.age = age
    }
}

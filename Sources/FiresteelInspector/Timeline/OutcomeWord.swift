/// The names of outcomes in addition to the recorded ones.
enum OutcomeWord {
    static let inFlight = "in-flight"
    /// The perform ended, and its completion was overwritten before it was read.
    static let unknown = "unknown"
}

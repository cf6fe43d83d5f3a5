/// The fields of a completion event, except the error.
public struct CompletionFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The start time of the perform, on the same clock.
    public var began: UInt64
    /// The outcome.
    public var outcome: Outcome
    /// The fields repeated from the begin.
    public var perform: PerformFields

    /// Creates the fields.
    public init(time: UInt64, began: UInt64, outcome: Outcome, perform: PerformFields) {
        self.time = time
        self.began = began
        self.outcome = outcome
        self.perform = perform
    }

    /// Creates the completion of the given begin.
    public init(of begin: BeginFields, time: UInt64, outcome: Outcome) {
        self.init(time: time, began: begin.time, outcome: outcome, perform: begin.perform)
    }
}

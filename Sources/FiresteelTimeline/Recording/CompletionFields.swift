/// What is recorded when an action completes, beside its error.
public struct CompletionFields: Sendable {
    /// When: nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// When the perform began, on the same clock.
    public var began: UInt64
    /// How it ended.
    public var outcome: Outcome
    /// What its begin said already.
    public var perform: PerformFields

    /// Fields with these values; each is described where it is declared.
    public init(time: UInt64, began: UInt64, outcome: Outcome, perform: PerformFields) {
        self.time = time
        self.began = began
        self.outcome = outcome
        self.perform = perform
    }

    /// The completion of what the given begin said.
    public init(of begin: BeginFields, time: UInt64, outcome: Outcome) {
        self.init(time: time, began: begin.time, outcome: outcome, perform: begin.perform)
    }
}

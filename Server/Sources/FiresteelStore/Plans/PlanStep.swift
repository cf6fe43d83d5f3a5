/// What became of a plan whose step was due.
public struct PlanStep: Sendable, Hashable {
    /// The outcome.
    public enum Outcome: Sendable, Hashable {
        /// The step was taken.
        case taken(Change)
        /// The plan was paused, with the reason.
        case paused(Change, reason: String)
        /// The plan can't be read or written; it is read again after some minutes.
        case postponed(reason: String)
    }

    /// The program.
    public let program: String
    /// The targeting that has the plan.
    public let key: ItemKey
    /// The outcome.
    public let outcome: Outcome
}

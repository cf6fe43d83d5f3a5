/// The result for a plan whose step was due.
package struct PlanStepResult: Sendable, Hashable {
    /// The outcome.
    package enum Outcome: Sendable, Hashable {
        /// The step was taken.
        case taken(Change)
        /// The plan was paused, with the reason.
        case paused(Change, reason: String)
        /// The plan can't be read or written; it is read again after some minutes.
        case postponed(reason: String)
    }

    /// The program.
    package let program: String
    /// The targeting that has the plan.
    package let key: ItemKey
    /// The outcome.
    package let outcome: Outcome
}

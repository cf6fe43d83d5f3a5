/// The result of a guard's check of a plan.
package struct GuardLook: Sendable, Hashable {
    /// The outcome.
    package enum Outcome: Sendable, Hashable {
        /// The guard stopped the plan.
        case acted(Change)
        /// The guard found harm, and only notifies people.
        case notified(reason: String)
        /// The evidence can't be read; it is read again after some minutes.
        case postponed(reason: String)
    }

    /// The program.
    package let program: String
    /// The targeting that has the plan.
    package let key: ItemKey
    /// The outcome.
    package let outcome: Outcome
}

/// The result of a guard's check of a plan.
public struct GuardLook: Sendable, Hashable {
    /// The outcome.
    public enum Outcome: Sendable, Hashable {
        /// The guard stopped the plan.
        case acted(Change)
        /// The evidence can't be read; it is read again after some minutes.
        case postponed(reason: String)
    }

    /// The program.
    public let program: String
    /// The targeting that has the plan.
    public let key: ItemKey
    /// The outcome.
    public let outcome: Outcome
}

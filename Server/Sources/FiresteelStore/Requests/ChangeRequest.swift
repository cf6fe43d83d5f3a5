/// A change that is pending: for an approval, for a time, or for a review of what is already in effect.
public struct ChangeRequest: Sendable, Hashable {
    /// What is pending.
    public enum Kind: String, Sendable, CaseIterable {
        /// An approval, after which the change takes effect, or is scheduled.
        case approval
        /// A review of a change that took effect immediately.
        case review
        /// A time.
        case schedule
    }

    /// Whether it is still pending, and how it ended if not.
    public enum State: String, Sendable, CaseIterable {
        /// Pending.
        case pending
        /// The change took effect, or was reviewed.
        case done
        /// An approver declined it.
        case declined
        /// Its author withdrew it, or an approver removed the schedule.
        case withdrawn
        /// It no longer applied when it was due.
        case failed
    }

    /// The identifier.
    public let id: String
    /// The program.
    public let program: String
    /// What is pending.
    public var kind: Kind
    /// Whether it is still pending.
    public var state: State
    /// The kind that the change will have.
    public let changeKind: Change.Kind
    /// The change that it reverts, if it is a reversal.
    public let reverts: Int64?
    /// The time of the request, in milliseconds since 1970.
    public let created: Int64
    /// The time at which the change takes effect, if it has one.
    public var due: Int64?
    /// The author.
    public let author: Author
    /// The reason.
    public let reason: String
    /// The protected environments that the change affects.
    public let environments: [String]
    /// The edits.
    public let edits: [Edit]
    /// What distinguishes it from another proposal with the same identifier.
    public let fingerprint: ProposalFingerprint
    /// The change, once there is one.
    public var change: Int64?
    /// The time of the decision.
    public var decided: Int64?
    /// The identifier of the person who decided.
    public var decidedBy: String
    /// The name of the person who decided; for a schedule that was approved and then withdrawn, both names.
    public var decidedByName: String
    /// The comment of the person who decided, or why it failed.
    public var comment: String
}

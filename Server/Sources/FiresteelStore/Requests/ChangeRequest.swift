/// A pending change: it waits for an approval, for a time, or for a review of a change that is already in effect.
package struct ChangeRequest: Sendable, Hashable {
    /// The kind of the request.
    package enum Kind: String, Sendable, CaseIterable {
        /// An approval, after which the change takes effect, or is scheduled.
        case approval
        /// A review of a change that took effect immediately.
        case review
        /// A time.
        case schedule
    }

    /// Whether it is still pending, and how it ended if not.
    package enum State: String, Sendable, CaseIterable {
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
    package let id: String
    /// The program.
    package let program: String
    /// The kind of the request.
    package var kind: Kind
    /// Whether it is still pending.
    package var state: State
    /// The kind that the change will have.
    package let changeKind: Change.Kind
    /// The change that it reverts, if it is a reversal.
    package let reverts: Int64?
    /// The time of the request, in milliseconds since 1970.
    package let created: Int64
    /// The time at which the change takes effect, if it has one.
    package var due: Int64?
    /// The author.
    package let author: Author
    /// The reason.
    package let reason: String
    /// The protected environments that the change affects.
    package let environments: [String]
    /// The edits.
    package let edits: [Edit]
    /// The fingerprint that distinguishes it from another proposal with the same identifier.
    package let fingerprint: ProposalFingerprint
    /// The change, once there is one.
    package var change: Int64?
    /// The time of the decision.
    package var decided: Int64?
    /// The identifier of the person who decided.
    package var decidedBy: String
    /// The name of the person who decided; for a schedule that was approved and then withdrawn, both names.
    package var decidedByName: String
    /// The comment of the person who decided, or why it failed.
    package var comment: String
}

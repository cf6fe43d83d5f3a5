/// A change: one or more differences that took effect together.
///
/// Never edited, never deleted.
package struct Change: Sendable, Hashable {
    /// The origin of a change.
    package enum Kind: String, Sendable, CaseIterable {
        /// Edits of a person or script.
        case edit
        /// An import from a file.
        case `import`
        /// Values of one environment, set in another.
        case promotion
        /// The reversal of an earlier change.
        case reversal
        /// A change that was scheduled.
        case schedule
        /// A step of a rollout plan.
        case plan
        /// The catalogue of a program, which adds flags.
        case catalogue
    }

    /// The number within the program, from 1 without gaps.
    package let number: Int64
    /// The identifier that the author's request had: a repeated request doesn't apply a change twice.
    package let id: String
    /// The time, in milliseconds since 1970.
    package let time: Int64
    /// The origin of the change.
    package let kind: Kind
    /// The author.
    package let author: Author
    /// The reason, may be empty.
    package let reason: String
    /// The identifier of the perform on the server's timeline.
    package let perform: String
    /// The content.
    package let body: ChangeBody
    /// The hash of the change before, empty for the first.
    package let previous: String
    /// The hash of this change.
    package let hash: String
}

/// The content of a change: what its hash covers beside its author, time and reason.
package struct ChangeBody: Sendable, Hashable {
    /// The items that changed.
    package var differences: [ItemDifference]
    /// The revision that the change gave each affected environment.
    package var revisions: [String: Int64]
    /// The change that it reverts, if it is a reversal.
    package var reverts: Int64?
    /// The request that it carries out: a schedule, or one that was approved.
    package var request: String?
    /// The person who approved the change, if approval was required.
    package var approvedBy: String?

    /// Creates the content of a change.
    package init(
        differences: [ItemDifference], revisions: [String: Int64], reverts: Int64? = nil, request: String? = nil,
        approvedBy: String? = nil
    ) {
        self.differences = differences
        self.revisions = revisions
        self.reverts = reverts
        self.request = request
        self.approvedBy = approvedBy
    }
}

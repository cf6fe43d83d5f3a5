/// A change: one or more differences that took effect together.
///
/// Never edited, never deleted.
public struct Change: Sendable, Hashable {
    /// How a change came about.
    public enum Kind: String, Sendable, CaseIterable {
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
    public let number: Int64
    /// The identifier that the author's request had: a repeated request doesn't apply a change twice.
    public let id: String
    /// The time, in milliseconds since 1970.
    public let time: Int64
    /// How the change came about.
    public let kind: Kind
    /// The author.
    public let author: Author
    /// The reason, may be empty.
    public let reason: String
    /// The identifier of the perform on the server's timeline.
    public let perform: String
    /// The content.
    public let body: ChangeBody
    /// The hash of the change before, empty for the first.
    public let previous: String
    /// The hash of this change.
    public let hash: String
}

/// Who makes a change.
public struct Author: Sendable, Hashable {
    /// Where a change is requested.
    public enum Source: String, Sendable, CaseIterable {
        /// The dashboard.
        case dashboard
        /// A script with a token.
        case token
        /// The command line of the server.
        case commandLine
        /// A schedule.
        case schedule
        /// A rollout plan; the author is the person who started it.
        case plan
        /// A guard.
        case `guard`
        /// A program that sent its catalogue.
        case program
    }

    /// The identifier of the account or token.
    public let id: String
    /// The name at the time.
    public let name: String
    /// Where the change was requested.
    public let source: Source

    /// Creates an author.
    public init(id: String, name: String, source: Source) {
        self.id = id
        self.name = name
        self.source = source
    }
}

/// The content of a change: what its hash covers beside its author, time and reason.
public struct ChangeBody: Sendable, Hashable {
    /// The items that changed.
    public var differences: [ItemDifference]
    /// The revision that the change gave each affected environment.
    public var revisions: [String: Int64]
    /// The change that it reverts, if it is a reversal.
    public var reverts: Int64?
    /// The request that it carries out: a schedule, or one that was approved.
    public var request: String?
    /// Who approved it, if approval was required.
    public var approvedBy: String?

    /// Creates the content of a change.
    public init(
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

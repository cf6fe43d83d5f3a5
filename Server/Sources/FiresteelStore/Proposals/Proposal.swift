/// A change as its author proposes it.
package struct Proposal: Sendable {
    /// The identifier: the same proposal again has the same result, and changes nothing twice.
    package var id: String
    /// The edits.
    package var edits: [Edit]
    /// The reason, may be empty where none is required.
    package var reason: String
    /// The author.
    package var author: Author
    /// The environments that the author may change.
    package var rights: Membership
    /// The origin of the change.
    package var kind: Change.Kind
    /// The time at which it should take effect, in milliseconds since 1970; `nil` for now.
    package var due: Int64?
    /// The identifier of the perform on the server's timeline.
    package var perform: String
    /// The change that it reverts.
    package var reverts: Int64?
    /// The fingerprint that distinguishes it from another proposal with the same identifier.
    package var fingerprint: ProposalFingerprint

    /// Creates a proposal.
    ///
    /// Its fingerprint is that of the edits and the time, unless one is given.
    package init(
        id: String, edits: [Edit], reason: String, author: Author, rights: Membership, kind: Change.Kind = .edit,
        due: Int64? = nil, perform: String = "", reverts: Int64? = nil, fingerprint: ProposalFingerprint? = nil
    ) {
        self.id = id
        self.edits = edits
        self.reason = reason
        self.author = author
        self.rights = rights
        self.kind = kind
        self.due = due
        self.perform = perform
        self.reverts = reverts
        self.fingerprint = fingerprint ?? ProposalFingerprint(edits: edits, due: due)
    }
}

/// The result of a proposal.
package enum ProposalResult: Sendable, Hashable {
    /// The change took effect. If it has to be reviewed, there is a request for that.
    case applied(Change, review: ChangeRequest?)
    /// Another person has to approve it.
    case requested(ChangeRequest)
    /// It takes effect at its time.
    case scheduled(ChangeRequest)
    /// The stored values are already as proposed.
    case unchanged
}

/// The effect that a proposal would have.
package struct ProposalPreview: Sendable {
    /// The number of the program's last change, of which the preview was made.
    package var change: Int64
    /// The items that would change.
    package var differences: [ItemDifference]
    /// The environments that it affects.
    package var environments: Set<String>
    /// The protected environments in which another person has to approve it first.
    package var needsApproval: Set<String>
    /// The protected environments in which it takes effect immediately and is reviewed afterwards.
    package var isReviewed: Set<String>
    /// The environments that require a reason.
    package var needsReason: Set<String>
    /// The fields that another person changed as well.
    package var conflicts: [EditConflict]
    /// The errors in the result.
    package var diagnostics: [ItemDiagnostic]
    /// The definitions of the affected environments in the result.
    var definitions: [String: CompiledDefinitions] = [:]
}

/// The reason why a change is refused.
///
/// Nothing was written.
package enum ChangeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Fields were changed by another person since the author read them.
    case conflicts([EditConflict])
    /// The result would not be valid.
    case invalid([ItemDiagnostic])
    /// A reason is required, in these environments.
    case reasonRequired([String])
    /// The author may not change these environments.
    case notAllowed([String])
    /// The author may not change these environments, with which others share what the change has.
    case sharedNotAllowed([String])
    /// The author of a request can't approve or review it.
    case ownRequest
    /// Since it was requested, other changes made it affect more than was decided about.
    case outgrown([String])
    /// The program changed since the person read the request.
    case changedSince(Int64)
    /// The author no longer has the rights that the change needs.
    case authorLostRights
    /// The request is no longer pending.
    case notPending(ChangeRequest.State)
    /// Another change or request has the identifier.
    case identifierUsed(String)
    /// The proposal itself is wrong.
    case malformed(String)

    /// A message with the cause.
    package var description: String {
        switch self {
        case .conflicts(let conflicts):
            "Another person changed \(conflicts.map { "\($0.item)" }.joined(separator: ", ")) in the meantime. Nothing was changed. Read the items again, and repeat the edit."
        case .invalid(let diagnostics):
            diagnostics.map { "\($0)" }.joined(separator: "\n")
        case .reasonRequired(let environments):
            "A change of \(environments.joined(separator: ", ")) needs a reason. Enter one."
        case .notAllowed(let environments):
            "You may not change \(environments.joined(separator: ", ")). Ask an admin of the program."
        case .sharedNotAllowed(let environments):
            """
            You may not change \(environments.joined(separator: ", ")), which this change affects: flags and segments are shared by \
            all environments, and only rules and switches belong to one. A person with the right to all of them can make it on \
            the dashboard, or “firesteel-server import”.
            """
        case .ownRequest: "Another person has to decide: you can’t approve or review your own change."
        case .outgrown(let environments):
            "Other changes since then make it affect \(environments.joined(separator: ", ")) without an approval. Request it again."
        case .changedSince(let number):
            "The program changed since you read the request: its last change is \(number). Review the request again."
        case .authorLostRights:
            "Its author no longer has the rights that it needs. Another editor can schedule it again."
        case .notPending(let state): "The request is no longer pending: it is \(state.rawValue)."
        case .identifierUsed(let id):
            "Another change was proposed with the identifier “\(id)”. Nothing was changed. Use a new identifier for each change."
        case .malformed(let message): message
        }
    }
}

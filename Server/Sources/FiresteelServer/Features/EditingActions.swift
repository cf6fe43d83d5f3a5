import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Changes flags and segments, or requests the change where another person has to approve it.
enum ProposeChange: ReplyAction {
    static let description = "Change flags and segments"

    static func reply(to context: ActionContext<ServerCall<ProposalPayload>>) async throws -> ProposalResult {
        let call = context.input
        let author = try call.author()
        try await call.requireConfirmation()
        let result = try await call.server.changes.propose(
            call.proposal(author, perform: context.performIdentifier), of: call.payload.program,
            now: call.server.clock.now())
        try await call.server.snapshots.refresh()
        return result
    }
}

extension ServerCall where Payload == ProposalPayload {
    /// Throws if a person changes a protected environment and has not entered the password lately.
    func requireConfirmation() async throws {
        guard case .person(let person) = caller, person.account.hasPassword else { return }
        let options = server.signIns.options
        guard person.signIn.confirmed + options.confirmation <= server.clock.now() else { return }
        let preview = try await server.changes.preview(proposal(try author(), perform: ""), of: payload.program)
        guard !preview.needsApproval.isEmpty || !preview.isReviewed.isEmpty else { return }
        throw APIError(
            status: .forbidden, code: "confirmation-required",
            message: "Enter your password again to change a protected environment.")
    }
}

/// A change to revert.
struct ReversalPayload: Sendable, TimelineDescribable {
    let program: String
    let number: Int64
    let id: String
    let reason: String
    /// Whether the earlier values are restored also where later changes set others.
    let overridesLater: Bool
    let isPreview: Bool

    func describe(to summary: inout InputSummary) { summary.add("Change", Int(number)) }
}

/// Restores the values before a change, as a new change.
enum RevertChange: ReplyAction {
    static let description = "Revert a change"

    /// What a reversal does, and what became of it.
    struct Result: Sendable {
        let preview: ProposalPreview
        /// The fields that later changes set as well.
        let later: [EditConflict]
        /// `nil` for a preview.
        let result: ProposalResult?
    }

    static func reply(to context: ActionContext<ServerCall<ReversalPayload>>) async throws -> Result {
        let call = context.input
        let payload = call.payload
        let server = call.server
        guard let state = try await server.changes.state(of: payload.program),
            let change = try await server.database.read({
                try ChangeTable($0, program: payload.program).change(payload.number)
            })
        else { throw APIError.notFound("There is no change \(payload.number).") }
        let reversal = Reversal(of: change, in: state, overridesLater: payload.overridesLater)
        guard !reversal.edits.isEmpty else {
            throw APIError(
                status: .conflict, code: "nothing-to-revert",
                message: "Later changes set all its values. Nothing is left to revert.",
                details: ["later": .array(reversal.later.map(\.json))])
        }
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id, edits: reversal.edits, reason: payload.reason, due: nil,
                kind: .reversal, reverts: payload.number))
        let author = try call.author()
        let preview = try await server.changes.preview(proposal.proposal(author, perform: ""), of: payload.program)
        guard !payload.isPreview else { return Result(preview: preview, later: reversal.later, result: nil) }
        try await proposal.requireConfirmation()
        let result = try await server.changes.propose(
            proposal.proposal(author, perform: context.performIdentifier), of: payload.program, now: server.clock.now())
        try await server.snapshots.refresh()
        return Result(preview: preview, later: reversal.later, result: result)
    }
}

/// Items of a file to import.
struct ImportPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let format: String
    let bytes: [UInt8]
    let id: String
    let reason: String
    let isPreview: Bool

    func describe(to summary: inout InputSummary) {
        summary.add("Format", format)
        summary.add("Size", bytes: bytes.count)
    }
}

/// Imports flags from a file, as one change.
enum ImportFlags: ReplyAction {
    static let description = "Import flags from a file"

    /// What an import does, and what became of it.
    struct Result: Sendable {
        let preview: ProposalPreview
        /// What the file has and can't be imported, as sentences.
        let notes: [String]
        /// `nil` for a preview.
        let result: ProposalResult?
    }

    static func reply(to context: ActionContext<ServerCall<ImportPayload>>) async throws -> Result {
        let call = context.input
        let payload = call.payload
        let server = call.server
        guard let state = try await server.changes.state(of: payload.program) else {
            throw APIError.notFound("There is no program “\(payload.program)”.")
        }
        let imported = try ImportedFlags(
            payload.bytes, format: payload.format, environment: payload.environment, into: state)
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id, edits: imported.edits, reason: payload.reason, due: nil,
                kind: .import))
        let author = try call.author()
        let preview = try await server.changes.preview(proposal.proposal(author, perform: ""), of: payload.program)
        guard !payload.isPreview else { return Result(preview: preview, notes: imported.notes, result: nil) }
        try await proposal.requireConfirmation()
        let result = try await server.changes.propose(
            proposal.proposal(author, perform: context.performIdentifier), of: payload.program, now: server.clock.now())
        try await server.snapshots.refresh()
        return Result(preview: preview, notes: imported.notes, result: result)
    }
}

/// A request that is decided.
struct DecisionPayload: Sendable, TimelineDescribable {
    let program: String
    let request: String
    let comment: String

    func describe(to summary: inout InputSummary) { summary.add("Request", request) }
}

/// Withdraws one's own request, or removes a schedule.
enum WithdrawRequest: ReplyAction {
    static let description = "Withdraw a request or remove a schedule"

    static func reply(to context: ActionContext<ServerCall<DecisionPayload>>) async throws -> ChangeRequest {
        let call = context.input
        let author = try call.author()
        let request = try await call.server.database.read { try RequestTable($0).request(call.payload.request) }
        guard let request, request.program == call.payload.program else {
            throw APIError.notFound("There is no request “\(call.payload.request)”.")
        }
        guard request.author.id == author.id || request.kind == .schedule else {
            throw APIError.forbidden("Only its author can withdraw a request. An approver can decline it.")
        }
        if let allowed = call.caller.membership(in: request.program)?.environments {
            let refused = Set(request.environments).subtracting(allowed)
            guard refused.isEmpty else { throw ChangeError.notAllowed(refused.sorted()) }
        }
        return try await call.server.changes.decline(
            request.id, of: request.program, by: author, comment: call.payload.comment, now: call.server.clock.now())
    }
}

/// Approves a request, or marks a change as reviewed.
enum ApproveRequest: ReplyAction {
    static let description = "Approve a request, or mark a change as reviewed"

    static func reply(to context: ActionContext<ServerCall<DecisionPayload>>) async throws -> ProposalResult {
        let call = context.input
        // A token isn't a person: who has one could approve their own changes.
        guard case .person = call.caller else { throw APIError.forbidden("A person has to approve it, not a token.") }
        let result = try await call.server.changes.approve(
            call.payload.request, of: call.payload.program, by: call.author(), comment: call.payload.comment,
            perform: context.performIdentifier, now: call.server.clock.now())
        try await call.server.snapshots.refresh()
        return result
    }
}

/// Declines a request.
enum DeclineRequest: ReplyAction {
    static let description = "Decline a request"

    static func reply(to context: ActionContext<ServerCall<DecisionPayload>>) async throws -> ChangeRequest {
        let call = context.input
        guard case .person = call.caller else { throw APIError.forbidden("A person has to decline it, not a token.") }
        return try await call.server.changes.decline(
            call.payload.request, of: call.payload.program, by: call.author(), comment: call.payload.comment,
            now: call.server.clock.now())
    }
}

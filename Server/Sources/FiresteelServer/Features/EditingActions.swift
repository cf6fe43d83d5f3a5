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

extension ServerCall {
    /// Whether the caller is a person who has not entered the password, or signed in at the provider, lately.
    var lacksConfirmation: Bool {
        guard case .person(let person) = caller else { return false }
        return person.signIn.confirmed + server.signIns.options.confirmation <= server.clock.now()
    }

    /// Throws if a person changes what protects a program and has not entered the password lately.
    func requireConfirmation(_ purpose: String) throws(APIError) {
        guard lacksConfirmation, case .person(let person) = caller else { return }
        let request = person.account.hasPassword ? "Enter your password again" : "Sign in again at the provider"
        throw APIError(status: .forbidden, code: "confirmation-required", message: "\(request) to \(purpose).")
    }

    /// Returns the rights of the caller in a program.
    ///
    /// - Throws: If they don't include an environment, or all environments where none is named.
    func rights(in program: String, including environment: String? = nil) throws(APIError) -> Membership {
        guard let own = caller.membership(in: program) else { throw .unauthorized }
        guard let allowed = own.environments else { return own }
        guard let environment, allowed.contains(environment) else {
            throw .forbidden("Your role is limited to \(allowed.sorted().joined(separator: ", ")).")
        }
        return own
    }
}

extension ServerCall where Payload == ProposalPayload {
    /// Throws if a person changes a protected environment and has not entered the password lately.
    func requireConfirmation() async throws {
        guard lacksConfirmation else { return }
        let preview = try await server.changes.preview(proposal(try author(), perform: ""), of: payload.program)
        guard !preview.needsApproval.isEmpty || !preview.isReviewed.isEmpty else { return }
        try requireConfirmation("change a protected environment")
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

    var fingerprint: ProposalFingerprint { ProposalFingerprint(["reversal", "\(number)", "\(overridesLater)"]) }
}

/// Restores the values before a change, as a new change.
enum RevertChange: ReplyAction {
    static let description = "Revert a change"

    /// What a reversal does, and what became of it.
    struct Result: Sendable {
        /// `nil` if the same request was carried out before.
        let preview: ProposalPreview?
        /// The fields that later changes set as well.
        let later: [EditConflict]
        /// `nil` for a preview.
        let result: ProposalResult?
    }

    static func reply(to context: ActionContext<ServerCall<ReversalPayload>>) async throws -> Result {
        let call = context.input
        let payload = call.payload
        let server = call.server
        if !payload.isPreview,
            let earlier = try await server.changes.earlierResult(
                of: payload.id, payload.fingerprint, in: payload.program)
        {
            return Result(preview: nil, later: [], result: earlier)
        }
        guard let state = try await server.changes.state(of: payload.program),
            let change = try await server.database.read({
                try ChangeTable($0, program: payload.program).change(payload.number)
            })
        else { throw APIError.notFound("There is no change \(payload.number).") }
        let reversal = Reversal(of: change, in: state, overridesLater: payload.overridesLater)
        guard !reversal.edits.isEmpty else {
            throw APIError(
                status: .conflict, code: "nothing-to-revert",
                message: change.body.differences.isEmpty
                    ? "It changed no flags or segments, so there is nothing to revert."
                    : "Later changes set all its values. Nothing is left to revert.",
                details: ["later": .array(reversal.later.map(\.json))])
        }
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id, edits: reversal.edits, reason: payload.reason, due: nil,
                kind: .reversal, reverts: payload.number, fingerprint: payload.fingerprint))
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
    let file: ImportFile
    let id: String
    let reason: String
    let isPreview: Bool

    func describe(to summary: inout InputSummary) {
        summary.add("Format", file.format?.rawValue ?? "detected")
        summary.add("Size", bytes: file.bytes.count)
    }

    var fingerprint: ProposalFingerprint {
        ProposalFingerprint(
            [
                "import", file.format?.rawValue ?? "", file.environment, file.source ?? "",
                String(decoding: file.bytes, as: UTF8.self),
            ] + (file.isExact ? ["exact"] : []))
    }
}

/// Imports flags from a file, as one change.
enum ImportFlags: ReplyAction {
    static let description = "Import flags from a file"

    /// What an import does, and what became of it.
    struct Result: Sendable {
        /// The format of the file; `nil` if the same request was carried out before.
        let format: ImportFormat?
        /// `nil` if the program has all flags already, or the same request was carried out before.
        let preview: ProposalPreview?
        /// The parts of the file that are left out (errors), and those that differ afterwards (warnings).
        let diagnostics: [FlagDocumentDiagnostic]
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
        if !payload.isPreview,
            let earlier = try await server.changes.earlierResult(
                of: payload.id, payload.fingerprint, in: payload.program)
        {
            return Result(format: nil, preview: nil, diagnostics: [], result: earlier)
        }
        // A file of megabytes takes a while.
        let imported = try await Offload.run {
            Swift.Result { () throws(APIError) in try ImportedFlags(payload.file, into: state) }
        }.get()
        func result(_ preview: ProposalPreview?, _ result: ProposalResult?) -> Result {
            Result(format: imported.format, preview: preview, diagnostics: imported.diagnostics, result: result)
        }
        guard !imported.edits.isEmpty else { return result(nil, .unchanged) }
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id, edits: imported.edits, reason: payload.reason, due: nil,
                kind: .import, fingerprint: payload.fingerprint))
        let author = try call.author()
        let preview = try await server.changes.preview(proposal.proposal(author, perform: ""), of: payload.program)
        guard !payload.isPreview else { return result(preview, nil) }
        try await proposal.requireConfirmation()
        let applied = try await server.changes.propose(
            proposal.proposal(author, perform: context.performIdentifier), of: payload.program, now: server.clock.now())
        try await server.snapshots.refresh()
        return result(preview, applied)
    }
}

/// A request that is decided.
struct DecisionPayload: Sendable, TimelineDescribable {
    let program: String
    let request: String
    let comment: String
    /// The last change of the program when the person read the request.
    var seen: Int64?

    func describe(to summary: inout InputSummary) { summary.add("Request", request) }
}

/// Withdraws one's own request, or removes a schedule.
enum WithdrawRequest: ReplyAction {
    static let description = "Withdraw a request or remove a schedule"

    static func reply(to context: ActionContext<ServerCall<DecisionPayload>>) async throws -> ChangeRequest {
        let call = context.input
        let author = try call.author()
        let payload = call.payload
        let request = try await call.server.database.read {
            try RequestTable($0).request(payload.request, of: payload.program)
        }
        guard let request else {
            throw APIError.notFound("There is no request “\(call.payload.request)”.")
        }
        if request.author.id != author.id {
            guard request.kind == .schedule else {
                throw APIError.forbidden("Only its author can withdraw a request. An approver can decline it.")
            }
            // Another person may have approved it.
            guard let own = call.caller.membership(in: payload.program), own.role >= .approver else {
                throw APIError.forbidden("Only its author or an approver can remove a schedule.")
            }
        }
        let result = try await call.server.changes.decline(
            request.id, of: request.program, call.decision(author, perform: context.performIdentifier),
            now: call.server.clock.now())
        try await call.server.snapshots.refresh()
        return result
    }
}

extension ServerCall where Payload == DecisionPayload {
    func decision(_ person: Author, perform: String) -> Decision {
        Decision(
            by: person, rights: caller.membership(in: payload.program) ?? Membership(role: .viewer, environments: []),
            comment: payload.comment, perform: perform, seen: payload.seen)
    }
}

/// Approves a request, or marks a change as reviewed.
enum ApproveRequest: ReplyAction {
    static let description = "Approve a request, or mark a change as reviewed"

    static func reply(to context: ActionContext<ServerCall<DecisionPayload>>) async throws -> ProposalResult {
        let call = context.input
        // A token isn't a person: its owner could approve their own changes.
        guard case .person = call.caller else { throw APIError.forbidden("A person has to approve it, not a token.") }
        try call.requireConfirmation("approve a change")
        let result = try await call.server.changes.approve(
            call.payload.request, of: call.payload.program,
            call.decision(call.author(), perform: context.performIdentifier), now: call.server.clock.now())
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
        let result = try await call.server.changes.decline(
            call.payload.request, of: call.payload.program,
            call.decision(call.author(), perform: context.performIdentifier), now: call.server.clock.now())
        try await call.server.snapshots.refresh()
        return result
    }
}

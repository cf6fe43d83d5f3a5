import FiresteelDatabase

extension ChangeService {
    func carryOut(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64,
        confirming confirm: Confirmation
    ) throws -> ProposalResult {
        let preview = try preview(proposal, state, database, now: now)
        try confirm(preview)
        try Self.check(preview)
        guard !preview.differences.isEmpty else { return .unchanged }
        try proposal.rights.requireChanging(
            preview.environments, includesShared: preview.differences.contains(where: \.item.environment.isEmpty))
        if !preview.needsReason.isEmpty, proposal.reason.trimmed.isEmpty {
            throw ChangeError.reasonRequired(preview.needsReason.sorted())
        }
        let isLater = proposal.due.map { $0 > now } ?? false
        if isLater || !preview.needsApproval.isEmpty {
            // An import that is repeated after an interruption has another identifier.
            if proposal.kind == .import,
                let request = try RequestTable(database).pendingImport(
                    proposal.fingerprint, by: proposal.author, of: state.program.id)
            {
                return .requested(request)
            }
            let pending = try RequestTable(database).pendingCount(of: state.program.id)
            guard pending < limits.pendingRequests else {
                throw ChangeError.malformed(
                    "The program has \(pending) pending requests, the most that are allowed. Decide about some first.")
            }
        }
        var request = ChangeRequest(
            id: proposal.id, program: state.program.id, kind: .approval, state: .pending, changeKind: proposal.kind,
            reverts: proposal.reverts, created: now, due: isLater ? proposal.due : nil, author: proposal.author,
            reason: proposal.reason,
            environments: preview.environments.sorted(), edits: proposal.edits,
            fingerprint: proposal.fingerprint, change: nil, decided: nil,
            decidedBy: "", decidedByName: "", comment: "")
        if !preview.needsApproval.isEmpty || (isLater && !preview.isReviewed.isEmpty) {
            try RequestTable(database).add(request)
            return .requested(request)
        }
        if isLater {
            request.kind = .schedule
            try RequestTable(database).add(request)
            return .scheduled(request)
        }
        let change = try ChangeTable(database, program: state.program.id).append(
            ChangeTable.Draft(
                id: proposal.id, time: now, kind: proposal.kind, author: proposal.author, reason: proposal.reason,
                perform: proposal.perform,
                body: ChangeBody(differences: preview.differences, revisions: [:], reverts: proposal.reverts),
                fingerprint: proposal.fingerprint),
            to: state.program, affecting: preview.environments)
        validated.add(preview.definitions, of: change, in: state.program.id)
        guard !preview.isReviewed.isEmpty else { return .applied(change, review: nil) }
        let review = try addReview(
            of: change, proposal, in: preview.isReviewed, of: state.program.id, database, now: now)
        return .applied(change, review: review)
    }

    /// Requests that another person reviews a change that is in effect.
    @discardableResult
    func addReview(
        of change: Change, _ proposal: Proposal, in environments: Set<String>, of program: String,
        _ database: any DatabaseConnection, now: Int64
    ) throws -> ChangeRequest {
        let review = ChangeRequest(
            id: Identifier.random(), program: program, kind: .review, state: .pending,
            changeKind: proposal.kind, reverts: proposal.reverts, created: now, due: nil, author: proposal.author,
            reason: proposal.reason, environments: environments.sorted(),
            edits: proposal.edits, fingerprint: proposal.fingerprint, change: change.number, decided: nil,
            decidedBy: "", decidedByName: "", comment: "")
        try RequestTable(database).add(review)
        return review
    }
}

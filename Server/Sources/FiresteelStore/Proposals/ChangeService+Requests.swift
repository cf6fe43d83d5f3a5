import FiresteelDatabase

extension ChangeService {
    /// Approves a request: its change takes effect, or is scheduled.
    ///
    /// - Parameters:
    ///   - request: The identifier of the request.
    ///   - program: The program.
    ///   - decision: The person, their rights, and the request as they read it.
    ///   - now: The time.
    package func approve(
        _ request: String, of program: String, _ decision: Decision, now: Int64
    ) async throws -> ProposalResult {
        try await commit { database in
            let locked = try ProgramTable(database).lock(program)
            var request = try self.pending(request, of: program, database)
            try decision.requireApproving(request, locked, database)
            request.decided = now
            request.decidedBy = decision.person.id
            request.decidedByName = decision.person.name
            request.comment = decision.comment
            switch request.kind {
            case .schedule: throw ChangeError.malformed("The request is a schedule, which needs no approval.")
            case .review:
                request.state = .done
                _ = try RequestTable(database).update(request)
                guard let number = request.change,
                    let change = try ChangeTable(database, program: program).change(number)
                else { throw StoreError.damaged("A review names no change.") }
                return .applied(change, review: request)
            case .approval:
                let state = try self.state(locked, database)
                if let due = request.due, due > now {
                    try Self.check(
                        self.preview(self.proposal(of: request, perform: decision.perform), state, database), request)
                    request.kind = .schedule
                    _ = try RequestTable(database).update(request)
                    return .scheduled(request)
                }
                guard let change = try self.apply(request, perform: decision.perform, state, database, now: now) else {
                    request.state = .done
                    request.comment = "The stored values were already as requested."
                    _ = try RequestTable(database).update(request)
                    return .unchanged
                }
                return .applied(change, review: nil)
            }
        }
    }

    /// Declines a request, or withdraws it if the person is its author or it is a schedule.
    package func decline(
        _ request: String, of program: String, _ decision: Decision, now: Int64
    ) async throws -> ChangeRequest {
        try await commit { database in
            _ = try ProgramTable(database).lock(program)
            var request = try self.pending(request, of: program, database)
            guard request.kind != .review else {
                throw ChangeError.malformed("The change is in effect already. Revert it instead.")
            }
            try decision.requireEnvironments(of: request)
            let isOwn = request.author.id == decision.person.id
            request.end(
                isOwn || request.kind == .schedule ? .withdrawn : .declined, by: decision.person,
                comment: decision.comment, now: now)
            _ = try RequestTable(database).update(request)
            return request
        }
    }

    /// Applies the edits of a request that was approved or is due, and ends it.
    ///
    /// Returns `nil` if nothing differs.
    func apply(
        _ request: ChangeRequest, perform: String, _ state: ProgramState, _ database: any DatabaseConnection,
        now: Int64
    ) throws -> Change? {
        let preview = try preview(proposal(of: request, perform: perform), state, database, now: now)
        try Self.check(preview, request)
        guard !preview.differences.isEmpty else { return nil }
        let isSchedule = request.kind == .schedule
        let change = try ChangeTable(database, program: state.program.id).append(
            ChangeTable.Draft(
                id: request.id, time: now,
                kind: isSchedule && request.changeKind == .edit ? .schedule : request.changeKind,
                author: isSchedule
                    ? Author(id: request.author.id, name: request.author.name, source: .schedule) : request.author,
                reason: request.reason, perform: perform,
                body: ChangeBody(
                    differences: preview.differences, revisions: [:], reverts: request.reverts, request: request.id,
                    approvedBy: request.decidedByName.isEmpty ? nil : request.decidedByName),
                fingerprint: request.fingerprint),
            to: state.program, affecting: preview.environments)
        validated.add(preview.definitions, of: change, in: state.program.id)
        var request = request
        request.state = .done
        request.change = change.number
        _ = try RequestTable(database).update(request)
        return change
    }

    /// Throws if a request would do more now than when it was decided, or requested without a decision.
    private static func check(_ preview: ProposalPreview, _ request: ChangeRequest) throws(ChangeError) {
        try check(preview)
        let more = preview.environments.subtracting(request.environments)
        guard more.isEmpty else { throw .outgrown(more.sorted()) }
        guard request.decided == nil else { return }
        let undecided = preview.needsApproval.union(preview.isReviewed)
        guard undecided.isEmpty else { throw .outgrown(undecided.sorted()) }
    }

    private func proposal(of request: ChangeRequest, perform: String) -> Proposal {
        Proposal(
            id: request.id, edits: request.edits, reason: request.reason, author: request.author,
            rights: Membership(role: .admin), kind: request.changeKind, perform: perform, reverts: request.reverts)
    }

    func pending(
        _ id: String, of program: String, _ database: any DatabaseConnection
    ) throws -> ChangeRequest {
        guard let request = try RequestTable(database).request(id, of: program) else {
            throw StoreError.notFound("There is no request “\(id)”.")
        }
        guard request.state == .pending else { throw ChangeError.notPending(request.state) }
        return request
    }
}

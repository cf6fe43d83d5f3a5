import FiresteelDatabase

extension ChangeService {
    /// Moves a schedule to another time: withdraws it and proposes its edits again, in one transaction.
    ///
    /// The author of the new schedule is the person who moves it. Where an approval is needed, another person approves the new
    /// time as well. If the edits no longer apply, nothing is changed.
    ///
    /// - Parameters:
    ///   - request: The identifier of the schedule.
    ///   - program: The program.
    ///   - id: The identifier of the new schedule. The same call again has the same result.
    ///   - due: The new time, in milliseconds since 1970.
    ///   - decision: The person, and their rights.
    ///   - now: The time.
    package func reschedule(
        _ request: String, of program: String, as id: String, to due: Int64, _ decision: Decision, now: Int64,
        confirming confirm: @escaping Confirmation = { _ in }
    ) async throws -> ProposalResult {
        try await commit { database in
            let locked = try ProgramTable(database).lock(program)
            let fingerprint = ProposalFingerprint(["reschedule", request, "\(due)"])
            if let earlier = try self.earlierResult(of: id, fingerprint, program, database) { return earlier }
            var schedule = try self.pending(request, of: program, database)
            guard schedule.kind == .schedule else {
                throw ChangeError.malformed("Only a schedule has a time to change.")
            }
            guard due > now else { throw ChangeError.malformed("The new time has passed. Choose a later one.") }
            try decision.requireEnvironments(of: schedule)
            schedule.end(
                .withdrawn, by: decision.person, comment: "Moved to another time by the request \(id).", now: now)
            _ = try RequestTable(database).update(schedule)
            let proposal = Proposal(
                id: id, edits: schedule.edits, reason: schedule.reason, author: decision.person,
                rights: decision.rights, kind: schedule.changeKind, due: due, perform: decision.perform,
                reverts: schedule.reverts, fingerprint: fingerprint)
            let result = try self.carryOut(
                proposal, self.state(locked, database), database, now: now, confirming: confirm)
            guard result != .unchanged else {
                throw ChangeError.malformed("The schedule changes nothing: the stored values are the same. Remove it.")
            }
            return result
        }
    }
}

public import FiresteelDatabase
import FiresteelFlags
import Synchronization

/// The one path of changes: rights, merge, validation of the result, approval, and one transaction.
public final class ChangeService: Sendable {
    let database: any Database
    let limits: ChangeLimits
    private let cache = Mutex<[String: ProgramState]>([:])

    /// Creates the service of a database.
    public init(_ database: any Database, limits: ChangeLimits = ChangeLimits()) {
        self.database = database
        self.limits = limits
    }

    /// Returns a program with its items as last committed, or `nil` if there is no such program.
    public func state(of program: String) async throws -> ProgramState? {
        let state: ProgramState? = try await database.read { database in
            guard let found = try ProgramTable(database).program(program) else { return nil }
            return try self.state(found, database)
        }
        if let state { remember(state) }
        return state
    }

    /// Returns what a proposal would do.
    public func preview(_ proposal: Proposal, of program: String) async throws -> ProposalPreview {
        try await database.read { database in
            guard let found = try ProgramTable(database).program(program) else {
                throw StoreError.notFound("There is no program “\(program)”.")
            }
            return try self.preview(proposal, self.state(found, database), database)
        }
    }

    /// Applies, requests or schedules a proposal.
    ///
    /// - Throws: ``ChangeError`` if it is refused, and nothing is written.
    public func propose(_ proposal: Proposal, of program: String, now: Int64) async throws -> ProposalResult {
        try await database.write { database in
            let locked = try ProgramTable(database).lock(program)
            if let result = try self.earlierResult(of: proposal.id, proposal.fingerprint, program, database) {
                return result
            }
            return try self.carryOut(proposal, self.state(locked, database), database, now: now)
        }
    }

    /// Returns the result of the same proposal if it was made before, or `nil` if its identifier is new.
    ///
    /// - Throws: ``ChangeError/identifierUsed(_:)`` if another proposal has the identifier.
    public func earlierResult(
        of id: String, _ fingerprint: ProposalFingerprint, in program: String
    ) async throws -> ProposalResult? {
        try await database.read { try self.earlierResult(of: id, fingerprint, program, $0) }
    }

    /// Approves a request: its change takes effect, or is scheduled.
    ///
    /// - Parameters:
    ///   - request: The identifier of the request.
    ///   - program: The program.
    ///   - decision: The person, their rights, and what they read.
    ///   - now: The time.
    public func approve(
        _ request: String, of program: String, _ decision: Decision, now: Int64
    ) async throws -> ProposalResult {
        try await database.write { database in
            let locked = try ProgramTable(database).lock(program)
            var request = try self.pending(request, of: program, database)
            try Self.check(decision, request, locked, database)
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
    public func decline(
        _ request: String, of program: String, _ decision: Decision, now: Int64
    ) async throws -> ChangeRequest {
        try await database.write { database in
            _ = try ProgramTable(database).lock(program)
            var request = try self.pending(request, of: program, database)
            guard request.kind != .review else {
                throw ChangeError.malformed("The change is in effect already. Revert it instead.")
            }
            try Self.checkEnvironments(decision, request)
            let isOwn = request.author.id == decision.person.id
            request.end(
                isOwn || request.kind == .schedule ? .withdrawn : .declined, by: decision.person,
                comment: decision.comment, now: now)
            _ = try RequestTable(database).update(request)
            return request
        }
    }

    /// Carries out the schedules that are due, each in its own transaction, and returns what became of them.
    ///
    /// Several nodes may call it concurrently: a schedule is carried out by the transaction that ends its being pending. One
    /// that can't be carried out fails and doesn't affect the others.
    ///
    /// - Throws: An error if the database can't be used.
    public func runSchedules(now: Int64) async throws -> [ChangeRequest] {
        let due = try await database.read { try RequestTable($0).due(at: now) }
        var results: [ChangeRequest] = []
        var delay: DatabaseError?
        for (program, id) in due {
            do {
                if let result = try await run(id, of: program, now: now) { results.append(result) }
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as DatabaseError where error.isOutage {
                // It remains due.
                delay = error
            } catch {
                try await writeOutcome {
                    try RequestTable($0).fail(id, of: program, because: "It can't be carried out: \(error)")
                }
            }
        }
        // Thrown once no other one is carried out, so that no result is lost.
        if let delay, results.isEmpty { throw delay }
        return results
    }

    private func run(_ id: String, of program: String, now: Int64) async throws -> ChangeRequest? {
        try await database.write { database in
            let locked = try ProgramTable(database).lock(program)
            guard var request = try RequestTable(database).request(id, of: program), request.state == .pending,
                request.kind == .schedule
            else { return nil }
            do {
                let state = try self.state(locked, database)
                if request.decided == nil { try Self.checkAuthor(of: request, database, now: now) }
                if try self.apply(request, perform: "", state, database, now: now) == nil {
                    request.state = .done
                    request.decided = request.decided ?? now
                    request.comment = "The stored values were already as scheduled."
                    _ = try RequestTable(database).update(request)
                }
            } catch let error as ChangeError {
                request.state = .failed
                request.comment = "\(error)"
                _ = try RequestTable(database).update(request)
            }
            return try RequestTable(database).request(id, of: program)
        }
    }
}

// MARK: - Within a transaction

extension ChangeService {
    /// Returns the state of a program at its last change, from the one read before and what was written since.
    func state(_ program: Program, _ database: any DatabaseConnection) throws -> ProgramState {
        let items = ItemTable(database, program: program.id)
        let known = cache.withLock { $0[program.id] }
        var state: ProgramState
        if let known, known.program.changes <= program.changes {
            state = known
            if known.program.changes < program.changes {
                var stored = known.stored
                try items.update(&stored, after: known.program.changes)
                state = ProgramState(program: program, stored)
            }
            state.program = program
        } else {
            state = try ProgramState(program: program, items.all())
        }
        return state
    }

    /// Remembers a state that was read outside of a change, where all of it is committed.
    private func remember(_ state: ProgramState) {
        cache.withLock { states in
            if let known = states[state.program.id], known.program.changes > state.program.changes { return }
            states[state.program.id] = state
        }
    }

    func earlierResult(
        of id: String, _ fingerprint: ProposalFingerprint, _ program: String, _ database: any DatabaseConnection
    ) throws -> ProposalResult? {
        // An identifier that can't be stored is new; the proposal is refused.
        guard ItemName.isValid(id) else { return nil }
        let requests = RequestTable(database)
        let changes = ChangeTable(database, program: program)
        if let known = try changes.fingerprint(of: id) {
            guard known == fingerprint else { throw ChangeError.identifierUsed(id) }
            guard let change = try changes.change(withIdentifier: id) else { return nil }
            return .applied(change, review: try requests.review(of: change.number, in: program))
        }
        guard let request = try requests.request(id, of: program) else { return nil }
        guard request.kind != .review, request.fingerprint == fingerprint else { throw ChangeError.identifierUsed(id) }
        return request.kind == .schedule ? .scheduled(request) : .requested(request)
    }

    func preview(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64? = nil
    ) throws -> ProposalPreview {
        try check(proposal, editLimit: editLimit(of: proposal, in: state.program.id, database))
        let table = ItemTable(database, program: state.program.id)
        var current: [ItemKey: Item] = [:]
        for edit in proposal.edits {
            guard
                edit.item.environment.isEmpty
                    || state.program.environments.contains(where: { $0.id == edit.item.environment })
            else {
                if let damaged = state.program.damaged.first(where: { $0.id == edit.item.environment }) {
                    throw ChangeError.invalid([damaged.diagnostic])
                }
                throw ChangeError.malformed("There is no environment “\(edit.item.environment)”.")
            }
            guard edit.base <= state.program.changes else {
                throw ChangeError.malformed(
                    "There is no change \(edit.base) that \(edit.item) could have been read from.")
            }
            current[edit.item] = state.items[edit.item]
        }
        let merge = try EditMerge(proposal.edits, current: current) { try table.value(of: $0, after: $1) }
        let plans = PlanSettling(number: state.program.changes + 1, now: now, isStep: proposal.kind == .plan)
        let differences = merge.differences.map(plans.settled).filter { $0.before != $0.after }
        let result = state.applying(differences)
        // Segments affect where they were used before and where they are used afterwards.
        let environments = state.environments(affectedBy: differences)
            .union(result.environments(affectedBy: differences))
        var preview = ProposalPreview(
            change: state.program.changes, differences: differences, environments: environments,
            needsApproval: [], isReviewed: [], needsReason: [], conflicts: merge.conflicts, diagnostics: [])
        let (usesBefore, usesAfter) = (SegmentUse(state.items), SegmentUse(result.items))
        // What off means for a new flag is known from its definition in the same change.
        var before = state
        for difference in differences where difference.item.kind == .flag && difference.before == nil {
            before.items[difference.item] = result.items[difference.item]
        }
        for environment in state.program.environments where environments.contains(environment.id) {
            let effect = max(
                ChangeEffect.of(differences, in: environment.id, before, usesBefore),
                ChangeEffect.of(differences, in: environment.id, result, usesAfter))
            if environment.protection != .none, effect > .none { preview.needsReason.insert(environment.id) }
            guard environment.protection == .approval else { continue }
            switch effect {
            case .none: break
            case .switchesOff: preview.isReviewed.insert(environment.id)
            case .changes: preview.needsApproval.insert(environment.id)
            }
        }
        preview.diagnostics = diagnostics(in: result, after: differences, environments: environments)
        if !preview.diagnostics.isEmpty {
            // What was wrong before, perhaps to a later version's eyes, doesn't keep anyone from switching off.
            let known = Set(
                StateValidation.diagnostics(
                    in: state, after: [], environments: environments, limit: limits.definitionBytes))
            preview.diagnostics.removeAll { known.contains($0) }
        }
        // Whether they need an approval isn't known.
        preview.diagnostics += state.program.damaged.filter { environments.contains($0.id) }.map(\.diagnostic)
        return preview
    }

    private func check(_ proposal: Proposal, editLimit: Int) throws(ChangeError) {
        guard !proposal.edits.isEmpty else { throw .malformed("The change has no edits.") }
        try check(proposal.edits, limit: editLimit)
        guard proposal.reason.count <= limits.reason else {
            throw .malformed("The reason is longer than \(limits.reason) characters.")
        }
        guard ItemName.isValid(proposal.id) else {
            throw .malformed("The change needs an identifier of 1 to 200 bytes without control characters.")
        }
        guard !proposal.reason.utf8.contains(0) else {
            throw .malformed("The reason contains the character U+0000, which can't be stored. Remove it.")
        }
    }

    private func diagnostics(
        in result: ProgramState, after differences: [ItemDifference], environments: Set<String>
    ) -> [ItemDiagnostic] {
        exceededLimits(in: result, after: differences)
            + StateValidation.diagnostics(
                in: result, after: differences, environments: environments, limit: limits.definitionBytes)
    }

    static func check(_ preview: ProposalPreview) throws(ChangeError) {
        guard preview.conflicts.isEmpty else { throw .conflicts(preview.conflicts) }
        guard preview.diagnostics.isEmpty else { throw .invalid(preview.diagnostics) }
    }

    /// Throws if a request would do more now than what was decided about, or requested where no decision was needed.
    private static func check(_ preview: ProposalPreview, _ request: ChangeRequest) throws(ChangeError) {
        try check(preview)
        let more = preview.environments.subtracting(request.environments)
        guard more.isEmpty else { throw .outgrown(more.sorted()) }
        guard request.decided == nil else { return }
        let undecided = preview.needsApproval.union(preview.isReviewed)
        guard undecided.isEmpty else { throw .outgrown(undecided.sorted()) }
    }

    /// Throws if a person may not decide about a request.
    private static func check(
        _ decision: Decision, _ request: ChangeRequest, _ program: Program, _ database: any DatabaseConnection
    ) throws {
        guard request.author.id != decision.person.id else { throw ChangeError.ownRequest }
        // A script's change is that of the person who gave it its token.
        if request.author.source == .token,
            try TokenTable(database).token(request.author.id)?.creator == decision.person.id
        {
            throw ChangeError.ownRequest
        }
        try checkEnvironments(decision, request)
        guard let seen = decision.seen else { return }
        guard seen <= program.changes else {
            throw ChangeError.malformed("There is no change \(seen) at which the request could have been read.")
        }
        // What is reviewed is in effect, and no later change affects what it did.
        if request.kind != .review, seen < program.changes { throw ChangeError.changedSince(program.changes) }
    }

    static func checkEnvironments(_ decision: Decision, _ request: ChangeRequest) throws(ChangeError) {
        guard let allowed = decision.rights.environments else { return }
        let refused = Set(request.environments).subtracting(allowed)
        guard refused.isEmpty else { throw .notAllowed(refused.sorted()) }
    }

    /// Throws if the author of a schedule that needed no approval has lost the rights to make the change.
    private static func checkAuthor(
        of request: ChangeRequest, _ database: any DatabaseConnection, now: Int64
    ) throws {
        guard try mayChange(request.author, request.environments, of: request.program, database, now: now) else {
            throw ChangeError.authorLostRights
        }
    }

    /// Whether the author of an earlier change has the rights to change environments of a program now.
    static func mayChange(
        _ author: Author, _ environments: [String], of program: String, _ database: any DatabaseConnection, now: Int64
    ) throws -> Bool {
        let rights: Membership?
        switch author.source {
        case .commandLine, .guard, .program: return true
        case .token: rights = try tokenRights(author.id, database, now: now)
        case .dashboard: rights = try accountRights(author.id, in: program, database)
        case .schedule, .plan:
            // The identifier is that of the person or token behind it.
            rights =
                try accountRights(author.id, in: program, database) ?? tokenRights(author.id, database, now: now)
        }
        guard let rights, rights.role >= .editor else { return false }
        return rights.environments.map { Set(environments).isSubset(of: $0) } ?? true
    }

    private static func tokenRights(
        _ id: String, _ database: any DatabaseConnection, now: Int64
    ) throws -> Membership? {
        guard let token = try TokenTable(database).token(id), token.isValid(at: now), let role = token.role else {
            return nil
        }
        return Membership(role: role, environments: [token.environment])
    }

    private static func accountRights(
        _ id: String, in program: String, _ database: any DatabaseConnection
    ) throws -> Membership? {
        let accounts = AccountTable(database)
        guard let account = try accounts.account(id), !account.isDisabled else { return nil }
        return account.isAdministrator ? Membership(role: .admin) : try accounts.memberships(of: account.id)[program]
    }

    func carryOut(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64
    ) throws -> ProposalResult {
        let preview = try preview(proposal, state, database, now: now)
        try Self.check(preview)
        guard !preview.differences.isEmpty else { return .unchanged }
        guard proposal.rights.role >= .editor else {
            throw ChangeError.notAllowed(preview.environments.sorted())
        }
        if let allowed = proposal.rights.environments {
            let refused = preview.environments.subtracting(allowed)
            guard refused.isEmpty else { throw ChangeError.notAllowed(refused.sorted()) }
        }
        if !preview.needsReason.isEmpty, proposal.reason.trimmed.isEmpty {
            throw ChangeError.reasonRequired(preview.needsReason.sorted())
        }
        let isLater = proposal.due.map { $0 > now } ?? false
        if isLater || !preview.needsApproval.isEmpty {
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

    /// Applies the edits of a request that was approved or is due, and ends it.
    ///
    /// Returns `nil` if nothing differs.
    private func apply(
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
        var request = request
        request.state = .done
        request.change = change.number
        _ = try RequestTable(database).update(request)
        return change
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

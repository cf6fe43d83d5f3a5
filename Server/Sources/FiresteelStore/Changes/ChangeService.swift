public import FiresteelDatabase
import FiresteelFlags
import Synchronization

/// The one path of changes: rights, merge, validation of the result, approval, and one transaction.
public final class ChangeService: Sendable {
    private let database: any Database
    private let limits: ChangeLimits
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
            if let result = try self.earlierResult(of: proposal.id, program, database) { return result }
            return try self.carryOut(proposal, self.state(locked, database), database, now: now)
        }
    }

    /// Returns the result of an earlier proposal with an identifier, or `nil` if there was none.
    public func earlierResult(of id: String, in program: String) async throws -> ProposalResult? {
        try await database.read { try self.earlierResult(of: id, program, $0) }
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

    /// Declines a request, or withdraws it if the person is its author.
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
            request.state = isOwn || request.kind == .schedule ? .withdrawn : .declined
            request.decided = now
            request.decidedBy = decision.person.id
            request.decidedByName = decision.person.name
            request.comment = decision.comment
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
        for (program, id) in due {
            do {
                if let result = try await run(id, of: program, now: now) { results.append(result) }
            } catch let error as DatabaseError where error.isOutage {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                try await database.write {
                    try RequestTable($0).fail(id, of: program, because: "It can't be carried out: \(error)")
                }
            }
        }
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
    private func state(_ program: Program, _ database: any DatabaseConnection) throws -> ProgramState {
        let items = ItemTable(database, program: program.id)
        let known = cache.withLock { $0[program.id] }
        var state: ProgramState
        if let known, known.program.changes <= program.changes {
            state = known
            if known.program.changes < program.changes {
                for (key, item) in try items.changed(after: known.program.changes) { state.items[key] = item }
            }
            state.program = program
        } else {
            state = try ProgramState(program: program, items: items.all())
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

    private func earlierResult(
        of id: String, _ program: String, _ database: any DatabaseConnection
    ) throws -> ProposalResult? {
        let requests = RequestTable(database)
        if let change = try ChangeTable(database, program: program).change(withIdentifier: id) {
            return .applied(change, review: try requests.review(of: change.number, in: program))
        }
        guard let request = try requests.request(id, of: program), request.kind != .review else { return nil }
        return request.kind == .schedule ? .scheduled(request) : .requested(request)
    }

    private func preview(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection
    ) throws -> ProposalPreview {
        try check(proposal)
        let table = ItemTable(database, program: state.program.id)
        var current: [ItemKey: Item] = [:]
        for edit in proposal.edits {
            guard
                edit.item.environment.isEmpty
                    || state.program.environments.contains(where: { $0.id == edit.item.environment })
            else { throw ChangeError.malformed("There is no environment “\(edit.item.environment)”.") }
            guard edit.base <= state.program.changes else {
                throw ChangeError.malformed(
                    "There is no change \(edit.base) that \(edit.item) could have been read from.")
            }
            current[edit.item] = state.items[edit.item]
        }
        let merge = try EditMerge(proposal.edits, current: current) { try table.value(of: $0, after: $1) }
        let result = state.applying(merge.differences)
        // Segments affect where they were used before and where they are used afterwards.
        let environments = state.environments(affectedBy: merge.differences)
            .union(result.environments(affectedBy: merge.differences))
        var preview = ProposalPreview(
            differences: merge.differences, environments: environments, needsApproval: [], isReviewed: [],
            needsReason: [], conflicts: merge.conflicts, problems: [])
        let (usesBefore, usesAfter) = (SegmentUse(state.items), SegmentUse(result.items))
        // What off means for a new flag is known from its definition in the same change.
        var before = state
        for difference in merge.differences where difference.item.kind == .flag && difference.before == nil {
            before.items[difference.item] = result.items[difference.item]
        }
        for environment in state.program.environments where environments.contains(environment.id) {
            let effect = max(
                ChangeEffect.of(merge.differences, in: environment.id, before, usesBefore),
                ChangeEffect.of(merge.differences, in: environment.id, result, usesAfter))
            if environment.protection != .none, effect > .none { preview.needsReason.insert(environment.id) }
            guard environment.protection == .approval else { continue }
            switch effect {
            case .none: break
            case .switchesOff: preview.isReviewed.insert(environment.id)
            case .changes: preview.needsApproval.insert(environment.id)
            }
        }
        preview.problems = problems(in: result, after: merge.differences, environments: environments)
        if !preview.problems.isEmpty {
            // What was wrong before, perhaps to a later version's eyes, doesn't keep anyone from switching off.
            let known = Set(StateValidation.problems(in: state, after: [], environments: environments))
            preview.problems.removeAll { known.contains($0) }
        }
        return preview
    }

    private func check(_ proposal: Proposal) throws(ChangeError) {
        guard !proposal.edits.isEmpty else { throw .malformed("The change has no edits.") }
        guard proposal.edits.count <= limits.edits else {
            throw .malformed("The change has \(proposal.edits.count) edits; the limit is \(limits.edits).")
        }
        guard proposal.reason.count <= limits.reason else {
            throw .malformed("The reason is longer than \(limits.reason) characters.")
        }
        guard ItemName.isValid(proposal.id) else {
            throw .malformed("The change needs an identifier of 1 to 200 bytes without control characters.")
        }
        for edit in proposal.edits where !ItemName.isValid(edit.item.name) {
            throw .malformed(
                "“\(edit.item.name.prefix(50))” can't be a name: use 1 to 200 bytes of composed Unicode without control characters."
            )
        }
    }

    private func problems(
        in result: ProgramState, after differences: [ItemDifference], environments: Set<String>
    ) -> [ItemProblem] {
        var problems: [ItemProblem] = []
        for difference in differences {
            guard let after = difference.after else { continue }
            let size = after.json().utf8.count
            if size > limits.itemBytes {
                problems.append(
                    ItemProblem(
                        difference.item, path: "",
                        message: "The item has \(size) bytes; the limit is \(limits.itemBytes)."))
            }
        }
        let flags = result.items.keys.count { $0.kind == .flag }
        if flags > limits.flags, let first = differences.first {
            problems.append(
                ItemProblem(
                    first.item, path: "",
                    message: "The program would have \(flags) flags; the limit is \(limits.flags)."))
        }
        return problems + StateValidation.problems(in: result, after: differences, environments: environments)
    }

    private static func check(_ preview: ProposalPreview) throws(ChangeError) {
        guard preview.conflicts.isEmpty else { throw .conflicts(preview.conflicts) }
        guard preview.problems.isEmpty else { throw .invalid(preview.problems) }
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
        if let seen = decision.seen, seen < program.changes { throw ChangeError.changedSince(program.changes) }
    }

    private static func checkEnvironments(_ decision: Decision, _ request: ChangeRequest) throws(ChangeError) {
        guard let allowed = decision.rights.environments else { return }
        let refused = Set(request.environments).subtracting(allowed)
        guard refused.isEmpty else { throw .notAllowed(refused.sorted()) }
    }

    /// Throws if the author of a schedule that needed no approval has lost the rights to make the change.
    private static func checkAuthor(
        of request: ChangeRequest, _ database: any DatabaseConnection, now: Int64
    ) throws {
        let rights: Membership?
        switch request.author.source {
        case .commandLine, .schedule, .guard, .program: return
        case .token:
            let token = try TokenTable(database).token(request.author.id)
            rights = token.flatMap { token in
                guard token.isValid(at: now), let role = token.role else { return nil }
                return Membership(role: role, environments: [token.environment])
            }
        case .dashboard:
            let accounts = AccountTable(database)
            guard let account = try accounts.account(request.author.id), !account.isDisabled else {
                throw ChangeError.authorLostRights
            }
            rights =
                account.isAdministrator
                ? Membership(role: .admin) : try accounts.memberships(of: account.id)[request.program]
        }
        guard let rights, rights.role >= .editor,
            rights.environments.map({ Set(request.environments).isSubset(of: $0) }) ?? true
        else { throw ChangeError.authorLostRights }
    }

    private func carryOut(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64
    ) throws -> ProposalResult {
        let preview = try preview(proposal, state, database)
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
            environments: preview.environments.sorted(), edits: proposal.edits, change: nil, decided: nil,
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
                body: ChangeBody(differences: preview.differences, revisions: [:], reverts: proposal.reverts)),
            to: state.program, affecting: preview.environments)
        guard !preview.isReviewed.isEmpty else { return .applied(change, review: nil) }
        let review = ChangeRequest(
            id: Identifier.random(), program: state.program.id, kind: .review, state: .pending,
            changeKind: proposal.kind, reverts: proposal.reverts, created: now, due: nil, author: proposal.author,
            reason: proposal.reason, environments: preview.isReviewed.sorted(),
            edits: proposal.edits, change: change.number, decided: nil, decidedBy: "", decidedByName: "", comment: "")
        try RequestTable(database).add(review)
        return .applied(change, review: review)
    }

    /// Applies the edits of a request that was approved or is due, and ends it.
    ///
    /// Returns `nil` if nothing differs.
    private func apply(
        _ request: ChangeRequest, perform: String, _ state: ProgramState, _ database: any DatabaseConnection,
        now: Int64
    ) throws -> Change? {
        let preview = try preview(proposal(of: request, perform: perform), state, database)
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
                    approvedBy: request.decidedByName.isEmpty ? nil : request.decidedByName)),
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
            rights: Membership(role: .admin), perform: perform)
    }

    private func pending(
        _ id: String, of program: String, _ database: any DatabaseConnection
    ) throws -> ChangeRequest {
        guard let request = try RequestTable(database).request(id, of: program) else {
            throw StoreError.notFound("There is no request “\(id)”.")
        }
        guard request.state == .pending else { throw ChangeError.notPending(request.state) }
        return request
    }
}

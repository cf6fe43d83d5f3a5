package import FiresteelDatabase
import FiresteelFlags
import Synchronization

/// The one path of changes: rights, merge, validation of the result, approval, and one transaction.
package final class ChangeService: Sendable {
    let database: any Database
    let limits: ChangeLimits
    private let cache = Mutex<[String: ProgramState]>([:])
    let validated = ValidatedDefinitions()
    private let subscribers = Mutex<[@Sendable () async throws -> Void]>([])

    /// Creates the service of a database.
    package init(_ database: any Database, limits: ChangeLimits = ChangeLimits()) {
        self.database = database
        self.limits = limits
    }

    /// Calls a function after each commit that may have changed revisions or requests.
    package func onCommit(_ body: @escaping @Sendable () async throws -> Void) {
        subscribers.withLock { $0.append(body) }
    }

    /// Calls the subscribers.
    ///
    /// Regular work ignores their errors, which must not hide its results.
    func notify() async throws {
        for subscriber in subscribers.withLock({ $0 }) { try await subscriber() }
    }

    /// Runs a transaction, and notifies the subscribers before it returns.
    func commit<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let value = try await database.write(body)
        try await notify()
        return value
    }

    /// Returns a program with its items as last committed, or `nil` if there is no such program.
    package func state(of program: String) async throws -> ProgramState? {
        let state: ProgramState? = try await database.read { database in
            guard let found = try ProgramTable(database).program(program) else { return nil }
            return try self.state(found, database)
        }
        if let state { remember(state) }
        return state
    }

    /// Returns the definitions of an environment: those that its last change was validated with, else compiles them.
    package func definitions(of state: ProgramState, in environment: String) -> CompiledDefinitions {
        validated.remove(of: state.program, in: environment) ?? StateValidation.definitions(of: state, in: environment)
    }

    /// Returns the effect that a proposal would have.
    package func preview(_ proposal: Proposal, of program: String) async throws -> ProposalPreview {
        try await database.read { database in
            guard let found = try ProgramTable(database).program(program) else {
                throw StoreError.notFound("There is no program “\(program)”.")
            }
            return try self.preview(proposal, self.state(found, database), database)
        }
    }

    /// Throws if the caller has to confirm a change with this effect first.
    package typealias Confirmation = @Sendable (ProposalPreview) throws -> Void

    /// Applies, requests or schedules a proposal.
    ///
    /// - Throws: ``ChangeError`` if it is refused, and nothing is written.
    package func propose(
        _ proposal: Proposal, of program: String, now: Int64, confirming confirm: @escaping Confirmation = { _ in }
    ) async throws -> ProposalResult {
        try await commit { database in
            let locked = try ProgramTable(database).lock(program)
            if let result = try self.earlierResult(of: proposal.id, proposal.fingerprint, program, database) {
                return result
            }
            return try self.carryOut(
                proposal, self.state(locked, database), database, now: now, confirming: confirm)
        }
    }

    /// Returns the result of the same proposal if it was made before, or `nil` if its identifier is new.
    ///
    /// - Throws: ``ChangeError/identifierUsed(_:)`` if another proposal has the identifier.
    package func earlierResult(
        of id: String, _ fingerprint: ProposalFingerprint, in program: String
    ) async throws -> ProposalResult? {
        try await database.read { try self.earlierResult(of: id, fingerprint, program, $0) }
    }

    // MARK: Within a transaction

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
}

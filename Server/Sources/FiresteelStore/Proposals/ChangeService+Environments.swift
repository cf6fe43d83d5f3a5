import FiresteelDatabase
import FiresteelFlags

/// The data that was removed with an environment.
package struct RemovedEnvironment: Sendable, Hashable {
    /// The environment as it was.
    package let environment: ProgramEnvironment
    /// The change that removed its targetings, without differences if it had none.
    package let change: Change
    /// The number of its tokens, which were revoked.
    package let tokens: Int
    /// The number of pending requests that needed it, which failed.
    package let requests: Int
}

extension ChangeService {
    /// Removes an environment with its targetings, tokens and pending requests, in one transaction.
    ///
    /// Its targetings are removed by a change, so that the history says what they were. There is a change also without
    /// targetings, by which other pages notice the removal. Revisions and changes remain: an environment with the same
    /// identifier can be added later, and the change can be reverted then. What its programs sent is removed when its
    /// retention ends. Roles and webhooks that name the identifier aren't changed, since one without any environment would
    /// mean another thing.
    ///
    /// - Parameters:
    ///   - id: The environment.
    ///   - name: Its name, as the person entered it.
    ///   - program: The program.
    ///   - author: Who removes it.
    ///   - perform: The identifier of the perform on the server's timeline.
    ///   - now: The time, in milliseconds since 1970.
    /// - Throws: ``StoreError`` if there is no such environment, it has another name, it is protected or damaged, or it is the
    ///   only one. Nothing is removed then.
    package func removeEnvironment(
        _ id: String, named name: String, of program: String, by author: Author, perform: String, now: Int64
    ) async throws -> RemovedEnvironment {
        try await commit { database in
            let programs = ProgramTable(database)
            let locked = try programs.lock(program)
            let environment = try Self.removable(id, named: name, of: locked)
            let change = try self.removeTargetings(
                of: environment, self.state(locked, database), by: author, perform: perform, database, now: now)
            let tokens = try TokenTable(database).revokeAll(of: program, in: id, time: now)
            let requests = try RequestTable(database).failPending(
                needing: id, of: program, because: "The environment “\(environment.name)” was removed.")
            try programs.remove(id, of: program)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: program, event: "environmentRemoved", actor: author.id,
                    actorName: author.name, details: "\(environment.name): \(Self.text(tokens: tokens))"))
            try CounterTable(database).countAccess()
            return RemovedEnvironment(environment: environment, change: change, tokens: tokens, requests: requests)
        }
    }

    /// Returns an environment, if it can be removed.
    private static func removable(
        _ id: String, named name: String, of program: Program
    ) throws(StoreError) -> ProgramEnvironment {
        if let damaged = program.damaged.first(where: { $0.id == id }) { throw .invalid("\(damaged)") }
        guard let environment = program.environments.first(where: { $0.id == id }) else {
            throw .notFound("There is no environment “\(id)”.")
        }
        guard environment.name == name else {
            throw .invalid("The name of this environment is “\(environment.name)”. Enter it to remove the environment.")
        }
        guard environment.protection == .none else {
            throw .invalid(
                "“\(environment.name)” is protected. Edit it so that changes require nothing, then remove it.")
        }
        guard program.environments.count > 1 else {
            throw .invalid(
                "“\(environment.name)” is the only environment of the program. Add another one, then remove it.")
        }
        return environment
    }

    private func removeTargetings(
        of environment: ProgramEnvironment, _ state: ProgramState, by author: Author, perform: String,
        _ database: any DatabaseConnection, now: Int64
    ) throws -> Change {
        if let damaged = state.damaged.first(where: { $0.item?.environment == environment.id }) {
            throw StoreError.invalid("\(damaged) Create the item again, then remove its environment.")
        }
        let keys = state.items.keys.filter { $0.environment == environment.id }.sorted()
        // Nothing else can depend on them, and an environment may have more of them than a person's change may have edits.
        let differences = keys.map { ItemDifference($0, before: state.items[$0]?.value, after: nil) }
        return try ChangeTable(database, program: state.program.id).append(
            ChangeTable.Draft(
                id: Identifier.random(), time: now, kind: .edit, author: author,
                reason: "Environment “\(environment.name)” removed", perform: perform,
                body: ChangeBody(differences: differences, revisions: [:]),
                fingerprint: ProposalFingerprint(["environment removal", environment.id])),
            to: state.program, affecting: [environment.id])
    }

    private static func text(tokens: Int) -> String {
        switch tokens {
        case 0: "no tokens"
        case 1: "1 token revoked"
        default: "\(tokens) tokens revoked"
        }
    }
}

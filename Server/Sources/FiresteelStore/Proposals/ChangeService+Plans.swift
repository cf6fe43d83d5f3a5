import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags

extension ChangeService {
    /// The time until a plan whose guard holds its step back is read again, in milliseconds.
    private static let guardPatience: Int64 = 15_000

    /// Takes the steps of plans that are due, each in its own transaction, and returns the results.
    ///
    /// Several nodes may call it concurrently: the number of steps taken is read and written while the program is locked, so a
    /// step is taken once. The wait for the next one counts from then, so downtime delays steps and skips none. A plan that
    /// can't take its step pauses with the reason, and doesn't affect the others.
    ///
    /// - Throws: An error if the database can't be used.
    package func runPlans(now: Int64) async throws -> [PlanStepResult] {
        let due = try await database.read { try PlanTable($0).due(at: now) }
        var steps: [PlanStepResult] = []
        for (program, key) in due {
            do {
                if let outcome = try await takeStep(of: key, in: program, now: now) {
                    steps.append(PlanStepResult(program: program, key: key, outcome: outcome))
                }
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                try await writeOutcome {
                    try PlanTable($0).set(key, of: program, to: now + Self.postponement(after: error))
                }
                steps.append(PlanStepResult(program: program, key: key, outcome: .postponed(reason: "\(error)")))
            }
        }
        if !steps.isEmpty { try? await notify() }
        return steps
    }

    /// Returns the time until something that failed is tried again, in milliseconds: less if only the database was busy.
    static func postponement(after error: any Error) -> Int64 {
        (error as? DatabaseError)?.isOutage == true ? 60_000 : 300_000
    }

    /// Writes the outcome of a failure.
    ///
    /// If that isn't possible either, it remains due, and doesn't block others.
    func writeOutcome(_ write: @escaping @Sendable (any DatabaseConnection) throws -> Void) async throws {
        do {
            try await database.write(write)
        } catch let error as DatabaseError where !error.affectsOthers {
            return
        }
    }

    /// Returns a targeting as it is stored and as it is read, or `nil` if there is none.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` if this version can't read it, so that the step or guard of its plan is postponed
    ///   instead of lost.
    static func targeting(
        _ key: ItemKey, in state: ProgramState
    ) throws -> (item: Item, targeting: FlagTargeting)? {
        if let damage = state.damaged.first(where: { $0.item == key }) { throw StoreError.damaged("\(damage)") }
        guard let item = state.items[key] else { return nil }
        do {
            return (item, try FlagTargeting(json: item.value))
        } catch {
            throw StoreError.damaged("The \(key) can't be read: \(error)")
        }
    }

    private func takeStep(of key: ItemKey, in program: String, now: Int64) async throws -> PlanStepResult.Outcome? {
        try await database.write { database in
            let locked = try ProgramTable(database).lock(program)
            let state = try self.state(locked, database)
            guard let (item, targeting) = try Self.targeting(key, in: state), let plan = targeting.plan,
                let due = plan.nextStepTime, due <= now
            else {
                // Another node took the step, or a person changed the plan.
                try PlanTable(database).set(key, of: program, to: PlanTable.nextStepTime(in: state.items[key]?.value))
                return nil
            }
            if try self.obstacleOfGuard(to: plan, key, in: program, database, now: now) != nil {
                // A guard whose row is lost would never look.
                try PlanGuardTable(database).addIfMissing(key, of: program)
                try PlanTable(database).set(key, of: program, to: now + Self.guardPatience)
                return nil
            }
            let started = try plan.started.flatMap {
                try ChangeTable(database, program: program).change(Int64($0))
            }
            do {
                try PlanCheck(key: key, targeting: targeting, plan: plan, state: state, started: started)
                    .check(database, now: now)
                var next = plan
                next.stepsTaken += 1
                let reason = "Step \(next.stepsTaken) of \(next.steps.count)"
                return .taken(
                    try self.write(next, replacing: item, key, startedBy: started, reason, state, database, now: now))
            } catch let error as ChangeError {
                var paused = plan
                paused.state = .paused
                paused.why = "\(error)"
                let change = try self.write(
                    paused, replacing: item, key, startedBy: started, "\(error)", state, database, now: now)
                return .paused(change, reason: "\(error)")
            }
        }
    }

    /// Writes a plan, and the rollout of its step, as a change that the plan makes.
    private func write(
        _ plan: TargetingPlan, replacing item: Item, _ key: ItemKey, startedBy started: Change?, _ reason: String,
        _ state: ProgramState, _ database: any DatabaseConnection, now: Int64
    ) throws -> Change {
        let author = Author(id: started?.author.id ?? "", name: started?.author.name ?? "", source: .plan)
        let proposal = Proposal(
            id: Identifier.random(), edits: [Edit(key, base: item.change, .set(["plan": plan.json]))],
            reason: String(reason.prefix(limits.reason)), author: author, rights: Membership(role: .admin), kind: .plan)
        return try append(
            proposal, approvedBy: started?.body.approvedBy, state, database, now: now, isReviewed: false)
    }

    /// Applies a change of a plan or a guard.
    ///
    /// - Parameter isReviewed: Whether a person has to review it where changes need an approval.
    func append(
        _ proposal: Proposal, approvedBy: String?, _ state: ProgramState, _ database: any DatabaseConnection,
        now: Int64,
        isReviewed: Bool
    ) throws -> Change {
        let preview = try preview(proposal, state, database, now: now)
        try Self.check(preview)
        let change = try ChangeTable(database, program: state.program.id).append(
            ChangeTable.Draft(
                id: proposal.id, time: now, kind: proposal.kind, author: proposal.author, reason: proposal.reason,
                perform: "",
                body: ChangeBody(differences: preview.differences, revisions: [:], approvedBy: approvedBy),
                fingerprint: proposal.fingerprint),
            to: state.program, affecting: preview.environments)
        validated.add(preview.definitions, of: change, in: state.program.id)
        let reviewed = preview.isReviewed.union(preview.needsApproval)
        if isReviewed, !reviewed.isEmpty {
            try addReview(of: change, proposal, in: reviewed, of: state.program.id, database, now: now)
        }
        return change
    }
}

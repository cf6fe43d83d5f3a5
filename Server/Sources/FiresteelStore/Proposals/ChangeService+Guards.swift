import Crypto
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring

extension ChangeService {
    /// The time between two looks of a guard, in milliseconds.
    static let guardInterval: Int64 = 60_000
    /// The age beyond which a look doesn't permit a step, in milliseconds.
    private static let freshness: Int64 = 300_000

    /// Looks at the evidence of all plans whose guards are due, each in its own transactions, and returns those that acted or
    /// failed.
    ///
    /// A guard that can't look is postponed and doesn't affect the others.
    ///
    /// Several nodes may call it concurrently: a guard acts by a change whose identifier derives from the plan, its step and
    /// the change that last started it, in the transaction that stores its evidence.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - feature: Returns the path of the only feature that needs a flag, empty if there is none or several.
    /// - Throws: An error if the database can't be used.
    package func runGuards(
        now: Int64, feature onlyFeature: @Sendable (_ program: String, _ flag: String) async throws -> String
    ) async throws -> [GuardLook] {
        let due = try await database.read { try PlanGuardTable($0).due(at: now) }
        var looks: [GuardLook] = []
        for (program, key) in due {
            do {
                let feature = try await onlyFeature(program, key.name)
                if let outcome = try await look(at: key, in: program, feature: feature, now: now) {
                    looks.append(GuardLook(program: program, key: key, outcome: outcome))
                }
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                try await writeOutcome {
                    try PlanGuardTable($0).set(key, of: program, to: now + Self.postponement(after: error))
                }
                looks.append(GuardLook(program: program, key: key, outcome: .postponed(reason: "\(error)")))
            }
        }
        if !looks.isEmpty { try? await notify() }
        return looks
    }

    /// Returns the reason why the guard of a plan holds the next step back; `nil` if it doesn't.
    func obstacleOfGuard(
        to plan: TargetingPlan, _ key: ItemKey, in program: String, _ database: any DatabaseConnection, now: Int64
    ) throws -> String? {
        guard let harmGuard = plan.harmGuard, harmGuard.action != .notify,
            plan.isComparable(afterSteps: plan.stepsTaken)
        else { return nil }
        guard let state = try PlanGuardTable(database).state(of: key, in: program),
            state.isAbout(plan), abs(now - state.checked) <= Self.freshness
        else { return "The guard has not read the sessions of this step yet." }
        return state.decision == .proceed ? nil : state.reason
    }

    private func look(
        at key: ItemKey, in program: String, feature: String, now: Int64
    ) async throws -> GuardLook.Outcome? {
        guard let read = try await state(of: program) else {
            throw StoreError.notFound("There is no program “\(program)”.")
        }
        let plan = try Self.watched(key, in: read, at: now)?.plan
        let findings: GuardFindings?
        if let plan {
            findings = try await database.read { database in
                try GuardFindings(of: plan, key, in: program, feature: feature, database, now: now)
            }
        } else {
            findings = nil
        }
        return try await database.write { database in
            let table = PlanGuardTable(database)
            let locked = try ProgramTable(database).lock(program)
            let state = try self.state(locked, database)
            guard let current = try Self.watched(key, in: state, at: now) else {
                // The evidence of a finished plan's guard can still be read; it is no longer due.
                if try Self.isFinished(key, in: state) {
                    try table.set(key, of: program, to: .max)
                } else {
                    try table.remove(key, of: program)
                }
                return nil
            }
            // The next look, which is due, reads the changes meanwhile.
            guard current.plan == plan else { return nil }
            guard let findings else {
                try table.set(key, of: program, to: now + Self.guardInterval)
                return nil
            }
            // Another node looked.
            guard try table.state(of: key, in: program) == findings.known else { return nil }
            var seen = findings.seen
            var outcome: GuardLook.Outcome?
            if seen.decision == .harm, seen.acted == nil,
                current.plan.state == .running || current.plan.state == .finished
            {
                let action = current.plan.harmGuard?.action ?? .pause
                if action == .notify {
                    try Outbox(database).add(noticeOf: key, findings.assessment.reason, in: program, time: now)
                    outcome = .notified(reason: findings.assessment.reason)
                    seen.acted = 0
                } else {
                    let change = try self.act(
                        findings.assessment, action, current.item, key, current.plan, state, database, now: now)
                    outcome = change.map { .acted($0) }
                    // It may be that of an earlier look, whose state could not be read.
                    seen.acted = change?.number ?? 0
                }
            }
            try table.store(seen, of: key, in: program, next: now + Self.guardInterval)
            return outcome
        }
    }

    /// Returns a targeting with the plan whose evidence a guard reads, or `nil` if there is none.
    private static func watched(
        _ key: ItemKey, in state: ProgramState, at now: Int64
    ) throws -> (item: Item, plan: TargetingPlan)? {
        guard let (item, targeting) = try Self.targeting(key, in: state), let plan = targeting.plan,
            plan.isWatched(at: now)
        else { return nil }
        return (item, plan)
    }

    /// Whether a targeting has a guarded plan that took its last step.
    private static func isFinished(_ key: ItemKey, in state: ProgramState) throws -> Bool {
        guard let plan = try targeting(key, in: state)?.targeting.plan else { return false }
        return plan.state == .finished && plan.harmGuard != nil
    }

    // MARK: Acting

    private func act(
        _ assessment: GuardAssessment, _ action: TargetingPlanGuard.Action, _ item: Item, _ key: ItemKey,
        _ plan: TargetingPlan, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64
    ) throws -> Change? {
        let id = Self.identifier(plan, key)
        guard try ChangeTable(database, program: state.program.id).fingerprint(of: id) == nil else { return nil }
        var next = plan
        next.state = .paused
        next.why = String("The guard stopped it. \(assessment.reason)".prefix(limits.reason))
        var members: [String: JSONValue?] = [:]
        switch action {
        case .pause, .notify: break
        case .stepBack: next.stepsTaken = max(0, plan.stepsTaken - 1)
        case .switchOff: members["isOn"] = .bool(false)
        }
        members["plan"] = next.json
        let author = Author(id: "", name: "Guard", source: .guard)
        let proposal = Proposal(
            id: id, edits: [Edit(key, base: item.change, .set(members))],
            reason: String(assessment.reason.prefix(limits.reason)), author: author, rights: Membership(role: .admin),
            kind: .plan)
        do {
            let result = try append(proposal, approvedBy: nil, state, database, now: now, isReviewed: true)
            try Outbox(database).add(result, byGuardOf: key, action, in: state.program.id)
            return result
        } catch let error as ChangeError where action != .pause {
            // Other errors of the flag must not prevent the plan from pausing.
            var reduced = assessment
            let attempt = action == .stepBack ? "Returning to the step before" : "Switching the flag off"
            reduced.addReason("\(attempt) isn't possible: \(error)")
            return try act(reduced, .pause, item, key, plan, state, database, now: now)
        }
    }

    /// Returns the identifier of a guard's change: the same for the same plan, step and attempt.
    private static func identifier(_ plan: TargetingPlan, _ key: ItemKey) -> String {
        let parts = [key.environment, key.name, plan.id, "\(plan.started ?? 0)", "\(plan.stepsTaken)"]
        let digest = SHA256.hash(data: Array(parts.joined(separator: "\0").utf8))
        let digits = Array("0123456789abcdef")
        return "guard-" + String(digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

extension GuardState {
    /// Whether it is about the current step of a plan.
    func isAbout(_ plan: TargetingPlan) -> Bool {
        self.plan == plan.id && attempt == plan.started.map(Int64.init) && step == plan.stepsTaken
    }
}

extension TargetingPlan {
    /// Whether the guard reads the evidence of the plan at a time.
    fileprivate func isWatched(at now: Int64) -> Bool {
        guard let harmGuard else { return false }
        switch state {
        case .running, .paused: return true
        case .stopped: return false
        case .finished:
            guard let since, let watch = harmGuard.watch else { return false }
            // A targeting of an earlier version may have any number.
            let time = Int64(since).addingReportingOverflow(Int64(min(watch, 366 * 86_400)) * 1_000)
            return !time.overflow && now < time.partialValue
        }
    }
}

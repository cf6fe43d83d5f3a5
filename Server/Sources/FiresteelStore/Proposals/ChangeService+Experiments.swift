import FiresteelBase
import FiresteelDatabase

/// A finding about a running phase of an experiment.
package struct ExperimentFinding: Sendable {
    let notice: ExperimentNotice
    let scope: InsightScope
    let phase: PhaseKey
    let reason: String
    let group: String?

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - notice: The finding.
    ///   - scope: The program and the environment.
    ///   - phase: The phase.
    ///   - reason: The finding as a sentence, with its figures.
    ///   - group: The group of reports that has the crashes, if there is one.
    package init(
        _ notice: ExperimentNotice, in scope: InsightScope, of phase: PhaseKey, reason: String, group: String? = nil
    ) {
        self.notice = notice
        self.scope = scope
        self.phase = phase
        self.reason = reason
        self.group = group
    }

    /// The item of the experiment.
    package var item: ItemKey { ItemKey(.experiment, phase.experiment, environment: scope.environment) }
}

extension ChangeService {
    /// Notifies webhooks of a finding, once in a phase, and ends an experiment that harms in the same transaction.
    ///
    /// Several nodes may call it concurrently.
    ///
    /// - Returns: The change by which the experiment ended, if this call ended it.
    package func record(_ finding: ExperimentFinding, now: Int64) async throws -> Change? {
        let change = try await database.write { database -> Change? in
            let locked = try ProgramTable(database).lock(finding.scope.program)
            let state = try self.state(locked, database)
            // A person may have ended it meanwhile, or begun another phase.
            guard let item = state.items[finding.item], item.value.members["state"] == "running",
                item.value.members["phase"]?.intValue ?? 1 == Int(finding.phase.phase),
                try finding.notice.store(about: finding.phase, time: now, database)
            else { return nil }
            let change =
                try finding.notice == .harmed ? self.end(item, finding, state, database, now: now) : nil
            try Outbox(database).add(finding, item.value, change, time: now)
            return change
        }
        if change != nil { try? await notify() }
        return change
    }

    /// Ends an experiment as its guard: everyone has what the flag's own rules say.
    private func end(
        _ item: Item, _ finding: ExperimentFinding, _ state: ProgramState, _ database: any DatabaseConnection,
        now: Int64
    ) throws -> Change {
        let reason = String(finding.reason.prefix(limits.reason))
        let proposal = Proposal(
            id: "guard-\(Identifier.random())",
            edits: [
                Edit(
                    finding.item, base: item.change,
                    .set(["state": "ended", "decision": ["arm": .null, "why": .string(reason)]]))
            ],
            reason: reason, author: Author(id: "", name: "Guard", source: .guard), rights: Membership(role: .admin))
        return try append(proposal, approvedBy: nil, state, database, now: now, isReviewed: true)
    }
}

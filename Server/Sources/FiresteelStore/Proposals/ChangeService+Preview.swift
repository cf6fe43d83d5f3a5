import FiresteelDatabase

extension ChangeService {
    /// Returns the effect of a proposal on a state, with what it may violate.
    func preview(
        _ proposal: Proposal, _ state: ProgramState, _ database: any DatabaseConnection, now: Int64? = nil
    ) throws -> ProposalPreview {
        try check(proposal, editLimit: editLimit(of: proposal, in: state.program.id, database))
        let table = ItemTable(database, program: state.program.id)
        let current = try currentItems(of: proposal, in: state)
        let merge = try EditMerge(proposal.edits, current: current) { try table.value(of: $0, after: $1) }
        let plans = PlanSettling(number: state.program.changes + 1, now: now, isStep: proposal.kind == .plan)
        let experiments = try ExperimentSettling(merge.differences.map(plans.settled), in: state, proposal.kind) {
            try table.lastValue(of: $0)
        }
        let differences = experiments.differences.filter { $0.before != $0.after }
        let result = state.applying(differences)
        // Segments affect where they were used before and where they are used afterwards.
        let environments = state.environments(affectedBy: differences)
            .union(result.environments(affectedBy: differences))
        let rule = ApprovalRule(differences, in: environments, from: state, to: result)
        var preview = ProposalPreview(
            change: state.program.changes, differences: differences, environments: environments,
            needsApproval: rule.needsApproval, isReviewed: rule.isReviewed, needsReason: rule.needsReason,
            conflicts: merge.conflicts, diagnostics: [])
        let validated = StateValidation.validate(
            result, after: differences, environments: environments, limit: limits.definitionBytes)
        preview.definitions = validated.definitions
        preview.diagnostics =
            exceededLimits(in: result, after: differences) + experiments.diagnostics + validated.diagnostics
        if !preview.diagnostics.isEmpty {
            // Earlier errors, perhaps by the rules of a later version, don't prevent switching off.
            let known = Set(
                StateValidation.validate(
                    state, after: [], environments: environments, limit: limits.definitionBytes
                ).diagnostics)
            preview.diagnostics.removeAll { known.contains($0) }
        }
        if let now, proposal.kind == .edit {
            preview.diagnostics += try table.closedExclusions(in: differences, at: now)
        }
        // Whether they need an approval isn't known.
        preview.diagnostics += state.program.damaged.filter { environments.contains($0.id) }.map(\.diagnostic)
        return preview
    }

    /// Returns the items that a proposal edits, as they are.
    private func currentItems(of proposal: Proposal, in state: ProgramState) throws(ChangeError) -> [ItemKey: Item] {
        var current: [ItemKey: Item] = [:]
        for edit in proposal.edits {
            guard
                edit.item.environment.isEmpty
                    || state.program.environments.contains(where: { $0.id == edit.item.environment })
            else {
                if let damaged = state.program.damaged.first(where: { $0.id == edit.item.environment }) {
                    throw .invalid([damaged.diagnostic])
                }
                throw .malformed("There is no environment “\(edit.item.environment)”.")
            }
            guard edit.base <= state.program.changes else {
                throw .malformed(
                    "There is no change \(edit.base) that \(edit.item) could have been read from.")
            }
            current[edit.item] = state.items[edit.item]
        }
        return current
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

    static func check(_ preview: ProposalPreview) throws(ChangeError) {
        guard preview.conflicts.isEmpty else { throw .conflicts(preview.conflicts) }
        guard preview.diagnostics.isEmpty else { throw .invalid(preview.diagnostics) }
    }
}

import FiresteelBase
import FiresteelDatabase

extension ChangeService {
    /// Returns a state with edits that aren't saved.
    ///
    /// They have priority over later changes of others. The limits are those of a change, but the result may be
    /// invalid, as it is while a person is editing.
    ///
    /// - Throws: ``ChangeError`` if the edits exceed the limits of a change.
    package func applying(_ edits: [Edit], to state: ProgramState) throws(ChangeError) -> ProgramState {
        try check(edits, limit: limits.edits)
        var current: [ItemKey: Item] = [:]
        for edit in edits { current[edit.item] = state.items[edit.item] }
        let differences = EditMerge(edits, current: current) { _, _ in nil }.differences
        let result = state.applying(differences)
        let exceeded = exceededLimits(in: result, after: differences)
        guard exceeded.isEmpty else { throw .invalid(exceeded) }
        return result
    }

    /// Throws if there are too many edits, or one names an item that can't be stored.
    func check(_ edits: [Edit], limit: Int) throws(ChangeError) {
        guard edits.count <= limit else {
            throw .malformed("The change has \(edits.count) edits; the limit is \(limit).")
        }
        for edit in edits where !ItemName.isValid(edit.item.name) {
            throw .malformed(
                "“\(edit.item.name.prefix(50))” can't be a name: use 1 to 200 bytes of composed Unicode without control characters."
            )
        }
    }

    /// Returns the maximum number of edits that a proposal may have.
    ///
    /// A reversal may have as many as the change that it reverts: the removal of an environment has no limit.
    func editLimit(of proposal: Proposal, in program: String, _ database: any DatabaseConnection) throws -> Int {
        guard proposal.edits.count > limits.edits, proposal.kind == .reversal, let number = proposal.reverts,
            let reverted = try ChangeTable(database, program: program).change(number)
        else { return limits.edits }
        return max(limits.edits, reverted.body.differences.count)
    }

    /// Returns the differences whose items are too large or can't be stored, and whether there are too many flags or experiments.
    func exceededLimits(in result: ProgramState, after differences: [ItemDifference]) -> [ItemDiagnostic] {
        var diagnostics: [ItemDiagnostic] = []
        for difference in differences {
            guard let after = difference.after else { continue }
            let size = after.json().utf8.count
            if size > limits.itemBytes {
                diagnostics.append(
                    ItemDiagnostic(
                        difference.item, path: "",
                        message: "The item has \(size) bytes; the limit is \(limits.itemBytes)."))
            }
            if let path = after.pathOfNull {
                diagnostics.append(
                    ItemDiagnostic(
                        difference.item, path: path,
                        message: "The text contains the character U+0000, which can't be stored. Remove it."))
            }
        }
        guard let first = differences.first else { return diagnostics }
        for (kind, noun, limit) in [
            (ItemKind.flag, "flags", limits.flags), (.experiment, "experiments", limits.experiments),
        ] {
            let count = result.items.keys.count { $0.kind == kind }
            guard count > limit else { continue }
            diagnostics.append(
                ItemDiagnostic(
                    first.item, path: "", message: "The program would have \(count) \(noun); the limit is \(limit)."))
        }
        return diagnostics
    }
}

package import FiresteelBase

/// Applies edits to items that may have changed since their author read them.
///
/// Fields that only one side changed are merged, and so are different rules of one list. A field that both changed to
/// different values is a conflict. So is a start of an experiment that was changed since.
package struct EditMerge: Sendable {
    /// The differences that result, in the order of the edits; items that don't change are omitted.
    package private(set) var differences: [ItemDifference] = []
    /// The conflicts, in the order of the edits.
    package private(set) var conflicts: [EditConflict] = []

    /// Merges edits.
    ///
    /// - Parameters:
    ///   - edits: The edits; later ones see the results of earlier ones.
    ///   - current: The stored items that the edits name.
    ///   - version: Returns the value of an item after a change, or `nil` if it didn't exist then.
    package init(
        _ edits: [Edit], current: [ItemKey: Item], version: (ItemKey, Int64) throws -> JSONValue?
    ) rethrows {
        var values = current.mapValues(\.value)
        var edited: Set<ItemKey> = []
        for edit in edits {
            let key = edit.item
            let stored = values[key]
            let change = current[key]?.change ?? 0
            let isUnchanged = change == edit.base || !edited.insert(key).inserted
            let base = isUnchanged ? stored : try edit.base == 0 ? nil : version(key, edit.base)
            switch edit.operation {
            case .create(let value):
                if let stored, stored != value {
                    conflict(key, "", base: nil, theirs: stored, mine: value, change)
                } else {
                    values[key] = value
                }
            case .remove:
                if stored != base {
                    if stored != nil { conflict(key, "", base: base, theirs: stored, mine: nil, change) }
                } else {
                    values[key] = nil
                }
            case .set(let fields):
                guard var members = stored?.members else {
                    conflict(key, "", base: base, theirs: nil, mine: .object(fields.compactMapValues { $0 }), change)
                    continue
                }
                let old = base?.members ?? [:]
                if ExperimentEdits.starts(fields, key), stored != base {
                    conflict(key, "state", base: old["state"], theirs: members["state"], mine: "running", change)
                    continue
                }
                for (field, mine) in fields.sorted(by: { $0.key < $1.key }) {
                    if members[field] == old[field] || members[field] == mine || ExperimentEdits.decides(field, key) {
                        members[field] = mine
                    } else if let merged = ListMerge.merged(base: old[field], theirs: members[field], mine: mine) {
                        members[field] = merged
                    } else if field == "plan", key.kind == .targeting,
                        let merged = PlanMerge.merged(base: old[field], theirs: members[field], mine: mine)
                    {
                        members[field] = merged
                    } else {
                        conflict(key, field, base: old[field], theirs: members[field], mine: mine, change)
                    }
                }
                values[key] = .object(members)
            }
        }
        var seen: Set<ItemKey> = []
        for edit in edits where seen.insert(edit.item).inserted {
            let before = current[edit.item]?.value
            let after = values[edit.item]
            if before != after { differences.append(ItemDifference(edit.item, before: before, after: after)) }
        }
    }

    private mutating func conflict(
        _ item: ItemKey, _ field: String, base: JSONValue?, theirs: JSONValue?, mine: JSONValue?, _ change: Int64
    ) {
        conflicts.append(
            EditConflict(item, field: field, base: base, theirs: theirs, mine: mine, change: change))
    }
}

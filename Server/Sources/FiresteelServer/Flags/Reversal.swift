import FiresteelBase
import FiresteelStore

/// The edits that restore the values before a change.
struct Reversal {
    private(set) var edits: [Edit] = []
    /// The fields that later changes set as well; they are restored only if that is requested.
    private(set) var later: [EditConflict] = []

    init(of change: Change, in state: ProgramState, overridesLater: Bool) {
        for difference in change.body.differences {
            let key = difference.item
            let current = state.items[key]
            let base = current?.change ?? 0
            switch (difference.before, difference.after, current?.value) {
            case (let before?, _, nil):
                // It was removed, by the change or later.
                if difference.after == nil || overridesLater {
                    edits.append(Edit(key, base: 0, .create(before)))
                } else {
                    later.append(conflict(difference, "", theirs: nil, base))
                }
            case (nil, let after, let value?):
                if value == after || overridesLater {
                    edits.append(Edit(key, base: base, .remove))
                } else {
                    later.append(conflict(difference, "", theirs: value, base))
                }
            case (let before?, let after, let value?):
                var fields: [String: JSONValue?] = [:]
                for field in difference.fields.sorted() {
                    let mine = before.members[field]
                    let theirs = value.members[field]
                    if theirs == mine { continue }
                    if theirs == after?.members[field] || overridesLater {
                        fields.updateValue(mine, forKey: field)
                    }
                    if theirs != after?.members[field] {
                        later.append(conflict(difference, field, theirs: theirs, base))
                    }
                }
                if !fields.isEmpty { edits.append(Edit(key, base: base, .set(fields))) }
            case (nil, _, nil): break
            }
        }
    }

    private func conflict(
        _ difference: ItemDifference, _ field: String, theirs: JSONValue?, _ change: Int64
    ) -> EditConflict {
        EditConflict(
            difference.item, field: field, base: field.isEmpty ? difference.after : difference.after?.members[field],
            theirs: theirs, mine: field.isEmpty ? difference.before : difference.before?.members[field], change: change)
    }
}

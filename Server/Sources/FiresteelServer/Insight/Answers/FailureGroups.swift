import FiresteelStore

/// The groups of reports about failures, found by action and error.
struct FailureGroups {
    private struct Key: Hashable {
        let feature: String
        let action: String
        let error: String
    }

    private var groups: [Key: [GroupForm]] = [:]

    /// Creates an index of groups.
    init(_ forms: [GroupForm]) {
        for form in forms {
            // A merged group counts for the one that it is shown in.
            let keys = Set(
                form.parts.filter { $0.kind == "failure" }.map {
                    Key(feature: $0.feature, action: $0.action, error: $0.errorType)
                })
            for key in keys { groups[key, default: []].append(form) }
        }
        groups = groups.mapValues { forms in
            forms.sorted { ($1.reports, $0.root.id) < ($0.reports, $1.root.id) }
        }
    }

    /// Returns the groups of an action's failures with an error of a type, those with most reports first: cases of an error
    /// have separate groups.
    func find(feature: String, action: String, error: String) -> [GroupForm] {
        groups[Key(feature: feature, action: action, error: error)] ?? []
    }
}

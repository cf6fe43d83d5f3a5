import FiresteelBase

/// Merges two versions of a rollout plan, so that a person's edit and a step that was taken meanwhile are both retained.
enum PlanMerge {
    /// Members that only the server writes.
    private static let ofServer: Set<String> = ["since", "started", "why"]

    /// Returns the merged plan, or `nil` if it is another plan, or both sides set a member to different values.
    static func merged(base: JSONValue?, theirs: JSONValue?, mine: JSONValue?) -> JSONValue? {
        guard case .object(let base)? = base, case .object(let theirs)? = theirs, case .object(let mine)? = mine,
            base["id"] == theirs["id"], base["id"] == mine["id"]
        else { return nil }
        var merged = theirs
        for name in Set(base.keys).union(mine.keys) where !ofServer.contains(name) {
            if mine[name] == base[name] || mine[name] == theirs[name] { continue }
            guard theirs[name] == base[name] else { return nil }
            merged[name] = mine[name]
        }
        return .object(merged)
    }
}

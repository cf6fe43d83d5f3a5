/// Features with their descendants.
struct FeatureScope: Hashable, Sendable {
    let paths: [String]

    /// Creates a scope; `nil` without a path, which matches all features.
    init?(_ paths: [String]) {
        guard !paths.isEmpty else { return nil }
        self.paths = paths.sorted()
    }

    /// Returns whether a feature is one of them or a descendant.
    func contains(_ path: String) -> Bool {
        paths.contains { owner in
            path == owner || (path.utf8.count > owner.utf8.count && path.hasPrefix(owner + "/"))
        }
    }
}

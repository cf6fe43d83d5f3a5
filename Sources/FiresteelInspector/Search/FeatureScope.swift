import FiresteelTimeline

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

    /// Returns whether a feature or one of its ancestors is meant: by its path, by its identifier, or by its name.
    func contains(_ feature: FeatureName) -> Bool {
        if contains(feature.path) { return true }
        var owner: FeatureName? = feature
        while let known = owner {
            if paths.contains(where: { $0.isEqual(to: known.identifier) || $0.isEqual(to: known.name) }) { return true }
            owner = known.parent
        }
        return false
    }
}

extension String {
    /// Returns whether two texts differ at most in upper and lower case.
    fileprivate func isEqual(to other: String) -> Bool { self == other || lowercased() == other.lowercased() }
}

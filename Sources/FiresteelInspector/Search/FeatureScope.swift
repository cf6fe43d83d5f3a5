/// Features with everything below them.
struct FeatureScope: Hashable, Sendable {
    let paths: [String]

    /// Nil where no path is given: then everything is meant.
    init?(_ paths: [String]) {
        guard !paths.isEmpty else { return nil }
        self.paths = paths.sorted()
    }

    /// Whether a feature is one of them or stands below one.
    func contains(_ path: String) -> Bool {
        paths.contains { owner in
            path == owner || (path.utf8.count > owner.utf8.count && path.hasPrefix(owner + "/"))
        }
    }
}

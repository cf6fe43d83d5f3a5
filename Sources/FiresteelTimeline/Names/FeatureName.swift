/// A feature as a timeline names it.
public final class FeatureName: Sendable {
    /// Its identifier in the run.
    public let id: NameID
    /// The path from the root, such as `App/Documents/Sharing`.
    public let path: String
    /// The last part of the path.
    public let identifier: String
    /// What people call it.
    public let name: String
    /// The feature above it.
    public let parent: FeatureName?

    private let depth: Int

    /// Features deeper than this are shown as roots: a damaged run must not ask for endless paths.
    private static let deepest = 64

    init(id: NameID, identifier: String, name: String, parent: FeatureName?) {
        let parent = parent.flatMap { $0.depth < Self.deepest ? $0 : nil }
        self.id = id
        self.identifier = identifier
        self.name = name
        self.parent = parent
        depth = parent.map { $0.depth + 1 } ?? 0
        path = parent.map { $0.path + "/" + identifier } ?? identifier
    }

    /// Whether the feature has this path or is below it.
    public func isAtOrBelow(_ path: String) -> Bool {
        self.path == path || self.path.hasPrefix(path + "/")
    }
}

/// An action binding as a timeline names it.
public final class ActionName: Sendable {
    /// Its identifier in the run.
    public let id: NameID
    /// What it is called in code, once within its feature.
    public let identifier: String
    /// What people call it.
    public let name: String
    /// The feature that it belongs to, or nil if its name was lost.
    public let feature: FeatureName?

    init(id: NameID, identifier: String, name: String, feature: FeatureName?) {
        self.id = id
        self.identifier = identifier
        self.name = name
        self.feature = feature
    }
}

/// The name of a feature in a timeline.
public final class FeatureName: Sendable {
    /// Its identifier in the run.
    public let id: NameID
    /// The path from the root, such as `App/Documents/Sharing`.
    public let path: String
    /// The last part of the path.
    public let identifier: String
    /// The display name.
    public let name: String
    /// The parent feature.
    public let parent: FeatureName?

    private let depth: Int

    /// The maximum depth; deeper features appear as roots, so that a damaged run can't produce endless paths.
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

    /// Returns whether the feature is at or below this path.
    public func isAtOrBelow(_ path: String) -> Bool {
        self.path == path || self.path.hasPrefix(path + "/")
    }
}

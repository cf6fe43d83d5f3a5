/// What is different in two catalogues: what a release added, removed, renamed and changed.
///
/// The order of features and actions isn't looked at, and neither are the versions of format, library and program.
public struct CatalogueDifference: Sendable, Hashable {
    /// Which program the first is about.
    public let from: CatalogueProgram
    /// Which program the second is about.
    public let to: CatalogueProgram
    /// The changes: features with their actions in the order of the second catalogue after those that are gone, then
    /// flags, then requirements.
    public let changes: [CatalogueChange]

    /// Compares two catalogues.
    ///
    /// A feature whose path is gone is the same as a new one where its parent is and its identifier is, where its type is,
    /// or where all but identifier and type is; an action likewise. What stands below a renamed feature has another path
    /// as well, which isn't told again.
    public init(from old: Catalogue, to new: Catalogue) {
        from = old.program
        to = new.program
        let features = FeatureMatching(old.features, new.features)
        let actions = ActionMatching(features)
        changes =
            FeatureChanges(features, actions).all + FlagChanges(old.flags, new.flags, paths: features.paths).all
            + Self.changes(of: old.requirements, new.requirements)
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether something that relied on the first can fail with the second.
    public var isBreaking: Bool { changes.contains(where: \.isBreaking) }

    private static func changes(
        of old: [CatalogueRequirement], _ new: [CatalogueRequirement]
    ) -> [CatalogueChange] {
        let removed = Set(old).subtracting(new).map {
            CatalogueChange(.removed, .requirement, $0.words, isBreaking: false)
        }
        let added = Set(new).subtracting(old).map { CatalogueChange(.added, .requirement, $0.words, isBreaking: false) }
        return removed.sorted { $0.identity < $1.identity } + added.sorted { $0.identity < $1.identity }
    }
}

extension CatalogueRequirement {
    /// The requirement on one line: "permissions/contacts".
    var words: String { "\(source)/\(name)" }
}

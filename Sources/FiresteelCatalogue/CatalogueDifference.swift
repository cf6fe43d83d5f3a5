/// The differences between two catalogues: what a release added, removed, renamed and changed.
///
/// The order of features and actions is ignored, and so are the versions of format, library and program.
public struct CatalogueDifference: Sendable, Hashable {
    /// The program of the first catalogue.
    public let from: CatalogueProgram
    /// The program of the second catalogue.
    public let to: CatalogueProgram
    /// The changes: removed features, then features with their actions in the order of the second catalogue, then
    /// flags, then requirements.
    public let changes: [CatalogueChange]

    /// Compares two catalogues.
    ///
    /// A removed feature corresponds to a new one with the same parent and identifier, with the same type, or with
    /// equal properties except identifier and type; the same applies to actions. Descendants of a renamed feature have
    /// other paths as well, which aren't reported again.
    public init(from old: Catalogue, to new: Catalogue) {
        from = old.program
        to = new.program
        let features = FeatureMatching(old.features, new.features)
        let actions = ActionMatching(features)
        changes =
            FeatureChanges(features, actions).all + FlagChanges(old.flags, new.flags, paths: features.paths).all
            + Self.changes(of: old.requirements, new.requirements)
    }

    /// Whether the catalogues are equal.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether dependents of the first catalogue can fail with the second.
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

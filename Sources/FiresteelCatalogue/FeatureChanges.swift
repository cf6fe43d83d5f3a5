import Firesteel

/// The differences in features and actions between two catalogues.
struct FeatureChanges {
    private(set) var all: [CatalogueChange] = []

    init(_ features: FeatureMatching, _ actions: ActionMatching) {
        for feature in features.removed {
            all.append(CatalogueChange(.removed, .feature, feature.path.text, isBreaking: true))
        }
        for place in actions.removed {
            all.append(CatalogueChange(.removed, .action, place.path.text, isBreaking: true))
        }
        let pairs = Dictionary(features.pairs.map { ($0.new.path, $0) }, uniquingKeysWith: { first, _ in first })
        let paths = features.paths
        let current = features.pairs.map(\.new) + features.added
        for feature in current {
            if let pair = pairs[feature.path] {
                add(pair, paths)
            } else {
                all.append(CatalogueChange(.added, .feature, feature.path.text, isBreaking: false))
            }
            for action in feature.actions {
                let path = feature.path(of: action)
                if let pair = actions.pairs[path] {
                    add(pair)
                } else if actions.added[path] != nil {
                    all.append(CatalogueChange(.added, .action, path.text, isBreaking: false))
                }
            }
        }
    }

    /// - Parameter paths: The paths in the second catalogue, by those in the first.
    private mutating func add(_ pair: FeatureMatching.Pair, _ paths: [FeaturePath: FeaturePath]) {
        let (old, new) = (pair.old, pair.new)
        if pair.isRenamed {
            all.append(
                CatalogueChange(
                    .renamed, .feature, new.path.text, property: "path", from: old.path.text, to: new.path.text,
                    isBreaking: true))
        }
        var changes = PropertyChanges(.feature, new.path.text)
        changes.add("type", old.type, new.type)
        changes.add("name", old.name, new.name)
        changes.add("description", old.description, new.description)
        // A feature that was always available now requires a check.
        changes.add("kind", old.kind.rawValue, new.kind.rawValue, isBreaking: new.kind == .conditional)
        changes.add("visible", "\(old.isVisible)", "\(new.isVisible)")
        changes.add("variation", old.variation, new.variation)
        changes.add(list: "tags", old.tags, new.tags)
        let conditions = old.constraints.map { $0.renamed(paths, own: old.path, new.path).description }
        changes.add(list: "condition", conditions, new.constraints.map(\.description))
        all += changes.all
    }

    private mutating func add(_ pair: ActionMatching.Pair) {
        let (old, new) = (pair.old.action, pair.new.action)
        let path = pair.new.path.text
        if pair.isRenamed {
            all.append(
                CatalogueChange(
                    .renamed, .action, path, property: "path", from: pair.old.path.text, to: path, isBreaking: true))
        }
        var changes = PropertyChanges(.action, path)
        changes.add("type", old.type, new.type)
        changes.add("name", old.name, new.name)
        changes.add("description", old.description, new.description)
        // Users can no longer select the action by name.
        changes.add(
            "visibility", old.isPublished ? "published" : "declared", new.isPublished ? "published" : "declared",
            isBreaking: !new.isPublished)
        changes.add("input", old.input, new.input, isBreaking: true)
        changes.add("presenter", old.presenter, new.presenter)
        // Statistics under the old identifier end; adding a first identifier breaks nothing.
        changes.add(
            "analytics", old.analyticsIdentifier, new.analyticsIdentifier, isBreaking: old.analyticsIdentifier != nil)
        // Sums in two units can't be compared.
        changes.add("amount", old.amountUnit, new.amountUnit, isBreaking: old.amountUnit != nil)
        changes.add(list: "activity", old.activities, new.activities, isRemovalBreaking: true)
        changes.add(list: "route", Self.links(old), Self.links(new), isRemovalBreaking: true)
        let names = (old.routes.compactMap(\.name), new.routes.compactMap(\.name))
        changes.add(list: "route name", names.0, names.1, isRemovalBreaking: true)
        all += changes.all
    }

    /// Returns each pattern in each of its scopes, since a link depends on both.
    private static func links(_ action: CatalogueAction) -> [String] {
        action.routes.flatMap { route in
            route.scopes.isEmpty ? [route.pattern] : route.scopes.map { "\(route.pattern) in \($0)" }
        }
    }
}

extension CatalogueConstraint {
    /// Returns the constraint with the paths of renamed features.
    fileprivate func renamed(
        _ paths: [FeaturePath: FeaturePath], own old: FeaturePath, _ new: FeaturePath
    ) -> CatalogueConstraint {
        var condition = self
        condition.requires = requires.map { paths[$0] ?? $0 }
        condition.excludes = excludes.map { paths[$0] ?? $0 }
        if flag == old.text { condition.flag = new.text }
        return condition
    }
}

/// Collects the differing properties of one item.
struct PropertyChanges {
    private(set) var all: [CatalogueChange] = []
    private let subject: CatalogueChange.Subject
    private let identity: String

    init(_ subject: CatalogueChange.Subject, _ identity: String) {
        self.subject = subject
        self.identity = identity
    }

    mutating func add(_ property: String, _ old: String?, _ new: String?, isBreaking: Bool = false) {
        guard old != new else { return }
        all.append(
            CatalogueChange(
                .changed, subject, identity, property: property, from: old, to: new, isBreaking: isBreaking))
    }

    /// Adds the elements that only one of the lists contains, each as a separate change.
    mutating func add(
        list property: String, _ old: [String], _ new: [String], isRemovalBreaking: Bool = false,
        isAdditionBreaking: Bool = false
    ) {
        for gone in Self.difference(old, new) { add(property, gone, nil, isBreaking: isRemovalBreaking) }
        for added in Self.difference(new, old) { add(property, nil, added, isBreaking: isAdditionBreaking) }
    }

    /// Returns the elements that occur more often in a list than in another, in order.
    private static func difference(_ list: [String], _ other: [String]) -> [String] {
        var counts = other.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return list.filter { element in
            guard let count = counts[element], count > 0 else { return true }
            counts[element] = count - 1
            return false
        }
    }
}

import Firesteel

/// The correspondence of the features of two catalogues.
struct FeatureMatching {
    /// A feature that is in both.
    struct Pair {
        let old: CatalogueFeature
        let new: CatalogueFeature
        /// Whether its path differs for another reason than a renamed group.
        var isRenamed = false
    }

    /// The pairs, in the order of the second catalogue.
    private(set) var pairs: [Pair] = []
    /// The paths in the second catalogue, by those in the first.
    var paths: [FeaturePath: FeaturePath] {
        Dictionary(pairs.map { ($0.old.path, $0.new.path) }, uniquingKeysWith: { first, _ in first })
    }
    /// The features that are only in the first catalogue, in its order.
    let removed: [CatalogueFeature]
    /// The features that are only in the second catalogue, in its order.
    let added: [CatalogueFeature]

    init(_ old: [CatalogueFeature], _ new: [CatalogueFeature]) {
        var waiting = Dictionary(new.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [FeaturePath: Pair] = [:]
        /// The paths in the second catalogue, by those in the first.
        var paths: [FeaturePath: FeaturePath] = [:]
        func match(_ feature: CatalogueFeature, _ other: CatalogueFeature) {
            waiting[other.path] = nil
            paths[feature.path] = other.path
            found[other.path] = Pair(old: feature, new: other)
        }
        for feature in old { if let same = waiting[feature.path] { match(feature, same) } }
        let gone = old.filter { paths[$0.path] == nil }
        // Each is matched after its group, because its path depends on the group's.
        let candidates = UniqueFeatures(gone, Array(waiting.values))
        for feature in gone {
            let expected = feature.parent.flatMap { paths[$0] }?.appending(feature.identifier)
            if let other = expected.flatMap({ waiting[$0] }) ?? candidates.find(feature), waiting[other.path] != nil {
                match(feature, other)
            }
        }
        for path in found.keys {
            guard let pair = found[path] else { continue }
            let expected = pair.old.parent.flatMap { paths[$0] }?.appending(pair.old.identifier) ?? pair.old.path
            found[path]?.isRenamed = pair.new.path != pair.old.path && pair.new.path != expected
        }
        pairs = new.compactMap { found[$0.path] }
        removed = old.filter { paths[$0.path] == nil }
        added = new.filter { waiting[$0.path] != nil }
    }
}

/// Matches features by type, or by all properties except the identifier.
private struct UniqueFeatures {
    private let oldTypes: [String: [CatalogueFeature]]
    private let newTypes: [String: [CatalogueFeature]]
    private let oldContents: [CatalogueFeature: [CatalogueFeature]]
    private let newContents: [CatalogueFeature: [CatalogueFeature]]

    init(_ old: [CatalogueFeature], _ new: [CatalogueFeature]) {
        oldTypes = Dictionary(grouping: old, by: \.type)
        newTypes = Dictionary(grouping: new, by: \.type)
        oldContents = Dictionary(grouping: old, by: \.content)
        newContents = Dictionary(grouping: new, by: \.content)
    }

    /// Returns the corresponding feature, if it is unambiguous.
    func find(_ feature: CatalogueFeature) -> CatalogueFeature? {
        if oldTypes[feature.type]?.count == 1, let found = newTypes[feature.type] {
            return found.count == 1 ? found.first : nil
        }
        let content = feature.content
        // A feature without a description can't be identified by its contents.
        guard !content.description.isEmpty || !content.actions.isEmpty, oldContents[content]?.count == 1,
            let found = newContents[content], found.count == 1
        else { return nil }
        return found.first
    }
}

extension CatalogueFeature {
    /// The feature without the properties derived from type names, which change when a type is renamed.
    fileprivate var content: CatalogueFeature {
        var content = self
        content.path = FeaturePath("")
        content.parent = nil
        content.identifier = ""
        content.type = ""
        content.name = ""
        // The key of a feature's own flag is the feature's path.
        content.constraints = constraints.map { condition in
            var condition = condition
            if condition.flag == path.text { condition.flag = "" }
            return condition
        }
        return content
    }
}

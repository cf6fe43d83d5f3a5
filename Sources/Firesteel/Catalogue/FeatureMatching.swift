/// Which feature of one catalogue is which of another.
struct FeatureMatching {
    /// A feature that is in both.
    struct Pair {
        let old: CatalogueFeature
        let new: CatalogueFeature
        /// Whether its path differs, and not only since that of a group of its does.
        var isRenamed = false
    }

    /// In the order of the second.
    private(set) var pairs: [Pair] = []
    /// What the paths of the first are in the second.
    var paths: [FeaturePath: FeaturePath] {
        Dictionary(pairs.map { ($0.old.path, $0.new.path) }, uniquingKeysWith: { first, _ in first })
    }
    /// Those that are only in the first, in its order.
    let removed: [CatalogueFeature]
    /// Those that are only in the second, in its order.
    let added: [CatalogueFeature]

    init(_ old: [CatalogueFeature], _ new: [CatalogueFeature]) {
        var waiting = Dictionary(new.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [FeaturePath: Pair] = [:]
        /// What the paths of the first are in the second.
        var paths: [FeaturePath: FeaturePath] = [:]
        func match(_ feature: CatalogueFeature, _ other: CatalogueFeature) {
            waiting[other.path] = nil
            paths[feature.path] = other.path
            found[other.path] = Pair(old: feature, new: other)
        }
        for feature in old { if let same = waiting[feature.path] { match(feature, same) } }
        let gone = old.filter { paths[$0.path] == nil }
        // Each is asked for after its group, since its path follows from the group's.
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

/// Finds features again by their types, or by all that they say but their identifiers.
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

    /// The one that it became, where there is no doubt.
    func find(_ feature: CatalogueFeature) -> CatalogueFeature? {
        if oldTypes[feature.type]?.count == 1, let found = newTypes[feature.type] {
            return found.count == 1 ? found.first : nil
        }
        let content = feature.content
        // What says nothing of itself is like everything else that doesn't.
        guard !content.description.isEmpty || !content.actions.isEmpty, oldContents[content]?.count == 1,
            let found = newContents[content], found.count == 1
        else { return nil }
        return found.first
    }
}

extension CatalogueFeature {
    /// All that it says of itself, without what comes from the names of types: it is another where a type is renamed.
    fileprivate var content: CatalogueFeature {
        var content = self
        content.path = FeaturePath("")
        content.parent = nil
        content.identifier = ""
        content.type = ""
        content.name = ""
        // A switch of the feature's own has the feature's path for its key.
        content.constraints = constraints.map { condition in
            var condition = condition
            if condition.flag == path.text { condition.flag = "" }
            return condition
        }
        return content
    }
}

import Firesteel

/// The correspondence of the actions of two catalogues.
struct ActionMatching {
    /// An action with the feature that it belongs to.
    struct Place {
        let feature: CatalogueFeature
        let action: CatalogueAction

        var path: ActionPath { feature.path(of: action) }
    }

    /// An action that is in both.
    struct Pair {
        let old: Place
        let new: Place
        /// Whether its identifier differs, or it belongs to another feature.
        let isRenamed: Bool
    }

    /// The pairs, by the path in the second catalogue.
    private(set) var pairs: [ActionPath: Pair] = [:]
    /// The actions that are only in the first catalogue, in its order.
    private(set) var removed: [Place] = []
    /// The actions that are only in the second catalogue, by their paths.
    private(set) var added: [ActionPath: Place] = [:]

    init(_ features: FeatureMatching) {
        removed = features.removed.flatMap(Self.places)
        for place in features.added.flatMap(Self.places) { added[place.path] = place }
        for pair in features.pairs { match(pair) }
        // The remaining actions may have moved to another feature, or have another identifier there.
        let old = removed
        let new = Array(added.values)
        matchUnique(old, new, by: \.action.type, where: { _ in true })
        // An action without a description can't be identified by its contents.
        matchUnique(removed, Array(added.values), by: Content.init, where: { !$0.action.description.isEmpty })
    }

    /// Matches the actions of two corresponding features.
    private mutating func match(_ pair: FeatureMatching.Pair) {
        var waiting = Dictionary(
            Self.places(pair.new).map { ($0.action.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for place in Self.places(pair.old) {
            if let same = waiting.removeValue(forKey: place.action.identifier) {
                pairs[same.path] = Pair(old: place, new: same, isRenamed: false)
            } else {
                removed.append(place)
            }
        }
        for place in waiting.values { added[place.path] = place }
    }

    private mutating func matchUnique<Key: Hashable>(
        _ old: [Place], _ new: [Place], by key: (Place) -> Key, where counts: (Place) -> Bool
    ) {
        let oldPlaces = Dictionary(grouping: old, by: key)
        let newPlaces = Dictionary(grouping: new, by: key)
        var matched: Set<ActionPath> = []
        for (key, places) in oldPlaces {
            guard places.count == 1, let place = places.first, counts(place), let found = newPlaces[key],
                found.count == 1, let other = found.first
            else { continue }
            pairs[other.path] = Pair(old: place, new: other, isRenamed: true)
            added[other.path] = nil
            matched.insert(place.path)
        }
        removed.removeAll { matched.contains($0.path) }
    }

    private static func places(_ feature: CatalogueFeature) -> [Place] {
        feature.actions.map { Place(feature: feature, action: $0) }
    }

    /// The properties of an action except its identifier, its type and a name derived from it.
    private struct Content: Hashable {
        let action: CatalogueAction

        init(_ place: Place) {
            var action = place.action
            action.identifier = ""
            action.type = ""
            action.name = ""
            self.action = action
        }
    }
}

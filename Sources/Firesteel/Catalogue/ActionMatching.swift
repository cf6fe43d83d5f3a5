/// Which action of one catalogue is which of another.
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

    /// By the path in the second.
    private(set) var pairs: [ActionPath: Pair] = [:]
    /// Those that are only in the first, in its order.
    private(set) var removed: [Place] = []
    /// Those that are only in the second, by their paths.
    private(set) var added: [ActionPath: Place] = [:]

    init(_ features: FeatureMatching) {
        removed = features.removed.flatMap(Self.places)
        for place in features.added.flatMap(Self.places) { added[place.path] = place }
        for pair in features.pairs { match(pair) }
        // What is left may have moved to another feature, or have another identifier there.
        let old = removed
        let new = Array(added.values)
        matchUnique(old, new, by: \.action.type, where: { _ in true })
        // One that is like others but for its feature isn't known again by what it says.
        matchUnique(removed, Array(added.values), by: Content.init, where: { !$0.action.description.isEmpty })
    }

    /// Matches what two features that are the same have in common.
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

    /// All that an action says of itself but its identifier, its type and the name that comes from it.
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

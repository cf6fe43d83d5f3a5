extension FeatureRuntime {
    /// The constraints of all features, in the order of registration.
    ///
    /// Groups come before their sub-features.
    public var declaredConstraints: [DeclaredConstraints] { registry.all.map(DeclaredConstraints.init) }

    /// Returns the constraints that affect the availability of a feature: its own, those of its groups, and those of
    /// the features that these require.
    ///
    /// Each feature occurs once: first the given one, then its group before the features that it requires, and so on.
    ///
    /// - Returns: An empty array if the feature isn't registered.
    public func declaredConstraints(affecting type: any FeatureDefinition.Type) -> [DeclaredConstraints] {
        var found: [DeclaredConstraints] = []
        var seen: Set<UInt32> = []
        var open = [registry.find(type)].compactMap { $0 }
        while !open.isEmpty {
            let feature = open.removeFirst()
            guard seen.insert(feature.index).inserted else { continue }
            found.append(DeclaredConstraints(feature))
            if let parent = feature.parent { open.append(parent) }
            for relation in feature.constraints.flatMap(\.relations) where relation.kind == .requires {
                open += relation.features.compactMap { registry.find($0) }
            }
        }
        return found
    }
}

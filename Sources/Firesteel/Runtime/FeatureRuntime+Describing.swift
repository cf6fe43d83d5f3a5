extension FeatureRuntime {
    /// The current tree of registered features, with one element for each root.
    public var featureTree: [FeatureDescription] {
        let children = childrenByParent
        return registry.all.filter { $0.parent == nil }.map { describe($0, children) }
    }

    private var childrenByParent: [FeaturePath: [RegisteredFeature]] {
        var children: [FeaturePath: [RegisteredFeature]] = [:]
        for feature in registry.all {
            if let parent = feature.parent { children[parent.path, default: []].append(feature) }
        }
        return children
    }

    /// Returns the description of a feature and all of its sub-features, or `nil` if it isn't registered.
    public func describe(_ type: any FeatureDefinition.Type) -> FeatureDescription? {
        registry.find(type).flatMap { describe($0.path) }
    }

    /// Returns the description of the feature at a path and all of its sub-features, or `nil` if there is none.
    public func describe(_ path: FeaturePath) -> FeatureDescription? {
        registry.find(path).map { describe($0, childrenByParent) }
    }

    private func describe(
        _ feature: RegisteredFeature, _ children: [FeaturePath: [RegisteredFeature]]
    ) -> FeatureDescription {
        let type = feature.type
        return FeatureDescription(
            path: feature.path, identifier: type.identifier, type: String(reflecting: type), name: feature.name,
            description: type.description,
            kind: type is any ConditionalFeature.Type
                ? .conditional : type is any FeatureGroup.Type ? .group : .feature,
            isVisible: type.isVisible, variation: type.variation, tags: type.tags,
            availability: availabilityTable.availability(of: feature, in: nil),
            constraints: availabilityTable.constraints(of: feature).map {
                ConstraintDescription(
                    $0.constraint, $0.status, of: feature.path,
                    features: paths(of: $0.constraint.relations.flatMap(\.features)))
            },
            actions: type.actions.references.map { ActionDescription(Interning.shared.describe($0)) },
            features: (children[feature.path] ?? []).map { describe($0, children) })
    }
}

extension FeatureRuntime {
    private func paths(of types: [any FeatureDefinition.Type]) -> [FeaturePath] {
        types.compactMap { registry.find($0)?.path }
    }
}

/// A dependency of a feature on other features, declared by a ``Constraint``.
public struct FeatureRelation: Sendable {
    /// The kind of a dependency.
    public enum Kind: Sendable, Hashable {
        /// The feature is available only while all of the others are.
        case requires
        /// The feature is available only while none of the others is.
        ///
        /// Of two features that exclude each other, the one whose path comes first has priority.
        case excludes
    }

    /// The kind of the dependency.
    public let kind: Kind
    /// The other features.
    public let features: [any FeatureDefinition.Type]

    /// Creates a relation.
    public init(_ kind: Kind, _ features: [any FeatureDefinition.Type]) {
        self.kind = kind
        self.features = features
    }
}

extension FeatureRelation.Kind {
    /// The name of the constraint in code, for set-up errors.
    var word: String {
        switch self {
        case .requires: "Requires"
        case .excludes: "Excludes"
        }
    }
}

/// A feature in a constraint's relations, in its current state.
public struct RelatedFeature: Sendable, Hashable {
    /// The path of the feature.
    public let path: FeaturePath
    /// The name of the feature.
    public let name: String
    /// The availability of the feature.
    public let state: AvailabilityState
    /// Whether the feature with the constraint has priority over this one, so that this one's state doesn't count.
    public let hasLowerPriority: Bool

    /// Creates a related feature, for testing a constraint.
    public init(path: FeaturePath, name: String, state: AvailabilityState, hasLowerPriority: Bool = false) {
        self.path = path
        self.name = name
        self.state = state
        self.hasLowerPriority = hasLowerPriority
    }
}

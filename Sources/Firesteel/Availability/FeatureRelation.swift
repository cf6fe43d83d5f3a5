/// A dependency of a feature on other features, as a ``Constraint`` has it.
public struct FeatureRelation: Sendable {
    /// How a feature depends on others.
    public enum Kind: Sendable, Hashable {
        /// It is available only while all of them are.
        case requires
        /// It yields to them: it is available only while none of them is.
        ///
        /// Of two features that exclude each other, the one whose path comes first has priority.
        case excludes
    }

    /// How the feature depends on the others.
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

/// A feature that a constraint of another feature names, in its present state.
public struct RelatedFeature: Sendable, Hashable {
    /// The feature's path.
    public let path: FeaturePath
    /// The feature's name.
    public let name: String
    /// The feature's availability.
    public let state: AvailabilityState
    /// Whether this feature yields to the one with the constraint, so its state doesn't count.
    public let hasLowerPriority: Bool

    /// Creates a related feature, as for a test of a constraint.
    public init(path: FeaturePath, name: String, state: AvailabilityState, hasLowerPriority: Bool = false) {
        self.path = path
        self.name = name
        self.state = state
        self.hasLowerPriority = hasLowerPriority
    }
}

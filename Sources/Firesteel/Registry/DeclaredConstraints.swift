/// The constraints that a registered feature declares.
///
/// A module with its own kind of constraint finds it here in all features, for example to list the named products.
public struct DeclaredConstraints: Sendable {
    /// The path of the feature.
    public let feature: FeaturePath
    /// The display name of the feature.
    public let featureName: String
    /// The feature's own constraints, in the order of their declaration.
    public let constraints: [any Constraint]
}

extension DeclaredConstraints {
    init(_ feature: RegisteredFeature) {
        self.init(feature: feature.path, featureName: feature.name, constraints: feature.constraints)
    }
}

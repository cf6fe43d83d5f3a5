/// A feature that has sub-features.
///
/// What makes the group unavailable makes everything below it unavailable.
///
/// A group may conform to ``Feature`` or ``ConditionalFeature`` as well, and then has actions of its own. What stands below
/// a conditional group must be conditional too, else it could be performed without a check; setting up reports it.
public protocol FeatureGroup: FeatureDefinition {
    /// The features right below this one, made with `features(A.self, B.self)`.
    static var subfeatures: FeatureList { get }
}

extension FeatureGroup {
    /// Lists the features right below this group.
    public static func features(_ types: any FeatureDefinition.Type...) -> FeatureList {
        FeatureList(types: types)
    }

    /// Lists the features right below this group.
    public static func features(_ types: [any FeatureDefinition.Type]) -> FeatureList {
        FeatureList(types: types)
    }
}

/// The features right below a group, in the order in which they are shown.
public struct FeatureList: Sendable {
    let types: [any FeatureDefinition.Type]
}

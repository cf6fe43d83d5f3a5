/// A feature that has sub-features.
///
/// If the group is unavailable, all of its descendants are unavailable.
///
/// A group may conform to ``Feature`` or ``ConditionalFeature`` as well, and then has actions. Descendants of a
/// conditional group must be conditional too, because they could otherwise be performed without a check; set-up reports
/// this.
public protocol FeatureGroup: FeatureDefinition {
    /// The sub-features, from `features(A.self, B.self)`.
    static var subfeatures: FeatureList { get }
}

extension FeatureGroup {
    /// Unavailable: a group lists its sub-features.
    @available(
        *, unavailable, message: "list the sub-features with static let subfeatures = features(First.self, Second.self)"
    )
    public static var subfeatures: FeatureList { FeatureList(types: []) }

    /// Returns a list of sub-features.
    public static func features(_ types: any FeatureDefinition.Type...) -> FeatureList {
        FeatureList(types: types)
    }

    /// Returns a list of sub-features.
    public static func features(_ types: [any FeatureDefinition.Type]) -> FeatureList {
        FeatureList(types: types)
    }
}

/// The sub-features of a group, in display order.
public struct FeatureList: Sendable {
    let types: [any FeatureDefinition.Type]
}

/// What every feature says about itself, whether it is always available or not.
///
/// Don't conform to this protocol itself: conform to ``Feature``, ``ConditionalFeature`` or ``FeatureGroup``. A feature is
/// usually an `enum` without cases, since it is never instantiated.
///
/// Every requirement has a default, so that a feature states only what differs. Each is read once for every
/// ``FeatureRuntime`` that the feature is registered with.
public protocol FeatureDefinition: SendableMetatype {
    /// The feature's own part of its ``FeaturePath``. By default the type's name without a trailing `Feature` or
    /// `Features`; give one by hand and the feature keeps its identity when the type is renamed. One to 100 bytes, without
    /// `/`, `#` and control characters.
    static var identifier: String { get }

    /// What people call the feature. By default made from the type's name: `PDFExportFeature` becomes "PDF Export".
    static var name: String { get }

    /// One sentence about what the feature is for. Empty by default.
    static var description: String { get }

    /// Whether the feature is shown to the users of the program, as in a settings page. `true` by default.
    static var isVisible: Bool { get }

    /// The name of the variation of this feature that is in use, where there are several. None by default.
    static var variation: String? { get }

    /// Words to find the feature by. None by default.
    static var tags: [String] { get }

    /// The actions that belong to the feature, made with ``declare(_:)``. None by default.
    static var actions: DeclaredActions { get }

    /// The links that lead to the feature's actions. None by default.
    @RoutesBuilder static var routes: FeatureRoutes { get }
}

extension FeatureDefinition {
    /// The type's name without a trailing `Feature` or `Features`.
    public static var identifier: String { DerivedName.feature(Self.self).identifier }

    /// The words of the type's name.
    public static var name: String { DerivedName.feature(Self.self).words }

    /// Empty.
    public static var description: String { "" }

    /// `true`.
    public static var isVisible: Bool { true }

    /// None.
    public static var variation: String? { nil }

    /// None.
    public static var tags: [String] { [] }

    /// None.
    public static var actions: DeclaredActions { DeclaredActions([]) }

    /// None.
    public static var routes: FeatureRoutes { FeatureRoutes(all: []) }
}

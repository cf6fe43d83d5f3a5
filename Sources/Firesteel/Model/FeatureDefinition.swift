/// The common requirements of features.
///
/// Don't conform to this protocol itself: conform to ``Feature``, ``ConditionalFeature`` or ``FeatureGroup``. A feature
/// is usually an `enum` without cases, because it is never instantiated.
///
/// Every requirement has a default, so a feature states only what differs. Each is read once for every
/// ``FeatureRuntime`` that the feature is registered with.
public protocol FeatureDefinition: FeatureMembers {
    /// The feature's own part of its ``FeaturePath``. By default the type's name without a trailing `Feature` or
    /// `Features`. An explicit identifier keeps the identity when the type is renamed. One to 100 bytes, without `/`,
    /// `#` and control characters.
    static var identifier: String { get }

    /// The display name. Derived from the type's name by default: `PDFExportFeature` becomes "PDF Export".
    static var name: String { get }

    /// The purpose, in one sentence. Empty by default.
    static var description: String { get }

    /// Whether the feature is shown to the users of the program, as in a settings page. `true` by default.
    static var isVisible: Bool { get }

    /// The name of the variation in use, if there are several. None by default.
    static var variation: String? { get }

    /// Search tags. None by default.
    static var tags: [String] { get }

    /// The actions of the feature, from ``declare(_:file:line:)``. None by default.
    static var actions: DeclaredActions { get }

    /// The routes to the feature's actions. None by default.
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

    /// No variation.
    public static var variation: String? { nil }

    /// No tags.
    public static var tags: [String] { [] }

    /// No actions.
    public static var actions: DeclaredActions { DeclaredActions([]) }

    /// No routes.
    public static var routes: FeatureRoutes { FeatureRoutes(all: []) }
}

/// The types of the members that features and actions declare, so that set-up finds those of a wrong type.
///
/// A member such as `static let tags = "one"` doesn't fulfil the requirement `tags`, whose default would apply silently. The
/// compiler infers each associated type from the member that is declared, or from the default: don't declare them, and don't
/// conform to this protocol itself.
public protocol DefinitionMembers: SendableMetatype {
    /// The type of `identifier`.
    associatedtype TypeOfIdentifier
    /// The type of `name`.
    associatedtype TypeOfName
    /// The type of `description`.
    associatedtype TypeOfDescription

    /// The identifier, a `String`.
    static var identifier: TypeOfIdentifier { get }
    /// The name, a `String`.
    static var name: TypeOfName { get }
    /// The description, a `String`.
    static var description: TypeOfDescription { get }
}

/// The types of the members that features declare; see ``DefinitionMembers``.
public protocol FeatureMembers: DefinitionMembers {
    /// The type of `isVisible`.
    associatedtype TypeOfIsVisible
    /// The type of `variation`.
    associatedtype TypeOfVariation
    /// The type of `tags`.
    associatedtype TypeOfTags
    /// The type of `actions`.
    associatedtype TypeOfActions
    /// The type of `routes`.
    associatedtype TypeOfRoutes

    /// Whether the feature is shown, a `Bool`.
    static var isVisible: TypeOfIsVisible { get }
    /// The variation, a `String?`.
    static var variation: TypeOfVariation { get }
    /// The tags, a `[String]`.
    static var tags: TypeOfTags { get }
    /// The actions, ``DeclaredActions``.
    static var actions: TypeOfActions { get }
    /// The routes, ``FeatureRoutes``.
    static var routes: TypeOfRoutes { get }
}

/// The types of the members that actions declare; see ``DefinitionMembers``.
public protocol ActionMembers: DefinitionMembers {
    /// The type of `timelineRecording`.
    associatedtype TypeOfTimelineRecording
    /// The type of `analyticsIdentifier`.
    associatedtype TypeOfAnalyticsIdentifier
    /// The type of `activityEligibility`.
    associatedtype TypeOfActivityEligibility
    /// The type of `effect`.
    associatedtype TypeOfEffect
    /// The type of `amount`.
    associatedtype TypeOfAmount

    /// The recorded parts, ``TimelineRecording``.
    static var timelineRecording: TypeOfTimelineRecording { get }
    /// The identifier in analytics, a `String?`.
    static var analyticsIdentifier: TypeOfAnalyticsIdentifier { get }
    /// The uses of the activity, ``ActivityEligibility``.
    static var activityEligibility: TypeOfActivityEligibility { get }
    /// The effect on data, ``ActionEffect``.
    static var effect: TypeOfEffect { get }
    /// The number of each input, ``Amount``.
    static var amount: TypeOfAmount { get }
}

/// A feature that may be unavailable, so that its actions must be requested before they are performed.
///
/// ```swift
/// if let share = DocumentSharing.share.request() {
///     await share.perform(document, presenter: window)
/// } else {
///     window.explain(DocumentSharing.availability.reasons)
/// }
/// ```
///
/// A binding of such a feature has no `perform`, so a missing check doesn't compile.
public protocol ConditionalFeature: FeatureDefinition {
    /// The constraints. All of them must be met, for the feature and for each of its groups.
    @ConstraintsBuilder static var constraints: Constraints { get }
}

extension ConditionalFeature {
    /// Unavailable: a conditional feature declares its constraints.
    @available(
        *, unavailable,
        message: "declare the constraints, as in static var constraints: Constraints { UserToggled(default: true) }"
    )
    public static var constraints: Constraints { Constraints(all: []) }
}

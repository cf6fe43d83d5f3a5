/// A feature that may be unavailable, so that its actions must be asked for before they are performed.
///
/// ```swift
/// if let share = DocumentSharing.share.request() {
///     await share.perform(document, presenter: window)
/// } else {
///     window.explain(DocumentSharing.availability.reasons)
/// }
/// ```
///
/// A binding of such a feature has no `perform`: a missing check doesn't compile.
public protocol ConditionalFeature: FeatureDefinition {
    /// What must hold for the feature to be available. All of it must hold, for the feature and for each of its groups.
    @ConstraintsBuilder static var constraints: Constraints { get }
}

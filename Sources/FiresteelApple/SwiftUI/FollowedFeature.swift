#if canImport(SwiftUI)
import Firesteel

/// The feature that a view observes: one ``ObservableAvailability`` as long as runtime and feature don't change.
///
/// It is created on the first use in a view's body, so that a view without contents observes the next change as well.
@MainActor
final class FollowedFeature {
    private var followed: (runtime: ObjectIdentifier, feature: ObjectIdentifier, observable: ObservableAvailability)?

    nonisolated init() {}

    /// Returns the availability of a feature in a runtime, which readers observe.
    func availability(of feature: any FeatureDefinition.Type, in runtime: FeatureRuntime) -> Availability {
        let identity = (ObjectIdentifier(runtime), ObjectIdentifier(feature))
        if let followed, (followed.runtime, followed.feature) == identity { return followed.observable.availability }
        // It retains the runtime, so no other one can have the same identity.
        let observable = runtime.observable(feature)
        followed = (identity.0, identity.1, observable)
        return observable.availability
    }
}
#endif

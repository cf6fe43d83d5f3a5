#if canImport(SwiftUI)
import Firesteel

/// The feature that a view follows: one ``ObservableAvailability`` for as long as runtime and feature stay the same.
///
/// Read where a view is drawn: made when it is first needed, so that also what draws nothing is told of the next change.
@MainActor
final class FollowedFeature {
    private var followed: (runtime: ObjectIdentifier, feature: ObjectIdentifier, observable: ObservableAvailability)?

    nonisolated init() {}

    /// How a feature stands in a runtime; whoever reads it is told when that changes.
    func availability(of feature: any FeatureDefinition.Type, in runtime: FeatureRuntime) -> Availability {
        let identity = (ObjectIdentifier(runtime), ObjectIdentifier(feature))
        if let followed, (followed.runtime, followed.feature) == identity { return followed.observable.availability }
        // It keeps the runtime, so that no other one can have the same identity.
        let observable = runtime.observable(feature)
        followed = (identity.0, identity.1, observable)
        return observable.availability
    }
}
#endif

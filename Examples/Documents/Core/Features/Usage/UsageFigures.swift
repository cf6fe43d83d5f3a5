package import Firesteel
import Synchronization

/// Records the use of actions with analytics, after the user's consent.
///
/// Off by default; the choice is stored.
package enum UsageFigures: ConditionalFeature {
    package static let description = "Record the use of actions, without names or text"
    package static var constraints: Constraints {
        UserToggled(default: false)
    }

    private static let turn = Mutex<Void>(())

    /// Sets the consent of all of a runtime's analytics to the user's choice.
    ///
    /// Calls are serialized, so that the last choice is in effect.
    ///
    /// - Throws: The error of removing written figures; no further ones are written nevertheless.
    package static func applyConsent(in runtime: FeatureRuntime) throws {
        try turn.withLock { _ in
            let consent = consent(in: runtime)
            for analytics in runtime.analytics where analytics.consent != consent {
                try analytics.setConsent(consent)
            }
        }
    }

    /// Returns the user's consent.
    package static func consent(in runtime: FeatureRuntime) -> AnalyticsConsent {
        runtime.availability(of: UsageFigures.self).isAvailable ? .granted : .denied
    }
}

package import Firesteel
import Synchronization

/// Telling analytics what is done, for those who agreed to it.
///
/// It is off until somebody switches it on, and the choice is kept like any other.
package enum UsageFigures: ConditionalFeature {
    package static let description = "Record the use of actions, without names or text"
    package static var constraints: Constraints {
        UserToggled(default: false)
    }

    private static let turn = Mutex<Void>(())

    /// Gives all analytics of a runtime the consent that the user's choice is.
    ///
    /// One at a time, so that the last choice holds, whoever saw it first.
    ///
    /// - Throws: what could not be removed; nothing more is written all the same.
    package static func applyConsent(in runtime: FeatureRuntime) throws {
        try turn.withLock { _ in
            let consent = consent(in: runtime)
            for analytics in runtime.analytics where analytics.consent != consent {
                try analytics.setConsent(consent)
            }
        }
    }

    /// What the user decided.
    package static func consent(in runtime: FeatureRuntime) -> AnalyticsConsent {
        runtime.availability(of: UsageFigures.self).isAvailable ? .granted : .denied
    }
}

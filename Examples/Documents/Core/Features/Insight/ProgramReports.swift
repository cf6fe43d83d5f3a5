package import Firesteel

/// Sends counts of what is used, and reports of crashes and errors, after the user's consent.
///
/// Off by default; the choice is stored. Switched off, everything that isn't sent yet is deleted.
package enum ProgramReports: ConditionalFeature {
    package static let name = "Reports"
    package static let description = "Send counts of what is used, and reports of crashes and errors, to the server"
    package static var constraints: Constraints {
        UserToggled(default: false)
    }

    /// Returns whether the user has consented.
    package static func hasConsent(in runtime: FeatureRuntime) -> Bool {
        runtime.availability(of: ProgramReports.self).isAvailable
    }
}

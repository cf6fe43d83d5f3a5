package import Firesteel

/// Ending the program the hard way, to see what the next start says about it.
///
/// Off unless the program offers it.
package enum CrashRehearsal: ConditionalFeature {
    package static let description = "Crash the program for testing"
    package static var constraints: Constraints {
        RuntimeEnabled(default: false)
    }
    package static let crash = action(CrashNow.self)
    package static let actions = declare(crash)
}

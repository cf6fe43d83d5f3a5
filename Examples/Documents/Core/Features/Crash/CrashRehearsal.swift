package import Firesteel

/// Crashes the program, to test the report at the next start.
///
/// Disabled unless the program enables it.
package enum CrashRehearsal: ConditionalFeature {
    package static let description = "Crash the program for testing"
    package static var constraints: Constraints {
        RuntimeEnabled(default: false)
    }
    package static let crash = action(CrashNow.self)
    package static let actions = declare(crash)
}

package import Firesteel

/// Hides everything except the text.
package enum FocusMode: ConditionalFeature {
    package static let description = "Write without distractions"
    package static var constraints: Constraints {
        UserToggled(default: true)
    }
    package static let enter = action(EnterFocus.self, .published)
    package static let leave = action(LeaveFocus.self)
    package static let actions = declare(enter, leave)
}

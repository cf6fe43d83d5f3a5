package import Firesteel

/// Leaves the focus mode and closes the feature's stack.
package enum LeaveFocus: TerminatingAction {
    package static let description = "Leave the focus mode"

    package static func perform(
        _ context: ActionContext<NoInput>, presenter: any FocusPresenter
    ) async throws -> ActionOutcome {
        presenter.showFocus(false)
        return .successClosing
    }
}

package import Firesteel

/// Ends the use of the focus: the feature's stack closes.
package enum LeaveFocus: TerminatingAction {
    package static let description = "Leave the focus mode"

    package static func perform(
        _ context: ActionContext<NoInput>, presenter: any FocusPresenter
    ) async throws -> ActionOutcome {
        presenter.showFocus(false)
        return .successClosing
    }
}

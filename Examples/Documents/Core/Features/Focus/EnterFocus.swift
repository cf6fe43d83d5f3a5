package import Firesteel

package enum EnterFocus: Action {
    package static let description = "Take everything away but the text"

    package static func perform(
        _ context: ActionContext<NoInput>, presenter: any FocusPresenter
    ) async throws -> ActionOutcome {
        presenter.showFocus(true)
        return .success
    }
}

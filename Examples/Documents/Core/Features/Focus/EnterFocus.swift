package import Firesteel

package enum EnterFocus: Action {
    package static let description = "Hide everything except the text"

    package static func perform(
        _ context: ActionContext<NoInput>, presenter: any FocusPresenter
    ) async throws -> ActionOutcome {
        presenter.showFocus(true)
        return .success
    }
}

package import Firesteel

package enum SwitchFocus: Action {
    package static let description = "Switch the focus mode on or off; the choice is stored"

    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        FeatureRuntime.current?.setToggle(FocusMode.self, context.input.isOn)
        return .success
    }
}

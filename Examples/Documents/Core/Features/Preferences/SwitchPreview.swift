package import Firesteel

package enum SwitchPreview: Action {
    package static let description = "Switch the preview on or off; the choice is stored"

    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        FeatureRuntime.current?.setToggle(DocumentPreview.self, context.input.isOn)
        return .success
    }
}

package import Firesteel

package enum SwitchImport: Action {
    package static let description = "Switch imports on or off until the program ends"

    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        FeatureRuntime.current?.setEnabled(DocumentImport.self, context.input.isOn)
        return .success
    }
}

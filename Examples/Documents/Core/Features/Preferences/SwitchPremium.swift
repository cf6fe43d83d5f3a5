package import Firesteel

package enum SwitchPremium: Action {
    package static let description = "Switch the premium version on or off until the program ends"

    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        FeatureRuntime.current?.setEnabled(DocumentStatistics.self, context.input.isOn)
        return .success
    }
}

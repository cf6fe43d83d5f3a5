package import Firesteel

package enum SwitchUsage: Action {
    package static let description = "Switch the sharing of usage figures on or off; the choice is stored"

    /// When it returns, what was written so far is gone, if it was switched off.
    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        guard let runtime = FeatureRuntime.current else { return .success }
        runtime.setToggle(UsageFigures.self, context.input.isOn)
        try UsageFigures.applyConsent(in: runtime)
        return .success
    }
}

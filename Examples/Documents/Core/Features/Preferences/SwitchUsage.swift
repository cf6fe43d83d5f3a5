package import Firesteel

package enum SwitchUsage: Action {
    package static let description = "Switch the sharing of usage figures on or off; the choice is stored"

    /// Applies the choice; if it is off, all written figures are removed before it returns.
    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        guard let runtime = FeatureRuntime.current else { return .success }
        runtime.setToggle(UsageFigures.self, context.input.isOn)
        try UsageFigures.applyConsent(in: runtime)
        return .success
    }
}

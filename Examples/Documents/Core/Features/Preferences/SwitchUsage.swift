package import Firesteel

package enum SwitchUsage: Action {
    package static let description = "Share usage figures or not; the choice is kept"

    /// When it returns, what was written so far is gone, if it was switched off.
    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        guard let runtime = FeatureRuntime.current else { return .success }
        runtime.setToggle(UsageFigures.self, context.input.isOn)
        try UsageFigures.applyConsent(in: runtime)
        return .success
    }
}

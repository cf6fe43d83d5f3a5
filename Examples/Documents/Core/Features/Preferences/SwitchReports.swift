package import Firesteel

package enum SwitchReports: Action {
    package static let description = "Switch the sending of reports on or off; the choice is stored"

    /// Stores the choice; if it is off, all reports that aren't sent are deleted right after.
    package static func perform(_ context: ActionContext<Switch>, presenter: NoPresenter) async throws -> ActionOutcome
    {
        FeatureRuntime.current?.setToggle(ProgramReports.self, context.input.isOn)
        return .success
    }
}

package import Firesteel

package enum StopImport: Action {
    package static let description = "Stop an import after the current file"

    package static func perform(_ context: ActionContext<RunningImport>, presenter: NoPresenter) async throws
        -> ActionOutcome
    {
        context.input.stop()
        return .success
    }
}

/// A running import.
package struct RunningImport: Sendable {
    let stop: @Sendable () -> Void

    /// - Parameter stop: Ends the import by cancelling its task.
    package init(stop: @escaping @Sendable () -> Void) { self.stop = stop }
}

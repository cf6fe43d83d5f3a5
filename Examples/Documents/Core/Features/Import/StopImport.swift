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

/// An import that is under way.
package struct RunningImport: Sendable {
    let stop: @Sendable () -> Void

    /// - Parameter stop: ends it, by cancelling the task in which it is performed.
    package init(stop: @escaping @Sendable () -> Void) { self.stop = stop }
}

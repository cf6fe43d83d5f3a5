/// An action that closes its feature's stack, such as "Close" or "Done".
///
/// Implement `perform` as well to do work before.
public protocol TerminatingAction: Action {}

extension TerminatingAction {
    /// Closes the stack.
    public static func perform(
        _ context: ActionContext<Input>, presenter: Presenter
    ) async throws -> ActionOutcome {
        .successClosing
    }
}

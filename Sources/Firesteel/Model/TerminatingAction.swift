/// An action that does nothing but close its feature's stack, such as "Close" or "Done".
///
/// Implement `perform` as well where something is to be done before.
public protocol TerminatingAction: Action {}

extension TerminatingAction {
    /// Closes the stack.
    public static func perform(
        _ context: ActionContext<Input>, presenter: Presenter
    ) async throws -> ActionOutcome {
        .successClosing
    }
}

/// An operation of a feature that may take time.
///
/// ```swift
/// enum OpenDocument: Action {
///     static let description = "Open a document"
///
///     static func perform(
///         _ context: ActionContext<DocumentReference>, presenter: any DocumentPresenter
///     ) async throws -> ActionOutcome {
///         presenter.show(try await context.input.load())
///         return .success
///     }
/// }
/// ```
///
/// Actions are never called directly, but performed through a binding of their feature, so that every perform passes
/// through the dispatcher.
public protocol Action: ActionDefinition {
    associatedtype Input = NoInput
    associatedtype Presenter = NoPresenter

    /// Performs the action.
    ///
    /// Runs on the caller's isolation: performed from the main actor, it starts there, and neither input nor presenter
    /// need be `Sendable`. An error thrown becomes ``ActionOutcome/failure(_:)``, a `CancellationError`
    /// ``ActionOutcome/cancelled``.
    static func perform(_ context: ActionContext<Input>, presenter: Presenter) async throws -> ActionOutcome
}

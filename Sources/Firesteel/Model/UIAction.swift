/// An action that is done on the main actor before the call that performs it returns.
///
/// Use it for what must happen in the same turn as a gesture: showing a sheet, changing a selection.
public protocol UIAction: ActionDefinition {
    associatedtype Input = NoInput
    associatedtype Presenter = NoPresenter

    /// Does it. An error thrown becomes ``ActionOutcome/failure(_:)``.
    @MainActor
    static func perform(_ context: ActionContext<Input>, presenter: Presenter) throws -> ActionOutcome
}

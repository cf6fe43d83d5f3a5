/// An action that is performed on the main actor before the performing call returns.
///
/// Use it for effects that belong to the same turn as a gesture, such as showing a sheet or changing a selection.
public protocol UIAction: ActionDefinition {
    associatedtype Input = NoInput
    associatedtype Presenter = NoPresenter

    /// Performs the action. An error thrown becomes ``ActionOutcome/failure(_:)``.
    @MainActor
    static func perform(_ context: ActionContext<Input>, presenter: Presenter) throws -> ActionOutcome
}

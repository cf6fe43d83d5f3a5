extension Performable where BoundAction: Action {
    /// Performs an action and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome {
        await Dispatcher.perform(
            BoundAction.self, reference, grant, input, presenter, options)
    }

    /// Performs an action that needs no input and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome where BoundAction.Input == NoInput {
        await Dispatcher.perform(
            BoundAction.self, reference, grant, NoInput(), presenter, options)
    }

    /// Performs an action that shows nothing and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome where BoundAction.Presenter == NoPresenter {
        await Dispatcher.perform(
            BoundAction.self, reference, grant, input, NoPresenter(), options)
    }

    /// Performs an action that needs no input and shows nothing and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        await Dispatcher.perform(
            BoundAction.self, reference, grant, NoInput(), NoPresenter(), options)
    }
}

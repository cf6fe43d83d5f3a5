extension Performable where BoundAction: UIAction {
    /// Performs an action and returns its outcome.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome {
        Dispatcher.perform(
            ui: BoundAction.self, reference, grant, input, presenter, options)
    }

    /// Performs an action that needs no input and returns its outcome.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome where BoundAction.Input == NoInput {
        Dispatcher.perform(
            ui: BoundAction.self, reference, grant, NoInput(), presenter, options)
    }

    /// Performs an action that shows nothing and returns its outcome.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome where BoundAction.Presenter == NoPresenter {
        Dispatcher.perform(
            ui: BoundAction.self, reference, grant, input, NoPresenter(), options)
    }

    /// Performs an action that needs no input and shows nothing and returns its outcome.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> ActionOutcome where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        Dispatcher.perform(
            ui: BoundAction.self, reference, grant, NoInput(), NoPresenter(), options)
    }
}

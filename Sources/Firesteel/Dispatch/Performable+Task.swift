extension Performable where BoundAction: Action {
    /// Performs an action from synchronous code.
    ///
    /// If the system has immediate tasks, an action that never suspends is complete when the method returns. See
    /// ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> {
        Dispatcher.start(
            BoundAction.self, reference, grant, input, presenter, options)
    }

    /// Performs an action that needs no input from synchronous code.
    ///
    /// If the system has immediate tasks, an action that never suspends is complete when the method returns. See
    /// ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> where BoundAction.Input == NoInput {
        Dispatcher.start(
            BoundAction.self, reference, grant, NoInput(), presenter, options)
    }

    /// Performs an action that shows nothing from synchronous code.
    ///
    /// If the system has immediate tasks, an action that never suspends is complete when the method returns. See
    /// ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> where BoundAction.Presenter == NoPresenter {
        Dispatcher.start(
            BoundAction.self, reference, grant, input, NoPresenter(), options)
    }

    /// Performs an action that needs no input and shows nothing from synchronous code.
    ///
    /// If the system has immediate tasks, an action that never suspends is complete when the method returns. See
    /// ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        Dispatcher.start(
            BoundAction.self, reference, grant, NoInput(), NoPresenter(), options)
    }
}

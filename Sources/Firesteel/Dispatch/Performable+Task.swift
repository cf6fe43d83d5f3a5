public import FiresteelTimeline

extension Performable where BoundAction: Action {
    /// Performs an action from synchronous code.
    ///
    /// One that never suspends is done when this returns, where the system has immediate tasks. See ``Performable`` for
    /// the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, in session: ActionSession? = nil,
        source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> Task<ActionOutcome, Never> {
        Dispatcher.start(
            BoundAction.self, reference, input, presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input from synchronous code.
    ///
    /// One that never suspends is done when this returns, where the system has immediate tasks. See ``Performable`` for
    /// the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> Task<ActionOutcome, Never> where BoundAction.Input == NoInput {
        Dispatcher.start(
            BoundAction.self, reference, NoInput(), presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that shows nothing from synchronous code.
    ///
    /// One that never suspends is done when this returns, where the system has immediate tasks. See ``Performable`` for
    /// the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> Task<ActionOutcome, Never> where BoundAction.Presenter == NoPresenter {
        Dispatcher.start(
            BoundAction.self, reference, input, NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input and shows nothing from synchronous code.
    ///
    /// One that never suspends is done when this returns, where the system has immediate tasks. See ``Performable`` for
    /// the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> Task<ActionOutcome, Never> where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        Dispatcher.start(
            BoundAction.self, reference, NoInput(), NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }
}

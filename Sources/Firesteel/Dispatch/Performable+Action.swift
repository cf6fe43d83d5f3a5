public import FiresteelTimeline

extension Performable where BoundAction: Action {
    /// Performs an action and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, in session: ActionSession? = nil,
        source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) async -> ActionOutcome {
        await Dispatcher.perform(
            BoundAction.self, reference, input, presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) async -> ActionOutcome where BoundAction.Input == NoInput {
        await Dispatcher.perform(
            BoundAction.self, reference, NoInput(), presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that shows nothing and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) async -> ActionOutcome where BoundAction.Presenter == NoPresenter {
        await Dispatcher.perform(
            BoundAction.self, reference, input, NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input and shows nothing and waits for its outcome.
    ///
    /// See ``Performable`` for the options.
    @discardableResult
    @inlinable
    public func perform(
        in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) async -> ActionOutcome where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        await Dispatcher.perform(
            BoundAction.self, reference, NoInput(), NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }
}

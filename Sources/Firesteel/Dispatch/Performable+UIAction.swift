public import FiresteelTimeline

extension Performable where BoundAction: UIAction {
    /// Performs an action; it is done when this returns.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, in session: ActionSession? = nil,
        source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> ActionOutcome {
        Dispatcher.perform(
            ui: BoundAction.self, reference, input, presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input; it is done when this returns.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        presenter: BoundAction.Presenter, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> ActionOutcome where BoundAction.Input == NoInput {
        Dispatcher.perform(
            ui: BoundAction.self, reference, NoInput(), presenter, PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that shows nothing; it is done when this returns.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        _ input: BoundAction.Input, in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> ActionOutcome where BoundAction.Presenter == NoPresenter {
        Dispatcher.perform(
            ui: BoundAction.self, reference, input, NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }

    /// Performs an action that needs no input and shows nothing; it is done when this returns.
    ///
    /// See ``Performable`` for the options.
    @MainActor
    @discardableResult
    @inlinable
    public func perform(
        in session: ActionSession? = nil, source: ActionSource? = nil,
        isUserInitiated: Bool? = nil
    ) -> ActionOutcome where BoundAction.Input == NoInput, BoundAction.Presenter == NoPresenter {
        Dispatcher.perform(
            ui: BoundAction.self, reference, NoInput(), NoPresenter(), PerformOptions(session, source, isUserInitiated))
    }
}

// Overloads that can't be called, so that the compiler says what is missing instead of which requirements don't hold.

extension ActionBinding where Owner: Feature {
    /// Unavailable: an action of an always available feature is performed without a request.
    @available(*, unavailable, message: "the feature is always available: perform the action without request()")
    public func request() -> ActionBinding? { fatalError("unavailable") }
}

extension ActionBinding where Owner: ConditionalFeature, BoundAction: Action {
    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }
}

extension ActionBinding where Owner: ConditionalFeature, BoundAction: Action {
    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    public func reply<Output>(
        to input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) async throws -> Output where BoundAction.Presenter == Reply<Output> { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    public func reply<Output>(
        options: PerformOptions = PerformOptions()
    ) async throws -> Output where BoundAction.Presenter == Reply<Output> { fatalError("unavailable") }
}

extension ActionBinding where Owner: ConditionalFeature, BoundAction: UIAction {
    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: an action of a conditional feature is performed through ``ActionBinding/request()``.
    @MainActor
    @available(
        *, unavailable, message: "request the conditional feature first: request() returns nil while it is unavailable"
    )
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }
}

extension Performable where BoundAction: Action {
    /// Unavailable: the action needs more than the call passes.
    @available(*, unavailable, message: "the action needs an input: pass it as the first argument")
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @available(*, unavailable, message: "the action needs a presenter: pass it as presenter")
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @available(*, unavailable, message: "the action needs an input or a presenter: pass what its declaration names")
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) async -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs an input: pass it as the first argument")
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs a presenter: pass it as presenter")
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs an input or a presenter: pass what its declaration names")
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> Task<ActionOutcome, Never> { fatalError("unavailable") }
}

extension Performable where BoundAction: Action {
    /// Unavailable: the action needs more than the call passes.
    @available(*, unavailable, message: "the action needs an input: pass it as the first argument")
    public func reply<Output>(
        options: PerformOptions = PerformOptions()
    ) async throws -> Output where BoundAction.Presenter == Reply<Output> { fatalError("unavailable") }
}

extension Performable where BoundAction: UIAction {
    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs an input: pass it as the first argument")
    @discardableResult
    public func perform(
        presenter: BoundAction.Presenter, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs a presenter: pass it as presenter")
    @discardableResult
    public func perform(
        _ input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }

    /// Unavailable: the action needs more than the call passes.
    @MainActor
    @available(*, unavailable, message: "the action needs an input or a presenter: pass what its declaration names")
    @discardableResult
    public func perform(
        options: PerformOptions = PerformOptions()
    ) -> ActionOutcome { fatalError("unavailable") }
}

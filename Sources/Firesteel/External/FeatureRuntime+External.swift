import FiresteelTimeline

extension FeatureRuntime {
    /// Performs an externally requested action by its path.
    ///
    /// For links, activities, a Command menu, HTTP requests, and agents.
    ///
    /// The runtime performs the same checks as inside the program: the feature must be available in the session, and
    /// the input must be valid. An ``Action`` without a presenter, and a ``ReplyAction``, is performed where the caller
    /// runs. A `UIAction`, and an action with a presenter, is performed on the main actor, where presenters are.
    ///
    /// - Parameters:
    ///   - request: The action, the source of the request, and the metadata of its log lines.
    ///   - input: The source from which the action's input is decoded. Not read for an action without an input.
    ///   - router: Provides the presenter. Not called for an action that needs none.
    ///   - session: The session, unless the router returns another. By default the session in effect if it has its own
    ///     context, else the runtime's main session.
    /// - Returns: The outcome of the perform. ``reply(to:input:presentedBy:in:)`` also returns the value of a
    ///   ``ReplyAction``.
    /// - Throws: ``ExternalActionError`` if the action wasn't performed.
    @discardableResult
    public func perform(
        _ request: ExternalRequest, input: any ExternalInput = JSONInput(),
        presentedBy router: any PresentationRouter = NoPresentation(), in session: ActionSession? = nil
    ) async throws(ExternalActionError) -> ActionOutcome {
        try await perform(request, input, router, session, encodesReply: false).outcome
    }

    /// Performs an externally requested action by its path, and returns the value that it replies with.
    ///
    /// ```swift
    /// let reply = try await runtime.reply(to: ExternalRequest(path, from: .http), input: JSONInput(body), in: session)
    /// let json = try reply.json()
    /// ```
    ///
    /// As ``perform(_:input:presentedBy:in:)``. The value of a ``ReplyAction`` is encoded as JSON, if it is `Encodable`.
    ///
    /// - Parameters:
    ///   - request: The action, where the request comes from, and what its log lines carry.
    ///   - input: What the action's input is decoded from. Not read for an action without an input.
    ///   - router: Gives the presenter. Not called for an action that needs none.
    ///   - session: The session, as for ``perform(_:input:presentedBy:in:)``.
    /// - Returns: The outcome and the reply. An action that isn't a ``ReplyAction`` has no reply.
    /// - Throws: ``ExternalActionError`` if the action wasn't performed.
    public func reply(
        to request: ExternalRequest, input: any ExternalInput = JSONInput(),
        presentedBy router: any PresentationRouter = NoPresentation(), in session: ActionSession? = nil
    ) async throws(ExternalActionError) -> ExternalReply {
        try await perform(request, input, router, session, encodesReply: true)
    }

    /// Whether the inputs of the action at a path are retained for replay.
    package func isReplayable(_ path: ActionPath) -> Bool {
        func open<Opened: ActionDefinition>(_ type: Opened.Type) -> Bool {
            Opened.Input.self is any ReplayableInput.Type
        }
        return registry.find(path).map { open($0.type) } ?? false
    }

    private func perform(
        _ request: ExternalRequest, _ input: any ExternalInput, _ router: any PresentationRouter,
        _ session: ActionSession?, encodesReply: Bool
    ) async throws(ExternalActionError) -> ExternalReply {
        var request = request
        request.session = session
        let session = self.effectiveSession(session)
        let (target, grant) = try target(of: request.action, in: session ?? main)
        if let action = target.type as? any Action.Type {
            return try await perform(
                action, target.reference, grant, request, input, router, session, encodesReply: encodesReply)
        }
        if let action = target.type as? any UIAction.Type {
            return ExternalReply(try await perform(ui: action, target.reference, request, input, router, session))
        }
        throw .unknown(request.action)
    }

    /// Returns the action at a path, if its feature is available in a session.
    ///
    /// - Throws: ``ExternalActionError/unknown(_:)``, ``ExternalActionError/unavailable(_:reasons:)``.
    private func target(
        of path: ActionPath, in session: ActionSession
    ) throws(ExternalActionError) -> (ExternalTarget, PerformGrant) {
        guard let target = registry.find(path) else { throw .unknown(path) }
        guard let grant = target.reference.grant(in: session) else {
            throw .unavailable(path, reasons: availabilityTable.availability(of: target.feature, in: session).reasons)
        }
        return (target, grant)
    }

    private func perform<Performed: Action>(
        _ type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ request: ExternalRequest,
        _ input: any ExternalInput, _ router: any PresentationRouter, _ session: ActionSession?, encodesReply: Bool
    ) async throws(ExternalActionError) -> ExternalReply {
        guard let presenter = Self.presenter(for: type) else {
            return ExternalReply(try await performPresented(type, reference, request, input, router, session))
        }
        let value = try input.value(of: Performed.Input.self)
        let outcome = await Dispatcher.perform(
            type, reference, grant, value, presenter, options(request, session ?? main))
        return ExternalReply(outcome, encodesReply ? (presenter as? any ReplyPresenter)?.encoded : nil)
    }

    @MainActor
    private func performPresented<Performed: Action>(
        _ type: Performed.Type, _ reference: BindingReference, _ request: ExternalRequest, _ input: any ExternalInput,
        _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ActionOutcome {
        let value = try input.value(of: Performed.Input.self)
        let destination = try await destination(of: type, request, router, session)
        return await Dispatcher.perform(
            type, reference, destination.grant, value, destination.presenter, options(request, destination.session))
    }

    @MainActor
    private func perform<Performed: UIAction>(
        ui type: Performed.Type, _ reference: BindingReference, _ request: ExternalRequest, _ input: any ExternalInput,
        _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ActionOutcome {
        let value = try input.value(of: Performed.Input.self)
        let destination = try await destination(of: type, request, router, session)
        return Dispatcher.perform(
            ui: type, reference, destination.grant, value, destination.presenter, options(request, destination.session))
    }

    private func options(_ request: ExternalRequest, _ session: ActionSession) -> PerformOptions {
        PerformOptions(
            session: session, source: request.source, isUserInitiated: request.isUserInitiated,
            metadata: request.metadata)
    }

    /// Returns the presenter of an action that needs no router: the empty presenter, or one that receives a reply.
    static func presenter<Performed: ActionDefinition>(for type: Performed.Type) -> Performed.Presenter? {
        if let nothing = NoPresenter() as? Performed.Presenter { return nothing }
        return (Performed.Presenter.self as? any ReplyPresenter.Type)?.make() as? Performed.Presenter
    }

    /// Returns the session, the grant, and the presenter of an action.
    ///
    /// The router may have taken time, so the feature is checked again, in the session that the router specified.
    @MainActor
    private func destination<Performed: ActionDefinition>(
        of type: Performed.Type, _ request: ExternalRequest, _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ExternalPresentation<Performed.Presenter> {
        if let presenter = Self.presenter(for: type) {
            let session = session ?? main
            return ExternalPresentation(
                presenter: presenter, session: session, grant: try target(of: request.action, in: session).1)
        }
        switch await router.presentation(of: type, for: request) {
        case .ready(let presenter, let named):
            let session = named ?? session ?? main
            let (_, grant) = try target(of: request.action, in: session)
            return ExternalPresentation(presenter: presenter, session: session, grant: grant)
        case .notReady: throw .notReady(request.action)
        case .declined(let message): throw .declined(request.action, message)
        case .cancelled: throw .cancelled(request.action)
        }
    }
}

/// The session, the grant, and the presenter of an externally requested action.
private struct ExternalPresentation<Presenter> {
    let presenter: Presenter
    let session: ActionSession
    let grant: PerformGrant
}

extension ExternalInput {
    /// Returns the input of an action.
    func value<Input>(of type: Input.Type) throws(ExternalActionError) -> Input {
        if let nothing = NoInput() as? Input { return nothing }
        do {
            if let made = try make(Input.self) { return made }
        } catch {
            throw .input(ExternalInputError(error))
        }
        guard let decodable = Input.self as? any Decodable.Type else {
            throw .input(
                ExternalInputError(
                    .notDecodable, parameter: "",
                    "The input \(Input.self) can't be created externally. Make it Decodable."))
        }
        do {
            guard let value = try decode(decodable) as? Input else {
                throw ExternalInputError(.invalid, parameter: "", "The input is not a \(Input.self).")
            }
            return value
        } catch {
            throw .input(ExternalInputError(error))
        }
    }
}

extension FeatureRuntime {
    /// Performs an action that somebody outside asks for by its path: a link, an activity, a command palette, an agent.
    ///
    /// Everything is checked as inside the program: the feature must be available, the input must be one. It is performed
    /// from the main actor, where presenters are; an action that works long leaves it as always.
    ///
    /// - Parameters:
    ///   - request: Which action, and where the request comes from.
    ///   - input: What the action's input is decoded from. Not looked at where the action needs none.
    ///   - router: Gives the presenter. Not asked where the action shows nothing.
    ///   - session: Where it is performed, unless the router names another: by default the runtime's main session.
    /// - Returns: How the perform ended.
    /// - Throws: ``ExternalActionError`` where it was not performed.
    @MainActor
    @discardableResult
    public func perform(
        _ request: ExternalRequest, input: any ExternalInput = JSONInput(), presentedBy router: any PresentationRouter,
        in session: ActionSession? = nil
    ) async throws(ExternalActionError) -> ActionOutcome {
        let target = try target(of: request.action)
        if let action = target.type as? any Action.Type {
            return try await perform(action, target.reference, request, input, router, session)
        }
        if let action = target.type as? any UIAction.Type {
            return try await perform(ui: action, target.reference, request, input, router, session)
        }
        throw .unknown(request.action)
    }

    /// The action at a path, as long as its feature is available.
    ///
    /// - Throws: ``ExternalActionError/unknown(_:)``, ``ExternalActionError/unavailable(_:reasons:)``.
    private func target(of path: ActionPath) throws(ExternalActionError) -> ExternalTarget {
        guard let target = registry.find(path) else { throw .unknown(path) }
        let availability = availabilityTable.availability(of: target.feature)
        guard availability.isAvailable else { throw .unavailable(path, reasons: availability.reasons) }
        return target
    }

    @MainActor
    private func perform<Performed: Action>(
        _ type: Performed.Type, _ reference: BindingReference, _ request: ExternalRequest, _ input: any ExternalInput,
        _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ActionOutcome {
        let value = try input.value(of: Performed.Input.self)
        let place = try await place(of: type, request, router, session)
        return await Dispatcher.perform(type, reference, value, place.presenter, options(request, place.session))
    }

    @MainActor
    private func perform<Performed: UIAction>(
        ui type: Performed.Type, _ reference: BindingReference, _ request: ExternalRequest, _ input: any ExternalInput,
        _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ActionOutcome {
        let value = try input.value(of: Performed.Input.self)
        let place = try await place(of: type, request, router, session)
        return Dispatcher.perform(ui: type, reference, value, place.presenter, options(request, place.session))
    }

    private func options(_ request: ExternalRequest, _ session: ActionSession) -> PerformOptions {
        PerformOptions(session, request.source, true)
    }

    /// Where an action is performed, and what it shows its result with.
    ///
    /// The router may have taken its time, so that the feature is asked for once more.
    @MainActor
    private func place<Performed: ActionDefinition>(
        of type: Performed.Type, _ request: ExternalRequest, _ router: any PresentationRouter, _ session: ActionSession?
    ) async throws(ExternalActionError) -> ExternalPresentation<Performed.Presenter> {
        if let nothing = NoPresenter() as? Performed.Presenter {
            return ExternalPresentation(presenter: nothing, session: session ?? main)
        }
        switch await router.presentation(of: type, for: request) {
        case .ready(let presenter, let named):
            _ = try target(of: request.action)
            return ExternalPresentation(presenter: presenter, session: named ?? session ?? main)
        case .notReady: throw .notReady(request.action)
        case .declined(let words): throw .declined(request.action, words)
        case .cancelled: throw .cancelled(request.action)
        }
    }
}

/// A registered action that is asked for by its path.
struct ExternalTarget {
    let type: any ActionDefinition.Type
    let reference: BindingReference
    let feature: RegisteredFeature
}

/// Where an action from outside is performed.
private struct ExternalPresentation<Presenter> {
    let presenter: Presenter
    let session: ActionSession
}

extension FeatureRegistry {
    /// The declared action at a path.
    func find(_ path: ActionPath) -> ExternalTarget? {
        guard let feature = find(path.feature) else { return nil }
        for reference in feature.type.actions.references {
            let type = Interning.shared.describe(reference).action
            if type.identifier == path.action {
                return ExternalTarget(type: type, reference: reference, feature: feature)
            }
        }
        return nil
    }
}

extension ExternalInput {
    /// The input of an action, of whatever type.
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
                    "A \(Input.self) can't be made from outside: it has to be Decodable."))
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

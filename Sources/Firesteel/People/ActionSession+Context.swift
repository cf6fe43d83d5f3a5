import FiresteelBase
public import FiresteelFlags
import Synchronization

extension ActionSession {
    /// Who asks in this session, or `nil` where it serves the person of the app.
    public var evaluationContext: EvaluationContext? { context?.evaluationContext }

    /// Whom the session serves, if it was opened for a principal.
    public var principal: Principal? { context?.principal }

    /// Sets who asks in this session, for example after a person has changed plans.
    ///
    /// Answers requested from now on are answers for the new context.
    ///
    /// - Precondition: The session was opened with a context or a principal. Otherwise nothing changes, and a
    ///   ``RuntimeFault/constraints(_:)`` is recorded: its answers are those of the whole program.
    public func setContext(_ evaluationContext: EvaluationContext) {
        guard let context else {
            dispatcher.report(
                .constraints(
                    "The context of session “\(name)” can't be set: it was opened without one. Give session(_:context:) a "
                        + "context."))
            return
        }
        context.evaluationContext = evaluationContext
    }

    /// Runs code with this session in effect: what it requests and reads is answered for the person the session serves, and
    /// what it performs without naming a session is performed here.
    public func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: self)) {
            _ = isolation
            return try await body()
        }
    }

    /// Runs code with this session in effect.
    public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: self), operation: body)
    }

    /// Runs code with this session in effect, and with the action in effect as well where it is one of this session.
    func useIfNeeded<Result>(_ body: () throws -> Result) rethrows -> Result {
        if PerformFrame.innermostSession?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
            return try body()
        }
        return try use(body)
    }
}

extension FeatureRuntime {
    /// Opens a session that serves one person of several.
    ///
    /// In it, availability, flags, toggles, purchases and permissions are answered for that person.
    ///
    /// - Parameters:
    ///   - name: The name on the timeline. Names may repeat; use one for a kind of session, such as "request".
    ///   - context: Who asks: a targeting key, by which rollouts are split, and attributes.
    ///   - principal: The person or account, by a pseudonymous identifier. Toggles are stored for it, sources answer for
    ///     it, and ``eraseTimeline(of:)`` erases its sessions.
    ///   - userInitiated: Whether performs count as started by the user unless they say otherwise.
    public func session(
        _ name: String, context: EvaluationContext, principal: Principal? = nil, userInitiated: Bool = true
    ) -> ActionSession {
        enableContexts()
        defer { dispatcher.reportRefusedNames() }
        let choices = principal.map { availabilityTable.openChoices(of: $0) }
        return ActionSession(
            name: name, isUserInitiated: userInitiated,
            context: SessionContext(context, principal, choices, availabilityTable.principals), dispatcher: dispatcher)
    }

    /// Opens a session that serves a principal, whose identifier is the targeting key as well.
    public func session(_ name: String, principal: Principal, userInitiated: Bool = true) -> ActionSession {
        session(
            name, context: EvaluationContext(targetingKey: principal.identifier), principal: principal,
            userInitiated: userInitiated)
    }

    /// Lets answers differ from session to session from now on.
    ///
    /// Constraints are checked once more, since their reads of flags were not observed before.
    private func enableContexts() {
        guard SessionContext.enable() else { return }
        dispatcher.enableContexts {
            dispatcher.observeReadsOfConstraints()
            availabilityTable.update { Array($0.graph.nodes.indices) }
        }
    }
}

extension FeatureRuntime {
    /// The session for whose person something is answered: the given one, else the one in effect if it serves a person,
    /// else `nil`, for the person of the app.
    func session(answering session: ActionSession?) -> ActionSession? {
        if let session { return session }
        guard SessionContext.mayExist, let session = PerformFrame.innermost?.session, session.context != nil,
            session.dispatcher === dispatcher
        else { return nil }
        return session
    }
}

extension SessionContext {
    /// Makes reads of flags and requests look for the session in effect.
    ///
    /// - Returns: `true`, always.
    fileprivate static func enable() -> Bool { isEnabled }

    private static let isEnabled: Bool = {
        FlagStack.setContextResolver {
            guard let session = PerformFrame.innermostSession else { return nil }
            return session.withBorrowed { session in
                if let context = session.context {
                    // Whether the flag depends on the time isn't known here.
                    context.keepFromStoring()
                    return context.evaluationContext
                }
                if RunningChecks.areThere { session.dispatcher.runtime?.availabilityTable.recordContextRead() }
                return nil
            }
        }
        exist.store(true, ordering: .releasing)
        return true
    }()
}

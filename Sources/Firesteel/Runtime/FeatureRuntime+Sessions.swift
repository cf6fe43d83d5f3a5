import FiresteelBase
public import FiresteelFlags
import Synchronization

extension FeatureRuntime {
    /// Opens a session that serves one of several users.
    ///
    /// Availability, flags, toggles, purchases and permissions in it are those of that user.
    ///
    /// - Parameters:
    ///   - name: The name on the timeline. Names may repeat; use one for a kind of session, such as "request".
    ///   - context: The evaluation context: a targeting key, which determines rollouts, and attributes.
    ///   - principal: The person or account, by a pseudonymous identifier. Toggles are stored for it, sources return
    ///     its facts, and ``eraseTimeline(of:)`` erases its sessions.
    ///   - userInitiated: Whether performs in the session count as started by the user by default.
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

    /// Opens a session that serves a principal, with its identifier as the targeting key.
    public func session(_ name: String, principal: Principal, userInitiated: Bool = true) -> ActionSession {
        session(
            name, context: EvaluationContext(targetingKey: principal.identifier), principal: principal,
            userInitiated: userInitiated)
    }

    /// Enables sessions with their own context.
    ///
    /// Checks constraints again, because their reads of flags were not observed before.
    private func enableContexts() {
        guard SessionContext.enable() else { return }
        dispatcher.enableContexts {
            dispatcher.observeReadsOfConstraints()
            availabilityTable.update { Array($0.graph.nodes.indices) }
        }
    }
}

extension FeatureRuntime {
    /// Returns the session whose user counts: the given one, else the one in effect if it has its own context, else
    /// `nil` for the app's user.
    func effectiveSession(_ session: ActionSession?) -> ActionSession? {
        if let session { return session }
        guard SessionContext.mayExist, let session = PerformFrame.innermost?.session, session.context != nil,
            session.dispatcher === dispatcher
        else { return nil }
        return session
    }
}

extension SessionContext {
    /// Makes reads of flags and requests use the session in effect.
    ///
    /// - Returns: `true`, always.
    fileprivate static func enable() -> Bool { isEnabled }

    private static let isEnabled: Bool = {
        FlagStack.setContextResolver {
            guard let session = PerformFrame.innermostSession else { return nil }
            return session.withBorrowed { session in
                if let context = session.context {
                    // It is unknown here whether the flag depends on the time.
                    context.preventCaching()
                    return context.evaluationContext
                }
                if RunningChecks.exist { session.dispatcher.runtime?.availabilityTable.recordContextRead() }
                return nil
            }
        }
        exist.store(true, ordering: .releasing)
        return true
    }()
}

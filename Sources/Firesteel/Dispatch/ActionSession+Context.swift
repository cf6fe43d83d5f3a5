public import FiresteelFlags

extension ActionSession {
    /// The evaluation context of the session, or `nil` if it serves the app's user.
    public var evaluationContext: EvaluationContext? { context?.evaluationContext }

    /// The principal that the session was opened for, if any.
    public var principal: Principal? { context?.principal }

    /// Sets the evaluation context of the session, for example after its user has changed plans.
    ///
    /// Later requests and reads use the new context.
    ///
    /// - Precondition: The session was opened with a context or a principal. Otherwise nothing changes, and a
    ///   ``RuntimeFault/constraints(_:)`` is recorded: the session uses the context of the program.
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

    /// Runs code with this session in effect: requests and reads are for the session's user, and performs without an
    /// explicit session are in this one.
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

    /// Runs code with this session in effect, and with the action in effect if it is one of this session.
    func useIfNeeded<Result>(_ body: () throws -> Result) rethrows -> Result {
        if PerformFrame.innermostSession?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
            return try body()
        }
        return try use(body)
    }
}

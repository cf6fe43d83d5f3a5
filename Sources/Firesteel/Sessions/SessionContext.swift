import FiresteelBase
import FiresteelFlags
import Synchronization

/// The user that a session serves, and the availability computed for them.
final class SessionContext: Sendable {
    let principal: Principal?
    /// The choices of the principal, shared by all of their open sessions.
    let choices: PrincipalChoices?
    let cache = ContextCache()
    /// The computations in progress for this session, to detect constraints that depend on themselves.
    private let computations = Mutex<[Computation]>([])
    /// The number of ``computations``, so that the lock is skipped if there are none.
    private let computing = Atomic(0)

    /// Whether any session of the process has, or had, its own context.
    static let exist = Atomic(false)

    @inline(__always)
    static var mayExist: Bool { exist.load(ordering: .relaxed) }

    /// The evaluation context, which the directory of open sessions shares.
    let given: GivenContext
    /// Increases with each other context and with each toggle of the principal.
    let revision: AnswerRevision

    /// A feature whose availability a thread computes.
    private struct Computation {
        let thread: ThreadIdentity
        let position: Int
        /// Whether the result can be cached: not if it depends on the time, or on a feature that depends on itself.
        var isCacheable = true
    }

    private let principals: PrincipalDirectory

    init(
        _ context: EvaluationContext, _ principal: Principal?, _ choices: PrincipalChoices?,
        _ principals: PrincipalDirectory
    ) {
        given = GivenContext(context)
        self.principal = principal
        self.choices = choices
        self.principals = principals
        revision = choices?.revision ?? AnswerRevision()
    }

    deinit {
        // Closed with the context and not with the session, because a closed session may still be used.
        if let principal, choices != nil { principals.close(principal) }
    }

    /// Marks a feature as being computed on this thread.
    ///
    /// - Returns: `false` if it is marked already. No result of this thread's computations is cached then, because it
    /// depends on the feature at which the cycle was entered.
    func begin(_ position: Int) -> Bool {
        let thread = ThreadIdentity.current
        let isNew = computations.withLock { computations in
            guard !computations.contains(where: { $0.thread == thread && $0.position == position }) else {
                return false
            }
            computations.append(Computation(thread: thread, position: position))
            return true
        }
        if isNew { computing.wrappingAdd(1, ordering: .relaxed) } else { preventCaching() }
        return isNew
    }

    /// Ends the computation of a feature on this thread, and returns whether its result can be cached.
    func end(_ position: Int) -> Bool {
        let thread = ThreadIdentity.current
        computing.wrappingSubtract(1, ordering: .relaxed)
        return computations.withLock { computations in
            guard
                let index = computations.lastIndex(where: { $0.thread == thread && $0.position == position })
            else { return false }
            return computations.remove(at: index).isCacheable
        }
    }

    /// Prevents the results of this thread's computations from being cached.
    func preventCaching() {
        guard computing.load(ordering: .relaxed) != 0 else { return }
        let thread = ThreadIdentity.current
        computations.withLock { computations in
            for index in computations.indices where computations[index].thread == thread {
                computations[index].isCacheable = false
            }
        }
    }

    var evaluationContext: EvaluationContext {
        get { given.value }
        set {
            given.value = newValue
            revision.advance()
        }
    }
}

/// The evaluation context that a session was given.
final class GivenContext: Sendable {
    private let stored: Mutex<EvaluationContext>

    init(_ context: EvaluationContext) { stored = Mutex(context) }

    var value: EvaluationContext {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

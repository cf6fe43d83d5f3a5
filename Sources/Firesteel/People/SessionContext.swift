import FiresteelBase
import FiresteelFlags
import Synchronization

/// Who a session serves, and the answers computed for that person.
final class SessionContext: Sendable {
    let principal: Principal?
    /// The choices of the principal, shared by all of their open sessions.
    let choices: PrincipalChoices?
    let cache = ContextCache()
    /// What is being computed for this session now, to find constraints that depend on themselves.
    private let computations = Mutex<[Computation]>([])
    /// The number of ``computations``, to skip the lock where there are none.
    private let computing = Atomic(0)

    /// Whether any session of the process has, or had, its own context.
    static let exist = Atomic(false)

    @inline(__always)
    static var mayExist: Bool { exist.load(ordering: .relaxed) }

    private let context: Mutex<EvaluationContext>
    /// Increases with each other context.
    private let revision = Atomic<UInt64>(0)

    /// A feature whose availability a thread computes.
    private struct Computation {
        let thread: ThreadIdentity
        let position: Int
        /// Whether the result can be stored: not if it depends on the time, or on a feature that depends on itself.
        var isStorable = true
    }

    private let principals: PrincipalDirectory

    init(
        _ context: EvaluationContext, _ principal: Principal?, _ choices: PrincipalChoices?,
        _ principals: PrincipalDirectory
    ) {
        self.context = Mutex(context)
        self.principal = principal
        self.choices = choices
        self.principals = principals
    }

    deinit {
        // With the context and not with the session: a session that was closed may still be used.
        if let principal, choices != nil { principals.close(principal) }
    }

    /// Marks a feature as being computed on this thread; `false` if it is already.
    ///
    /// Then nothing that is being computed on this thread can be stored: it depends on where the circle was entered.
    func begin(_ position: Int) -> Bool {
        let thread = ThreadIdentity.current
        let isNew = computations.withLock { computations in
            guard !computations.contains(where: { $0.thread == thread && $0.position == position }) else {
                return false
            }
            computations.append(Computation(thread: thread, position: position))
            return true
        }
        if isNew { computing.wrappingAdd(1, ordering: .relaxed) } else { keepFromStoring() }
        return isNew
    }

    /// Ends the computation of a feature on this thread, and returns whether its result can be stored.
    func end(_ position: Int) -> Bool {
        let thread = ThreadIdentity.current
        computing.wrappingSubtract(1, ordering: .relaxed)
        return computations.withLock { computations in
            guard
                let place = computations.lastIndex(where: { $0.thread == thread && $0.position == position })
            else { return false }
            return computations.remove(at: place).isStorable
        }
    }

    /// Keeps the results of everything that is being computed on this thread from being stored.
    func keepFromStoring() {
        guard computing.load(ordering: .relaxed) != 0 else { return }
        let thread = ThreadIdentity.current
        computations.withLock { computations in
            for place in computations.indices where computations[place].thread == thread {
                computations[place].isStorable = false
            }
        }
    }

    var evaluationContext: EvaluationContext {
        get { context.withLock { $0 } }
        set {
            context.withLock { $0 = newValue }
            revision.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// A number that changes whenever an answer for this session can change, and never returns to an earlier one.
    ///
    /// Three loads.
    @inline(__always)
    func version(_ dispatcher: Dispatcher) -> UInt64 {
        dispatcher.answerVersion.load(ordering: .acquiring) &+ dispatcher.flags.generation
            &+ revision.load(ordering: .acquiring)
    }
}

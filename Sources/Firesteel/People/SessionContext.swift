import FiresteelFlags
import Synchronization

/// Who a session serves, and the answers computed for that person.
final class SessionContext: Sendable {
    let principal: Principal?
    /// The choices of the principal, shared by all of their open sessions.
    let choices: PrincipalChoices?
    let cache = ContextCache()
    /// What is being computed for this session now, to find constraints that depend on themselves.
    let computations = Mutex<[Computation]>([])

    /// Whether any session of the process has, or had, its own context.
    static let exist = Atomic(false)

    @inline(__always)
    static var mayExist: Bool { exist.load(ordering: .relaxed) }

    private let context: Mutex<EvaluationContext>
    /// Increases with each other context.
    private let revision = Atomic<UInt64>(0)

    /// A feature whose availability a thread computes.
    struct Computation: Equatable {
        let thread: ThreadIdentity
        let position: Int
    }

    init(_ context: EvaluationContext, _ principal: Principal?, _ choices: PrincipalChoices?) {
        self.context = Mutex(context)
        self.principal = principal
        self.choices = choices
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

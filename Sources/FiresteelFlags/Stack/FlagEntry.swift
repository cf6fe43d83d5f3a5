import Synchronization

/// One flag of a stack, as evaluations see it.
///
/// `@unchecked Sendable`: `planPointer` holds a retain on an immutable plan, is exchanged below the stack's lock, and what
/// it pointed to goes only when no reader that may have loaded it is left (``ReaderGuard``).
final class FlagEntry: @unchecked Sendable {
    let key: String
    /// `nil` where nobody declared it, and it is only there because others depend on it.
    let declaration: FlagDeclaration?

    private let planPointer: Atomic<UnsafeRawPointer>

    init(key: String, declaration: FlagDeclaration?) {
        self.key = key
        self.declaration = declaration
        planPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(FlagPlan.empty).toOpaque()))
    }

    deinit {
        Unmanaged<FlagPlan>.fromOpaque(planPointer.load(ordering: .acquiring)).release()
    }

    /// What decides it, while the reader is announced to the stack's ``ReaderGuard`` or has its lock.
    @inline(__always) var plan: Unmanaged<FlagPlan> {
        // Sequentially consistent with the announcement before it: see ReaderGuard.
        Unmanaged.fromOpaque(planPointer.load(ordering: .sequentiallyConsistent))
    }

    /// Puts another plan in place, and returns the one before, with its retain.
    func exchangePlan(_ plan: FlagPlan) -> Unmanaged<FlagPlan> {
        let new = UnsafeRawPointer(Unmanaged.passRetained(plan).toOpaque())
        return Unmanaged.fromOpaque(planPointer.exchange(new, ordering: .sequentiallyConsistent))
    }
}

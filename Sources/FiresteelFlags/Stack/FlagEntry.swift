import Synchronization

/// One flag of a stack, as decisions see it.
///
/// `@unchecked Sendable`: `planPointer` holds a retain on an immutable plan and is exchanged while holding the stack's
/// lock. The replaced plan is released when no reader that may have loaded it is left (``ReaderGuard``).
final class FlagEntry: @unchecked Sendable {
    let key: String
    /// `nil` for a key that is not declared: another flag depends on it, or it was looked up.
    let declaration: FlagDeclaration?

    /// Whether it was reported that its rollout drew nothing.
    let isMissingKeyReported = Atomic(false)

    private let planPointer: Atomic<UnsafeRawPointer>

    init(key: String, declaration: FlagDeclaration?) {
        self.key = key
        self.declaration = declaration
        planPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(FlagPlan.empty).toOpaque()))
    }

    deinit {
        Unmanaged<FlagPlan>.fromOpaque(planPointer.load(ordering: .acquiring)).release()
    }

    /// The current plan, for a reader that is announced to the stack's ``ReaderGuard`` or holds its lock.
    @inline(__always) var plan: Unmanaged<FlagPlan> {
        // Sequentially consistent with the announcement before it: see ReaderGuard.
        Unmanaged.fromOpaque(planPointer.load(ordering: .sequentiallyConsistent))
    }

    /// Replaces the plan, and returns the one before, with its retain.
    func exchangePlan(_ plan: FlagPlan) -> Unmanaged<FlagPlan> {
        let new = UnsafeRawPointer(Unmanaged.passRetained(plan).toOpaque())
        return Unmanaged.fromOpaque(planPointer.exchange(new, ordering: .sequentiallyConsistent))
    }
}

extension FlagEntry {
    /// Returns a value as the flag's type writes it.
    func canonical(_ value: FlagValue) -> FlagValue { declaration?.canonical(value) ?? value }

    /// Returns the value of an answer, as the flag's type writes it; the program's default where no provider returned
    /// one.
    func value(of answer: FlagAnswer) -> FlagValue {
        answer.value.map(canonical) ?? declaration?.defaultValue ?? .null
    }
}

extension FlagCheck {
    /// Returns the check for all readers of an entry.
    @inline(__always) static func of(_ entry: FlagEntry) -> FlagCheck {
        if let declaration = entry.declaration { .declaration(declaration) } else { .type(nil) }
    }
}

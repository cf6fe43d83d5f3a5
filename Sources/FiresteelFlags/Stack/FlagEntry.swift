import Synchronization

/// One flag of a stack, as decisions see it.
///
/// `@unchecked Sendable`: `compiledPointer` holds a retain on an immutable decision and is exchanged while holding the stack's
/// lock. The replaced decision is released when no reader that may have loaded it is left (``ReaderGuard``).
final class FlagEntry: @unchecked Sendable {
    let key: String
    /// `nil` for a key that is not declared: another flag depends on it, or it was looked up.
    let declaration: FlagDeclaration?

    /// Whether it was reported that its rollout drew nothing.
    let isMissingKeyReported = Atomic(false)

    private let compiledPointer: Atomic<UnsafeRawPointer>
    private let exchanges = Atomic<UInt32>(0)

    /// The number of times that the compiled decision was replaced.
    var revision: UInt32 { exchanges.load(ordering: .relaxed) }

    init(key: String, declaration: FlagDeclaration?) {
        self.key = key
        self.declaration = declaration
        compiledPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(CompiledDecision.empty).toOpaque()))
    }

    deinit {
        Unmanaged<CompiledDecision>.fromOpaque(compiledPointer.load(ordering: .acquiring)).release()
    }

    /// The current compiled decision, for a reader that is announced to the stack's ``ReaderGuard`` or holds its lock.
    @inline(__always) var compiled: Unmanaged<CompiledDecision> {
        // Sequentially consistent with the announcement before it: see ReaderGuard.
        Unmanaged.fromOpaque(compiledPointer.load(ordering: .sequentiallyConsistent))
    }

    /// Replaces the compiled decision, and returns the one before, with its retain.
    func exchangeCompiled(_ compiled: CompiledDecision) -> Unmanaged<CompiledDecision> {
        let new = UnsafeRawPointer(Unmanaged.passRetained(compiled).toOpaque())
        let old = compiledPointer.exchange(new, ordering: .sequentiallyConsistent)
        exchanges.add(1, ordering: .relaxed)
        return Unmanaged.fromOpaque(old)
    }
}

extension FlagEntry {
    /// Returns a value as the flag's type writes it.
    func canonical(_ value: JSONValue) -> JSONValue { declaration?.canonical(value) ?? value }

    /// Returns the value of an answer, as the flag's type writes it; the program's default where no provider returned
    /// one.
    func value(of answer: FlagAnswer) -> JSONValue {
        answer.value.map(canonical) ?? declaration?.defaultValue ?? .null
    }
}

extension FlagCheck {
    /// Returns the check for all readers of an entry.
    @inline(__always) static func of(_ entry: FlagEntry) -> FlagCheck {
        if let declaration = entry.declaration { .declaration(declaration) } else { .type(nil) }
    }
}

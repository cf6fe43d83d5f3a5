public import FiresteelBase
public import Synchronization

extension FlagStack {
    /// A flag's value in the fixed context.
    ///
    /// One atomic load.
    @inlinable public subscript<Value>(flag: Flag<Value>) -> Value { value(of: flag) }

    /// Returns a flag's value in the context in effect: that of the session in which this is called, else the fixed
    /// context.
    ///
    /// One atomic load in the fixed context. The first read of an undeclared flag declares it and is reported once.
    @inlinable public func value<Value>(of flag: Flag<Value>) -> Value {
        let index = flag.declaration.index
        if let slot = table.find(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & FlagSlot.slow == 0, state & FlagSlot.contextual == 0 || !ContextInEffect.mayExist {
                if state & FlagSlot.observed != 0 { reportRead(index, FlagSlot.version(state)) }
                return FlagSlotValue<Value>.copy(slot.pointee.value.load(ordering: .acquiring))
            }
        }
        return readSlowly(flag)
    }

    /// Calls a function with a flag's value in the fixed context, without copying it.
    ///
    /// Faster for long strings, arrays and structures: a copy counts references, for which threads contend.
    @inlinable public func withValue<Value, Result>(
        of flag: Flag<Value>, _ body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        let index = flag.declaration.index
        if !FlagSlotValue<Value>.isInline, let slot = table.find(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & FlagSlot.slow == 0, state & FlagSlot.contextual == 0 || !ContextInEffect.mayExist {
                if state & FlagSlot.observed != 0 { reportRead(index, FlagSlot.version(state)) }
                return try body(FlagSlotValue<Value>.pointer(slot.pointee.value.load(ordering: .acquiring)).pointee)
            }
        }
        return try body(value(of: flag))
    }

    /// Returns a flag's value for a context.
    ///
    /// One atomic load if none of the flag's rules depends on the context; otherwise the rules are evaluated.
    @inlinable public func value<Value>(of flag: Flag<Value>, in context: borrowing EvaluationContext) -> Value {
        let index = flag.declaration.index
        if let slot = table.find(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & (FlagSlot.slow | FlagSlot.contextual) == 0 {
                if state & FlagSlot.observed != 0 { reportRead(index, FlagSlot.version(state)) }
                return FlagSlotValue<Value>.copy(slot.pointee.value.load(ordering: .acquiring))
            }
        }
        guard let value = evaluate(flag.declaration, in: context) else { return flag.defaultValue }
        return Value(flagValue: value) ?? flag.defaultValue
    }

    /// Returns a flag's value with the reason for it, in a context: without one, in the context in effect.
    ///
    /// Evaluates the flag, and names the skipped providers. Doesn't count as an exposure.
    public func resolution<Value>(of flag: Flag<Value>, in context: EvaluationContext? = nil) -> Resolution<Value> {
        resolution(of: flag, in: context, countsAsRead: true)
    }

    /// Returns the same for constraints, pages and subscriptions, which inspect a flag without using its value.
    ///
    /// - Parameter countsAsRead: Whether hygiene counts it as a read of the flag.
    package func resolution<Value>(
        of flag: Flag<Value>, in context: EvaluationContext? = nil, countsAsRead: Bool
    ) -> Resolution<Value> {
        let declaration = flag.declaration
        guard let (entry, fixed) = entryForReading(declaration, countsAsRead: countsAsRead) else {
            let error =
                flag.key.isEmpty
                ? FlagError(.flagNotFound, "\(Self.noKeyMessage) (\(declaration.file):\(declaration.line))")
                : FlagError(
                    .typeMismatch, "“\(flag.key)” is declared with another type in this stack. Its default is used.")
            return Resolution(value: flag.defaultValue, reason: .error, error: error)
        }
        let answer = evaluate(
            entry, as: .declaration(declaration), in: context ?? ContextInEffect.current ?? fixed)
        let value = answer.value.flatMap { Value(flagValue: $0) } ?? flag.defaultValue
        return answer.resolution(value)
    }

    /// Returns the value of the flag with a key, for protocols without declarations.
    ///
    /// - Parameters:
    ///   - key: The flag's key. It needn't be declared.
    ///   - type: The required kind of value; `nil` for any.
    ///   - defaultValue: The value of an undeclared flag that no provider defines. A declared flag has its own default. As
    ///     long as a provider has no values yet, the error of an unknown key is `PROVIDER_NOT_READY`.
    ///   - context: The context; `nil` for the context in effect.
    ///   - file: The file of the call, for ``FlagHygiene/unknown``; omit it.
    ///   - line: The line of the call; omit it.
    public func resolve(
        key: String, as type: FlagType? = nil, default defaultValue: JSONValue? = nil,
        in context: EvaluationContext? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Resolution<JSONValue> {
        if let resolution = resolutionIfKnown(of: key, as: type, default: defaultValue, in: context, isRead: true) {
            return resolution
        }
        if let late = providers.first(where: { $0.status.state == .notReady }) {
            return .notReady(key, late.name, default: defaultValue)
        }
        recordUnknown(key, at: FlagHygiene.Place(file: "\(file)", line: line))
        return .unknown(key, default: defaultValue)
    }

    /// Whether the Bool flag with a key is on; `false` for an unknown key.
    ///
    /// For keys that are computed or come from outside. It evaluates the flag: read a declared flag by its ``Flag``.
    ///
    /// - Parameters:
    ///   - key: The flag's key. It needn't be declared.
    ///   - context: The context; `nil` for the context in effect.
    ///   - file: The file of the call, for ``FlagHygiene/unknown``; omit it.
    ///   - line: The line of the call; omit it.
    public func isEnabled(
        _ key: String, in context: EvaluationContext? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
        resolve(key: key, as: .bool, default: false, in: context, file: file, line: line).value == true
    }

    /// Returns the resolution of a key, or `nil` if it is unknown, which isn't recorded.
    ///
    /// Counts neither as a read nor as an exposure.
    ///
    /// - Parameter isRead: Whether the program reads the flag, so that a missing targeting key is reported.
    package func resolutionIfKnown(
        of key: String, as type: FlagType? = nil, default defaultValue: JSONValue? = nil,
        in context: EvaluationContext? = nil, isRead: Bool = false
    ) -> Resolution<JSONValue>? {
        let found = graph.withLock { graph in graph.undeclared(key).map { ($0.entry, graph.context) } }
        notify()
        guard let (entry, fixed) = found else { return nil }
        let context = context ?? ContextInEffect.current ?? fixed
        guard let declaration = entry.declaration else {
            let answer = evaluate(entry, as: .type(type), in: context)
            if isRead, answer.verdict.lacksTargetingKey { reportMissingTargetingKey(of: entry) }
            return answer.resolution(answer.value ?? defaultValue ?? .null)
        }
        let answer = evaluate(entry, as: .declaration(declaration), in: context)
        if isRead, answer.verdict.lacksTargetingKey { reportMissingTargetingKey(of: entry) }
        let value = entry.value(of: answer)
        guard type == nil || FlagCheck.accepts(value, as: type) else {
            var resolution = answer.resolution(defaultValue ?? .null)
            resolution.variant = nil
            resolution.reason = .error
            resolution.error = FlagCheck.type(type).mismatch(value)
            return resolution
        }
        return answer.resolution(value)
    }

    /// Decides a flag, with all parts of a resolution.
    func evaluate(
        _ entry: FlagEntry, as check: FlagCheck, in context: borrowing EvaluationContext
    ) -> FlagAnswer {
        var trace = AnswerTrace(namesMissing: true)
        let verdict = decide(entry, as: check, now: Int64(clamping: clock()), in: context, &trace)
        let answer = trace.answer(verdict)
        if verdict.hasFailure { report(answer, entry) }
        return answer
    }

    /// Decides a flag, announced to the ``ReaderGuard``.
    @inline(__always) func decide<Trace: DecisionTrace>(
        _ entry: FlagEntry, as check: FlagCheck, now: Int64?, in context: borrowing EvaluationContext,
        _ trace: inout Trace
    ) -> FlagVerdict {
        let ticket = readers.enter()
        defer { readers.leave(ticket) }
        return entry.compiled.withBorrowed { compiled in
            FlagDecision(now: now ?? (compiled.isTimed ? Int64(clamping: clock()) : 0))
                .decide(entry, compiled, as: check, in: context, &trace)
        }
    }

    /// Returns the value for a context, or `nil` for the program's default.
    @usableFromInline func evaluate(
        _ declaration: FlagDeclaration, in context: borrowing EvaluationContext
    ) -> JSONValue? {
        guard let slot = table.find(declaration.index),
            slot.pointee.state.load(ordering: .acquiring) & (FlagSlot.undeclared | FlagSlot.unread) == 0,
            let pointer = slot.pointee.entry.load(ordering: .acquiring)
        else { return evaluateSlowly(declaration, in: context) }
        // The stack retains its entries as long as it exists.
        let entry = Unmanaged<FlagEntry>.fromOpaque(pointer)
        return entry.withBorrowed { entry in evaluateValue(entry, declaration, in: context) }
    }

    private func evaluateSlowly(_ declaration: FlagDeclaration, in context: borrowing EvaluationContext) -> JSONValue? {
        guard let (entry, _) = entryForReading(declaration) else { return nil }
        return evaluateValue(entry, declaration, in: context)
    }

    @inline(__always) private func evaluateValue(
        _ entry: FlagEntry, _ declaration: FlagDeclaration, in context: borrowing EvaluationContext
    ) -> JSONValue? {
        var silent = NoTrace()
        let verdict = decide(entry, as: .declaration(declaration), now: nil, in: context, &silent)
        // Reports the failure.
        if verdict.hasFailure { _ = evaluate(entry, as: .declaration(declaration), in: context) }
        if verdict.lacksTargetingKey { reportMissingTargetingKey(of: entry) }
        if exposurePointer.load(ordering: .relaxed) != 0 { reportRead(of: verdict.value, entry, declaration, context) }
        return verdict.value
    }

    func report(_ answer: FlagAnswer, _ entry: FlagEntry) {
        log.report(answer.skipped, key: entry.key, entry.declaration)
        notify()
    }

    /// Reports a rollout that drew nothing, once; the next time costs a load.
    private func reportMissingTargetingKey(of entry: FlagEntry) {
        guard !entry.isMissingKeyReported.load(ordering: .relaxed) else { return }
        log.report(lacksTargetingKey: entry)
        notify()
    }

    /// Reads a flag that can't be read from the slot: an undeclared flag, one that is read for the first time, whose
    /// value depends on the time or on the context in effect, or for which the table has no room.
    @usableFromInline func readSlowly<Value>(_ flag: Flag<Value>) -> Value {
        let declaration = flag.declaration
        guard !declaration.key.isEmpty else {
            reportMissingKey(declaration)
            return flag.defaultValue
        }
        if let context = ContextInEffect.current { return value(of: flag, in: context) }
        let found = graph.withLock { graph -> (bits: UInt64, version: UInt32?, entry: FlagEntry?, EvaluationContext) in
            guard let record = recordForReading(declaration, graph) else {
                return (graph.mismatchedCell(for: declaration), nil, nil, .empty)
            }
            record.wasReadInFixedContext = true
            record.reportMissingTargetingKey(to: log)
            return (record.bits, record.version, record.isTimed ? record.entry : nil, graph.context)
        }
        notify()
        if let entry = found.entry {
            let value = evaluateValue(entry, declaration, in: found.3)
            return value.flatMap { Value(flagValue: $0) } ?? flag.defaultValue
        }
        // A declaration of another type reads its default, which isn't the flag's value.
        if let version = found.version { reportRead(declaration.index, version, key: declaration.key) }
        return FlagSlotValue<Value>.copy(found.bits)
    }

    private static var noKeyMessage: String {
        "A flag was read before its container was registered, so its default was used. Register the container first, and "
            + "read the one that register(_:) returns, or give the flag a key."
    }

    /// Reports the read of a flag without a key, once for each declaration.
    private func reportMissingKey(_ declaration: FlagDeclaration) {
        log.report(.noKey, detail: "\(declaration.file):\(declaration.line)", declaration, Self.noKeyMessage)
        notify()
    }

    private func entryForReading(
        _ declaration: FlagDeclaration, countsAsRead: Bool = true
    ) -> (FlagEntry, EvaluationContext)? {
        guard !declaration.key.isEmpty else {
            reportMissingKey(declaration)
            return nil
        }
        let found = graph.withLock { graph in
            recordForReading(declaration, graph, countsAsRead: countsAsRead).map { ($0.entry, graph.context) }
        }
        notify()
        return found
    }

    /// Returns the record of a flag that is read, while holding the lock; declares an undeclared one.
    ///
    /// `nil` if its key has another type in this stack.
    private func recordForReading(
        _ declaration: FlagDeclaration, _ graph: FlagGraph, countsAsRead: Bool = true
    ) -> FlagRecord? {
        let key = declaration.key
        if graph.records[key]?.entry.declaration == nil {
            if !declaration.declaresItself {
                log.report(
                    .undeclared, key: key, declaration,
                    "“\(key)” was read before it was declared. Register its container, or declare it, before the first read."
                )
            }
            changeHub.enqueue(graph.add([declaration]))
        }
        guard let record = graph.records[key], let known = record.entry.declaration else { return nil }
        guard known.valueType == declaration.valueType else {
            log.report(
                .differentTypes, key: key, detail: declaration.valueTypeName, declaration,
                "“\(key)” is read as \(declaration.valueTypeName), but \(known.file):\(known.line) declares it as "
                    + "\(known.valueTypeName). The default was used. Read it with the declared type.")
            return nil
        }
        if countsAsRead, !record.wasRead {
            record.wasRead = true
            record.publish(isObserved: graph.isObserved)
        }
        return record
    }
}

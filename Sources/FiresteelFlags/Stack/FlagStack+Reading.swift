public import Synchronization

extension FlagStack {
    /// A flag's value in the fixed context.
    ///
    /// One atomic load.
    @inlinable public subscript<Value>(flag: Flag<Value>) -> Value { value(of: flag) }

    /// A flag's value in the fixed context.
    ///
    /// One atomic load. A flag that was never declared is declared by its first read, and that is reported once.
    @inlinable public func value<Value>(of flag: Flag<Value>) -> Value {
        let index = flag.declaration.index
        if let slot = table.slot(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & FlagSlot.slow == 0 {
                if state & FlagSlot.observed != 0 { noteRead(index, FlagSlot.version(state)) }
                return FlagSlotValue<Value>.copy(slot.pointee.value.load(ordering: .acquiring))
            }
        }
        return readSlowly(flag)
    }

    /// A flag's value in the fixed context, without copying it.
    ///
    /// Worth it for long strings, arrays and structures: a copy counts references, for which threads contend.
    @inlinable public func withValue<Value, Result>(
        of flag: Flag<Value>, _ body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        let index = flag.declaration.index
        if !FlagSlotValue<Value>.isInline, let slot = table.slot(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & FlagSlot.slow == 0 {
                if state & FlagSlot.observed != 0 { noteRead(index, FlagSlot.version(state)) }
                return try body(FlagSlotValue<Value>.pointer(slot.pointee.value.load(ordering: .acquiring)).pointee)
            }
        }
        return try body(value(of: flag))
    }

    /// A flag's value for a context.
    ///
    /// One atomic load where nothing in the flag's rules looks at the context; else the rules are evaluated.
    @inlinable public func value<Value>(of flag: Flag<Value>, in context: borrowing EvaluationContext) -> Value {
        let index = flag.declaration.index
        if let slot = table.slot(index) {
            let state = slot.pointee.state.load(ordering: .acquiring)
            if state & (FlagSlot.slow | FlagSlot.contextual) == 0 {
                if state & FlagSlot.observed != 0 { noteRead(index, FlagSlot.version(state)) }
                return FlagSlotValue<Value>.copy(slot.pointee.value.load(ordering: .acquiring))
            }
        }
        guard let value = evaluate(flag.declaration, in: context) else { return flag.defaultValue }
        return Value(flagValue: value) ?? flag.defaultValue
    }

    /// A flag's value and why it is that, in the fixed context or in another.
    ///
    /// Evaluates the flag anew and names the providers that were passed over. It is for those who want to know why: it
    /// isn't noted that the value met a user.
    public func resolution<Value>(of flag: Flag<Value>, in context: EvaluationContext? = nil) -> Resolution<Value> {
        resolution(of: flag, in: context, countsAsRead: true)
    }

    /// The same, for conditions, pages and subscriptions, which look at a flag without using it.
    ///
    /// - Parameter countsAsRead: Whether it is somebody's read of the flag, for hygiene.
    package func resolution<Value>(
        of flag: Flag<Value>, in context: EvaluationContext? = nil, countsAsRead: Bool
    ) -> Resolution<Value> {
        let declaration = flag.declaration
        guard let (entry, fixed) = entryForReading(declaration, countsAsRead: countsAsRead) else {
            let error = FlagError(.typeMismatch, "“\(flag.key)” is declared with another type in this stack.")
            return Resolution(value: flag.defaultValue, reason: .error, error: error)
        }
        let answer = evaluate(entry, as: .declaration(declaration), in: context ?? fixed)
        let value = answer.value.flatMap { Value(flagValue: $0) } ?? flag.defaultValue
        return answer.resolution(value)
    }

    /// The value of whatever flag has a key, as protocols ask for it that know no declarations.
    ///
    /// - Parameters:
    ///   - key: The flag's key. It needn't be declared.
    ///   - type: The kind that the value must be of; `nil` for any.
    ///   - defaultValue: The value where nobody knows one. A declared flag has a default already.
    ///   - context: Who asks; `nil` for the fixed context.
    ///   - file: Where it is asked for, for ``FlagHygiene/unknown``: leave it out.
    ///   - line: The line there: leave it out.
    public func resolve(
        key: String, as type: FlagType? = nil, default defaultValue: FlagValue? = nil,
        in context: EvaluationContext? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Resolution<FlagValue> {
        if let resolution = resolutionIfKnown(of: key, as: type, default: defaultValue, in: context) {
            return resolution
        }
        noteUnknown(key, at: FlagHygiene.Place(file: "\(file)", line: line))
        return .unknown(key, default: defaultValue)
    }

    /// The same for a key that may well be unknown, without noting that it is; then `nil`.
    func resolutionIfKnown(
        of key: String, as type: FlagType? = nil, default defaultValue: FlagValue? = nil,
        in context: EvaluationContext? = nil
    ) -> Resolution<FlagValue>? {
        let found = graph.withLock { graph in graph.undeclared(key).map { ($0.entry, graph.context) } }
        notify()
        guard let (entry, fixed) = found else { return nil }
        guard let declaration = entry.declaration else {
            let answer = evaluate(entry, as: .type(type), in: context ?? fixed)
            return answer.resolution(answer.value ?? defaultValue ?? .null)
        }
        let answer = evaluate(entry, as: .declaration(declaration), in: context ?? fixed)
        let value = answer.value.map(declaration.canonical) ?? declaration.defaultValue
        guard type == nil || FlagEvaluator.accepts(value, as: type) else {
            var resolution = answer.resolution(defaultValue ?? .null)
            resolution.variant = nil
            resolution.reason = .error
            resolution.error = FlagEvaluator.mismatch(value, .type(type))
            return resolution
        }
        return answer.resolution(value)
    }

    /// Evaluates an entry, with everything that there is to say about it.
    func evaluate(_ entry: FlagEntry, as check: FlagEvaluator.Check, in context: EvaluationContext) -> FlagAnswer {
        let ticket = readers.enter()
        let evaluator = FlagEvaluator(now: Int64(clamping: clock()), namesUnknown: true)
        let answer = evaluator.evaluate(entry, as: check, in: context)
        readers.leave(ticket)
        if answer.hasNewFailure { report(answer, entry) }
        return answer
    }

    /// The value for a context, or `nil` for the program's default.
    @usableFromInline func evaluate(
        _ declaration: FlagDeclaration, in context: borrowing EvaluationContext
    ) -> FlagValue? {
        guard let slot = table.slot(declaration.index),
            slot.pointee.state.load(ordering: .acquiring) & (FlagSlot.undeclared | FlagSlot.unread) == 0,
            let pointer = slot.pointee.entry.load(ordering: .acquiring)
        else { return evaluateSlowly(declaration, in: context) }
        // The stack keeps its entries as long as it is there.
        let entry = Unmanaged<FlagEntry>.fromOpaque(pointer)
        return entry._withUnsafeGuaranteedRef { entry in evaluateValue(entry, declaration, in: context) }
    }

    private func evaluateSlowly(_ declaration: FlagDeclaration, in context: borrowing EvaluationContext) -> FlagValue? {
        guard let (entry, _) = entryForReading(declaration) else { return nil }
        return evaluateValue(entry, declaration, in: context)
    }

    @inline(__always) private func evaluateValue(
        _ entry: FlagEntry, _ declaration: FlagDeclaration, in context: borrowing EvaluationContext
    ) -> FlagValue? {
        let ticket = readers.enter()
        let plan = entry.plan
        let isTimed = plan._withUnsafeGuaranteedRef { $0.isTimed }
        let evaluator = FlagEvaluator(now: isTimed ? Int64(clamping: clock()) : 0)
        var value: FlagValue?
        if let outcome = plan._withUnsafeGuaranteedRef({ evaluator.outcome($0, of: declaration, in: context) }) {
            readers.leave(ticket)
            if case .value(let found) = outcome { value = found }
        } else {
            let answer = evaluator.evaluate(entry, as: .declaration(declaration), in: context)
            readers.leave(ticket)
            if answer.hasNewFailure { report(answer, entry) }
            value = answer.value
        }
        if exposurePointer.load(ordering: .relaxed) != 0 { noteRead(of: value, entry, declaration, evaluator, context) }
        return value
    }

    private func report(_ answer: FlagAnswer, _ entry: FlagEntry) {
        log.report(answer.skipped, key: entry.key, entry.declaration)
        notify()
    }

    /// A read that can't be served from the slot: of a flag that isn't declared, that nobody read yet, whose value
    /// depends on the time, or for which the table has no room.
    @usableFromInline func readSlowly<Value>(_ flag: Flag<Value>) -> Value {
        let declaration = flag.declaration
        guard !declaration.key.isEmpty else {
            log.report(
                .noKey, detail: "\(declaration.file):\(declaration.line)", declaration,
                "A flag was read before its container was registered, so that its default was used. Give it a key, or "
                    + "register the container first.")
            notify()
            return flag.defaultValue
        }
        let found = graph.withLock { graph -> (bits: UInt64, version: UInt32?, entry: FlagEntry?, EvaluationContext) in
            guard let record = recordForReading(declaration, graph) else {
                return (graph.mismatchedCell(for: declaration), nil, nil, .empty)
            }
            return (record.bits, record.version, record.isTimed ? record.entry : nil, graph.context)
        }
        notify()
        if let entry = found.entry {
            let value = evaluateValue(entry, declaration, in: found.3)
            return value.flatMap { Value(flagValue: $0) } ?? flag.defaultValue
        }
        // What has another type here has its default, which isn't the flag's value.
        if let version = found.version { noteRead(declaration.index, version, key: declaration.key) }
        return FlagSlotValue<Value>.copy(found.bits)
    }

    private func entryForReading(
        _ declaration: FlagDeclaration, countsAsRead: Bool = true
    ) -> (FlagEntry, EvaluationContext)? {
        guard !declaration.key.isEmpty else { return nil }
        let found = graph.withLock { graph in
            recordForReading(declaration, graph, countsAsRead: countsAsRead).map { ($0.entry, graph.context) }
        }
        notify()
        return found
    }

    /// The record of a flag that is read, below the lock; declares it where that hasn't been done.
    ///
    /// `nil` where its key has another type here.
    private func recordForReading(
        _ declaration: FlagDeclaration, _ graph: FlagGraph, countsAsRead: Bool = true
    ) -> FlagRecord? {
        let key = declaration.key
        if graph.records[key]?.entry.declaration == nil {
            if !declaration.declaresItself {
                log.report(
                    .undeclared, key: key, declaration,
                    "“\(key)” was read and never declared. Register its container, or declare it, before it is read.")
            }
            changeHub.enqueue(graph.add([declaration]))
        }
        guard let record = graph.records[key], let known = record.entry.declaration else { return nil }
        guard known.valueType == declaration.valueType else {
            log.report(
                .differentTypes, key: key, detail: declaration.valueTypeName, declaration,
                "“\(key)” is read as \(declaration.valueTypeName), but \(known.file):\(known.line) declares it as "
                    + "\(known.valueTypeName). Its default was used.")
            return nil
        }
        if countsAsRead, !record.wasRead {
            record.wasRead = true
            record.publish(isObserved: graph.isObserved)
        }
        return record
    }
}

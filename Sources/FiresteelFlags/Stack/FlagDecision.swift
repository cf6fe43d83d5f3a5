import FiresteelBase

/// Decides which value a flag has for a context: the only implementation of the precedence of overrides, build,
/// providers and default, and the effect of parents and exclusion groups.
///
/// 1. The providers, in their order: the first that returns a value of the flag's type decides. If the flag is off in
///    this build, only overrides can decide.
/// 2. The build, if it has a local state.
/// 3. The program's default.
/// 4. A flag that is its own ancestor, or has an ancestor that is off, is off.
/// 5. Of the flags of an exclusion group that are on by 1 to 4, one stays on, by override, priority and share. In this
///    draw, ancestors are on or off by 1 to 4 alone, so that the draws of two groups never depend on each other.
///
/// Values in the fixed context, values for a context of the caller's own, resolutions, explanations and compiled
/// decisions are all results of this computation. They differ in what follows it (``DecisionTrace``) and in what is already known
/// (``KnownDecisions``).
///
/// The caller is announced to the stack's ``ReaderGuard``, or holds the stack's lock.
struct FlagDecision<Known: KnownDecisions> {
    let now: Int64
    let known: Known

    /// Decides a flag.
    @inline(__always) func decide<Trace: DecisionTrace>(
        _ entry: FlagEntry, _ compiled: CompiledDecision, as check: FlagCheck, in context: borrowing EvaluationContext,
        _ trace: inout Trace
    ) -> FlagVerdict {
        trace.begin(compiled)
        let own = own(compiled.rules, as: check, in: context, &trace)
        return finish(own, entry, compiled, as: check, in: context, &trace)
    }

    /// Decides a flag by its own rules: the providers, the build and the program's default.
    @inline(__always) func own<Trace: DecisionTrace>(
        _ rules: FlagRules, as check: FlagCheck, in context: borrowing EvaluationContext, _ trace: inout Trace
    ) -> FlagVerdict {
        var hasFailure = false
        for index in 0..<rules.count {
            if rules.local == false, !rules.steps[index].source.isOverride {
                for rest in index..<rules.count { trace.omit(rules.steps[rest], check) }
                break
            }
            guard rules.steps[index].kind != .missing else {
                trace.skip(rules.steps[index], rules.steps[index].missing)
                continue
            }
            guard let evaluation = trace.evaluation(of: rules.steps[index], in: context, now: now) else { continue }
            var value: JSONValue?
            switch evaluation.outcome {
            case .programDefault: break
            case .value(let found):
                guard check.accepts(found) else {
                    trace.skip(rules.steps[index], check.mismatch(found))
                    hasFailure = hasFailure || rules.steps[index].kind == .computed
                    continue
                }
                value = found
            case .failed(let error):
                trace.skip(rules.steps[index], error)
                hasFailure = hasFailure || rules.steps[index].kind == .computed
                continue
            }
            trace.decide(rules.steps[index], evaluation)
            let lacksKey = evaluation.lacksTargetingKey && rules.steps[index].kind == .computed
            for rest in index + 1..<rules.count { trace.omit(rules.steps[rest], check) }
            return FlagVerdict(
                value: value, isOverride: rules.steps[index].source.isOverride, hasFailure: hasFailure,
                lacksTargetingKey: lacksKey)
        }
        guard let isOn = rules.local else {
            trace.useProgramDefault()
            return FlagVerdict(value: nil, hasFailure: hasFailure)
        }
        trace.decideLocally(isOn)
        return FlagVerdict(value: check.accepts(.bool(isOn)) ? .bool(isOn) : nil, hasFailure: hasFailure)
    }

    /// Applies parents and exclusion to the result of a flag's own rules.
    @inline(__always) func finish<Trace: DecisionTrace>(
        _ own: FlagVerdict, _ entry: FlagEntry, _ compiled: CompiledDecision, as check: FlagCheck,
        in context: borrowing EvaluationContext, _ trace: inout Trace
    ) -> FlagVerdict {
        guard let cause = offCause(own, entry, compiled, in: context, &trace) else { return own }
        trace.turnOff(entry, cause)
        var off = own
        off.value = check.accepts(.bool(false)) ? .bool(false) : nil
        return off
    }

    @inline(__always) private func offCause<Trace: DecisionTrace>(
        _ own: FlagVerdict, _ entry: FlagEntry, _ compiled: CompiledDecision, in context: borrowing EvaluationContext,
        _ trace: inout Trace
    ) -> OffCause? {
        if compiled.isInCycle { return .isInCycle }
        if let parent = compiled.parent, !isOn(parent, drawing: true, in: context, &trace) { return .parentIsOff }
        if let group = compiled.group, own.isOn(entry), !staysOn(entry, group, in: context, &trace) {
            return .isExcluded
        }
        return nil
    }

    /// Returns whether a flag and all above it are on.
    ///
    /// - Parameter drawing: Whether a flag that another one of its exclusion group keeps off counts as off.
    func isOn<Trace: DecisionTrace>(
        _ first: Unmanaged<FlagEntry>, drawing: Bool, in context: borrowing EvaluationContext, _ trace: inout Trace
    ) -> Bool {
        var next = first
        for _ in 0..<FlagAncestry.depthLimit {
            let entry = next.withBorrowed { $0 }
            if let isOn = known.isOn(entry, drawing: drawing) { return isOn }
            let compiled = entry.compiled.withBorrowed { $0 }
            var ancestor = trace.beginAncestor(entry)
            let isOn = isOnAlone(entry, compiled, drawing: drawing, in: context, &ancestor)
            trace.endAncestor(entry, ancestor, isOn: isOn)
            guard isOn else { return false }
            guard let parent = compiled.parent else { return true }
            next = parent
        }
        return false
    }

    /// Returns whether a flag is on, regardless of those above it.
    private func isOnAlone<Trace: DecisionTrace>(
        _ entry: FlagEntry, _ compiled: CompiledDecision, drawing: Bool, in context: borrowing EvaluationContext,
        _ trace: inout Trace
    ) -> Bool {
        trace.begin(compiled)
        let own = known.own(entry) ?? own(compiled.rules, as: .of(entry), in: context, &trace)
        if compiled.isInCycle {
            trace.turnOff(entry, .isInCycle)
            return false
        }
        guard own.isOn(entry) else { return false }
        guard drawing, let group = compiled.group, !staysOn(entry, group, in: context, &trace) else { return true }
        trace.turnOff(entry, .isExcluded)
        return false
    }

    /// Returns whether a flag that is on is the one of its group that stays on.
    private func staysOn<Trace: DecisionTrace>(
        _ entry: FlagEntry, _ group: CompiledDecision.Group, in context: borrowing EvaluationContext,
        _ trace: inout Trace
    ) -> Bool {
        let winner = known.winner(of: group) ?? draw(group, in: context, &trace)
        guard let key = winner.key else { return true }
        return key == entry.key
    }

    private func draw<Trace: DecisionTrace>(
        _ group: CompiledDecision.Group, in context: borrowing EvaluationContext, _ trace: inout Trace
    ) -> ExclusionDraw.Winner {
        var draw = ExclusionDraw(group: group.name, targetingKey: context.targetingKey)
        var silent = NoTrace()
        for member in group.members {
            let entry = member.withBorrowed { $0 }
            let compiled = entry.compiled.withBorrowed { $0 }
            let own = known.own(entry) ?? own(compiled.rules, as: .of(entry), in: context, &silent)
            let isOn =
                if let known = known.isOn(entry, drawing: false) {
                    known
                } else if compiled.isInCycle || !own.isOn(entry) {
                    false
                } else if let parent = compiled.parent {
                    self.isOn(parent, drawing: false, in: context, &silent)
                } else {
                    true
                }
            trace.drawMember(entry, isOn: isOn, isOverride: own.isOverride)
            if isOn { draw.add(entry.key, priority: compiled.priority, isOverride: own.isOverride) }
        }
        trace.endDraw(group, winner: draw.winner.key)
        known.store(draw.winner, of: group)
        return draw.winner
    }
}

extension FlagDecision<NoKnownDecisions> {
    init(now: Int64) { self.init(now: now, known: NoKnownDecisions()) }
}

/// The value of a decision.
struct FlagVerdict {
    /// The value, `nil` for the program's default.
    var value: JSONValue?
    /// Whether the flag's own value is an override on this device, also where a parent or exclusion turns it off.
    var isOverride = false
    /// Whether a rule failed for this context or time, which is not known from the compiled decision alone.
    var hasFailure = false
    /// Whether its rollout drew nothing because the context has no targeting key.
    var lacksTargetingKey = false

    /// Returns whether the flag is on: only `true` is.
    @inline(__always) func isOn(_ entry: FlagEntry) -> Bool {
        switch value ?? entry.declaration?.defaultValue {
        case .bool(true): true
        default: false
        }
    }
}

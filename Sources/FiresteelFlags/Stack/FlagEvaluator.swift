/// What came out for a flag and a context, before it becomes a value of the flag's type.
struct FlagAnswer {
    /// `nil`: the program's default.
    var value: FlagValue?
    var variant: String?
    var reason: FlagReason
    var provider: String?
    var error: FlagError?
    var metadata: [String: FlagValue] = [:]
    var skipped: [SkippedAnswer] = []
    /// Whether a rule failed for this context, which is not known from the plan alone.
    var hasNewFailure = false
    /// Whether the value was set by hand on this device.
    var isByHand = false

    init(_ value: FlagValue?, reason: FlagReason) {
        self.value = value
        self.reason = reason
    }
}

/// Evaluates flags by their plans.
///
/// Whoever calls it is announced to the stack's ``ReaderGuard``, or has its lock.
struct FlagEvaluator {
    let now: Int64
    /// Whether to name the providers that don't know the flag.
    var namesUnknown = false

    /// How many flags above each other are looked at.
    ///
    /// Only a reader that sees half of a change can meet a cycle here, so the number is far beyond what programs have.
    static let depthLimit = 100_000

    /// A flag's value with everything that it depends on.
    func evaluate(_ entry: FlagEntry, as requested: FlagEvaluator.Check, in context: borrowing EvaluationContext)
        -> FlagAnswer
    {
        entry.plan._withUnsafeGuaranteedRef { plan in
            evaluate(entry, plan, as: requested, in: context)
        }
    }

    /// The outcome alone, where one rule decides and decides well; else `nil`.
    ///
    /// What ``evaluate(_:as:in:)`` gives has to be put together from more than a value, which costs as much as a rule.
    @inline(__always) func outcome(
        _ plan: FlagPlan, of declaration: FlagDeclaration, in context: borrowing EvaluationContext
    ) -> FlagEvaluation.Outcome? {
        guard let decider = plan.decider else { return nil }
        let outcome = decider.evaluate(context, now: now).outcome
        switch outcome {
        case .programDefault: return outcome
        case .value(let value): return declaration.accepts(value) ? outcome : nil
        case .failed: return nil
        }
    }

    /// What a value must be.
    enum Check {
        /// One of the declared type.
        case declaration(FlagDeclaration)
        /// One of the kind, or anything but nothing.
        case type(FlagType?)

        @inline(__always) func accepts(_ value: FlagValue) -> Bool {
            switch self {
            case .declaration(let declaration): declaration.accepts(value)
            case .type(let type): FlagEvaluator.accepts(value, as: type)
            }
        }
    }

    static func accepts(_ value: FlagValue, as type: FlagType?) -> Bool {
        switch (type, value) {
        case (_, .null): false
        case (nil, _), (.bool, .bool), (.int, .int), (.double, .double), (.double, .int), (.string, .string),
            (.array, .array), (.object, .object):
            true
        case (.int, .double(let number)): Int(exactly: number) != nil
        default: false
        }
    }

    private func evaluate(
        _ entry: FlagEntry, _ plan: FlagPlan, as check: Check, in context: borrowing EvaluationContext
    ) -> FlagAnswer {
        let answer = own(plan, check, in: context)
        if plan.isInCycle { return Self.off(answer, entry, check, .isInCycle) }
        if plan.parent == nil && plan.group == nil { return answer }
        if hasParentOff(plan, in: context) { return Self.off(answer, entry, check, .parentIsOff) }
        if let group = plan.group, answer.isOn(entry), !wins(entry, group, in: context) {
            return Self.off(answer, entry, check, .isExcluded)
        }
        return answer
    }

    /// Why a flag is off whatever its own rules say.
    enum OffCause { case isInCycle, parentIsOff, isExcluded }

    static func off(_ answer: FlagAnswer, _ entry: FlagEntry, _ check: Check, _ cause: OffCause) -> FlagAnswer {
        var off = answer
        off.value = check.accepts(.bool(false)) ? .bool(false) : nil
        off.variant = nil
        off.reason = cause == .isExcluded ? .excluded : .parentOff
        off.error =
            cause == .isInCycle
            ? FlagError(.general, "“\(entry.key)” is its own ancestor. Take it out of that circle.") : nil
        return off
    }

    /// The answer without parents and exclusion.
    func own(_ plan: FlagPlan, _ check: Check, in context: borrowing EvaluationContext) -> FlagAnswer {
        var skipped: [SkippedAnswer] = []
        var hasNewFailure = false
        var failure: FlagError?
        for step in plan.steps {
            switch step {
            case .local(let isOn):
                var answer = FlagAnswer(nil, reason: isOn ? .onLocally : .offLocally)
                if check.accepts(.bool(isOn)) { answer.value = .bool(isOn) }
                answer.skipped = skipped
                answer.hasNewFailure = hasNewFailure
                return answer
            case .nothing(let source, let error):
                if error.code == .flagNotFound {
                    if namesUnknown { skipped.append(SkippedAnswer(provider: source.text, error: error)) }
                    continue
                }
                skipped.append(SkippedAnswer(provider: source.text, error: error))
                if error.code != .providerNotReady, failure == nil { failure = error }
            case .fixed(let evaluation, let source, let metadata):
                let error = rejection(of: evaluation, check)
                if let error {
                    skipped.append(SkippedAnswer(provider: source.text, error: error))
                    if failure == nil { failure = error }
                    continue
                }
                return accepted(evaluation, source, metadata, skipped, hasNewFailure)
            case .rule(let rule, let source, let metadata):
                let evaluation = rule.evaluate(context, now: now)
                if let error = rejection(of: evaluation, check) {
                    skipped.append(SkippedAnswer(provider: source.text, error: error))
                    if failure == nil { failure = error }
                    hasNewFailure = true
                    continue
                }
                return accepted(evaluation, source, metadata, skipped, hasNewFailure)
            }
        }
        var answer = FlagAnswer(nil, reason: failure == nil ? .default : .error)
        answer.error = failure
        answer.skipped = skipped
        answer.hasNewFailure = hasNewFailure
        return answer
    }

    /// Why the next provider is asked, or `nil`.
    @inline(__always) private func rejection(of evaluation: FlagEvaluation, _ check: Check) -> FlagError? {
        switch evaluation.outcome {
        case .programDefault: nil
        case .failed(let error): error
        case .value(let value): check.accepts(value) ? nil : Self.mismatch(value, check)
        }
    }

    @inline(__always) private func accepted(
        _ evaluation: FlagEvaluation, _ source: FlagSourceName, _ metadata: [String: FlagValue],
        _ skipped: [SkippedAnswer], _ hasNewFailure: Bool
    ) -> FlagAnswer {
        var answer = FlagAnswer(nil, reason: source.isByHand ? .override : evaluation.reason)
        if case .value(let value) = evaluation.outcome { answer.value = value }
        answer.variant = evaluation.variant
        answer.provider = source.text
        answer.metadata = metadata
        answer.skipped = skipped
        answer.hasNewFailure = hasNewFailure
        answer.isByHand = source.isByHand
        return answer
    }

    static func mismatch(_ value: FlagValue, _ check: Check) -> FlagError {
        let wanted: String
        switch check {
        case .declaration(let declaration): wanted = declaration.valueTypeName
        case .type(let type): wanted = type?.rawValue ?? "value"
        }
        return FlagError(
            .typeMismatch, "\(value.short()) is no \(wanted). The value isn't used; correct it there.")
    }

    /// Whether a flag above is off.
    private func hasParentOff(_ plan: FlagPlan, in context: borrowing EvaluationContext) -> Bool {
        var next = plan.parent
        var depth = 0
        while let parent = next {
            depth += 1
            guard depth < Self.depthLimit else { return true }
            let entry = parent._withUnsafeGuaranteedRef { $0 }
            let parentPlan = entry.plan._withUnsafeGuaranteedRef { $0 }
            if parentPlan.isInCycle || !isOn(entry, parentPlan, in: context) { return true }
            if let group = parentPlan.group, !wins(entry, group, in: context) { return true }
            next = parentPlan.parent
        }
        return false
    }

    private func isOn(_ entry: FlagEntry, _ plan: FlagPlan, in context: borrowing EvaluationContext) -> Bool {
        own(plan, .of(entry), in: context).isOn(entry)
    }

    /// Whether a flag that is on is the one of its group that stays on.
    ///
    /// Flags that were switched on by hand come first; of several, the one with the smallest hash. Whether a flag
    /// counts is decided by its own rules and those of its ancestors, without exclusion, so that groups can't wait for
    /// each other.
    private func wins(_ entry: FlagEntry, _ group: FlagPlan.Group, in context: borrowing EvaluationContext) -> Bool {
        var draw = ExclusionDraw(group: group.name, targetingKey: context.targetingKey)
        for member in group.members {
            let member = member._withUnsafeGuaranteedRef { $0 }
            let plan = member.plan._withUnsafeGuaranteedRef { $0 }
            if plan.isInCycle { continue }
            let answer = own(plan, .of(member), in: context)
            guard answer.isOn(member), isOnAbove(plan, in: context) else { continue }
            draw.add(member.key, isByHand: answer.isByHand)
        }
        return draw.winner == nil || draw.winner == entry.key
    }

    /// Whether all flags above are on by their own rules.
    private func isOnAbove(_ plan: FlagPlan, in context: borrowing EvaluationContext) -> Bool {
        var next = plan.parent
        var depth = 0
        while let parent = next {
            depth += 1
            guard depth < Self.depthLimit else { return false }
            let entry = parent._withUnsafeGuaranteedRef { $0 }
            let plan = entry.plan._withUnsafeGuaranteedRef { $0 }
            if plan.isInCycle || !isOn(entry, plan, in: context) { return false }
            next = plan.parent
        }
        return true
    }
}

extension FlagEvaluator.Check {
    /// What an entry's value must be.
    @inline(__always) static func of(_ entry: FlagEntry) -> FlagEvaluator.Check {
        if let declaration = entry.declaration { .declaration(declaration) } else { .type(nil) }
    }
}

extension FlagAnswer {
    /// Whether a flag with this answer is on: only `true` is.
    func isOn(_ entry: FlagEntry) -> Bool {
        switch value ?? entry.declaration?.defaultValue {
        case .bool(true): true
        default: false
        }
    }
}

import FiresteelBase

/// A flag of a file, ready for evaluation.
final class CompiledFlag: EnvironmentRule {
    let key: String
    let variants: [FlagVariant]
    let defaultVariant: Int?
    let isEnabled: Bool
    /// The node of its targeting, if it has one.
    let target: Int?
    let program: LogicProgram
    let version: FractionalVersion
    let limits: LogicLimits
    let metadata: [String: JSONValue]
    let dependsOnContext: Bool
    let dependsOnTime: Bool
    /// The hash state of its key, for rollouts by it.
    let drawing: MurmurHash3
    /// The evaluation, if it is constant.
    private let fixed: FlagEvaluation?
    /// The draft, if the flag has other states in some environments.
    private let draft: FlagDefinitionsReader.Draft?

    convenience init(
        _ draft: FlagDefinitionsReader.Draft, _ program: LogicProgram, _ version: FractionalVersion,
        _ limits: LogicLimits
    ) {
        let flag = CompiledFlag(draft, program, version, limits, fixed: nil)
        let isConstant = !flag.dependsOnContext && !flag.dependsOnTime
        self.init(draft, program, version, limits, fixed: isConstant ? flag.decide(.empty, now: 0) : nil)
    }

    private init(
        _ draft: FlagDefinitionsReader.Draft, _ program: LogicProgram, _ version: FractionalVersion,
        _ limits: LogicLimits, fixed: FlagEvaluation?
    ) {
        key = draft.key
        variants = draft.variants
        defaultVariant = draft.defaultVariant
        isEnabled = draft.isEnabled
        target = draft.target
        metadata = draft.metadata
        self.program = program
        self.version = version
        self.limits = limits
        let isDecided = draft.isEnabled && draft.target != nil
        dependsOnContext = isDecided && draft.uses.contains(.context)
        dependsOnTime = isDecided && draft.uses.contains(.time)
        drawing = version.drawing(of: draft.key)
        self.fixed = fixed
        self.draft = draft.states.isEmpty ? nil : draft
    }

    func rule(in environment: FlagEnvironment) -> any FlagRule {
        guard var draft, let isEnabled = draft.states[environment.rawValue], isEnabled != self.isEnabled else {
            return self
        }
        draft.isEnabled = isEnabled
        return CompiledFlag(draft, program, version, limits)
    }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        if let fixed { return fixed }
        return decide(context, now: now)
    }

    private func decide(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        var trace = NoLogicTrace()
        return decide(context, now: now, &trace)
    }

    /// Decides the flag, and records how.
    @inline(__always)
    func decide<Trace: LogicTrace>(
        _ context: borrowing EvaluationContext, now: Int64, _ trace: inout Trace
    ) -> FlagEvaluation {
        guard isEnabled else { return FlagEvaluation(.programDefault, reason: .disabled) }
        guard let target else { return answer(defaultVariant, reason: .static) }
        let flag = LogicFlagContext(key: key, now: now, context, drawing: drawing)
        var evaluator = LogicEvaluator(program, for: flag, version: version, steps: limits.steps, trace: trace)
        defer {
            trace = evaluator.trace
            withExtendedLifetime(program) {}
        }
        do {
            var evaluation = answer(try evaluator.value(target))
            evaluation.lacksTargetingKey = evaluator.lacksTargetingKey
            return evaluation
        } catch {
            return .failed(.general, error.message(limits))
        }
    }

    /// Returns the evaluation for a result of the targeting.
    private func answer(_ result: JSONValue) -> FlagEvaluation {
        switch result {
        case .null: return answer(defaultVariant, reason: .default)
        case .string(let name): return answer(named: name)
        default:
            guard let name = result.variantName else {
                return .failed(
                    .general, "The targeting returns an array or an object. It must return the name of a variant.")
            }
            return answer(named: name)
        }
    }

    private func answer(named name: String) -> FlagEvaluation {
        guard let variant = variants.index(of: name) else {
            return .failed(.general, "The targeting returns “\(name)”, which is not a variant of the flag.")
        }
        return answer(variant, reason: .targetingMatch)
    }

    /// Returns the evaluation for a variant; for `nil`, that of the program's default.
    private func answer(_ variant: Int?, reason: FlagReason) -> FlagEvaluation {
        guard let variant else { return FlagEvaluation(.programDefault, reason: .default) }
        return .value(variants[variant].value, variant: variants[variant].name, reason: reason)
    }
}

extension JSONValue {
    /// The name of the variant that it denotes as the result of a targeting.
    package var variantName: String? {
        switch self {
        case .string(let name): name
        case .bool(let value): value ? "true" : "false"
        case .int, .double: JavaScript.text(self)
        case .null, .array, .object: nil
        }
    }
}

/// A value of a flag, with its name.
struct FlagVariant: Sendable {
    let name: String
    let value: JSONValue
}

extension [FlagVariant] {
    /// Returns the index of a name, compared byte for byte.
    func index(of name: String) -> Int? {
        // Flags have few variants: a linear search is faster than a table.
        for index in indices where CodeUnits.areEqual(self[index].name, name) { return index }
        return nil
    }
}

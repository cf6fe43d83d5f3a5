/// The rules of the providers and the build for one flag, highest precedence first.
///
/// ``FlagDecision`` determines which of them decides. Immutable.
///
/// `@unchecked Sendable` because it owns memory: the steps are initialized before the initializer returns, only read
/// afterwards, and deallocated with it. They aren't an array because reading an element of an array that belongs to an
/// object retains and releases the array.
final class FlagRules: @unchecked Sendable {
    /// One step for each of the stack's sources, in their order.
    let steps: UnsafeMutablePointer<FlagStep>
    let count: Int
    /// Whether the flag is on or off in this build; `nil` if the build leaves that to the providers.
    let local: Bool?

    init(_ sources: [FlagSource], local: Bool?, _ step: (FlagSource) -> FlagStep) {
        steps = .allocate(capacity: sources.count)
        count = sources.count
        self.local = local
        for (index, source) in sources.enumerated() { (steps + index).initialize(to: step(source)) }
    }

    deinit {
        steps.deinitialize(count: count)
        steps.deallocate()
    }

    static let none = FlagRules([], local: nil) { FlagStep(missing: FlagError(.flagNotFound, ""), in: $0) }
}

/// The result of one provider for a flag.
///
/// Not copyable, so that reading its rule on the path of evaluations counts no references.
struct FlagStep: ~Copyable, Sendable {
    enum Kind {
        /// The provider has no rule for the flag.
        case missing
        /// The rule returns the same evaluation for every context at all times.
        case constant
        /// The rule depends on the context or the time.
        case computed
    }

    let kind: Kind
    let source: FlagSource
    /// The metadata of the definition.
    let metadata: [String: JSONValue]
    /// The revision of the server's flags that has the definition.
    let revision: Int?
    private let rule: any FlagRule
    /// The evaluation of everything but a computed rule.
    private let known: FlagEvaluation

    /// Creates a step for a provider without a rule for the flag.
    init(missing error: FlagError, in source: FlagSource) {
        kind = .missing
        self.source = source
        metadata = [:]
        revision = nil
        known = FlagEvaluation(.failed(error), reason: .error)
        rule = ConstantRule(known)
    }

    /// Creates a step for a provider's rule, which is evaluated here if it is the same for every context at all times.
    init(_ rule: any FlagRule, metadata: [String: JSONValue], in source: FlagSource, now: Int64) {
        let isComputed = rule.dependsOnContext || rule.dependsOnTime
        kind = isComputed ? .computed : .constant
        self.source = source
        self.metadata = metadata
        revision = rule.revision
        self.rule = rule
        known = isComputed ? Self.unused : rule.evaluate(.empty, now: now)
    }

    private static let unused = FlagEvaluation(.programDefault, reason: .unknown)

    var dependsOnContext: Bool { kind == .computed && rule.dependsOnContext }
    var dependsOnTime: Bool { kind == .computed && rule.dependsOnTime }

    /// The reason why there is no rule.
    var missing: FlagError {
        if case .failed(let error) = known.outcome { error } else { FlagError(.flagNotFound, "") }
    }

    @inline(__always) borrowing func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        kind == .computed ? rule.evaluate(context, now: now) : known
    }

    /// Evaluates the rule, and describes how.
    borrowing func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        let evaluation = rule.evaluate(context, now: now, explaining: &steps)
        return kind == .computed ? evaluation : known
    }
}

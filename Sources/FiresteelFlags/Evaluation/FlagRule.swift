/// The decision of one provider for one flag: created when the provider's data changes, evaluated when the flag is read.
///
/// Parsing, compiling and lookups belong in its creation. A rule is immutable; when the provider's data changes, the provider
/// notifies its subscribers and returns another rule.
public protocol FlagRule: Sendable {
    /// Whether another context can have another result. If not, the stack evaluates the rule once.
    var dependsOnContext: Bool { get }

    /// Whether another time can have another result. If so, each read evaluates the rule.
    var dependsOnTime: Bool { get }

    /// The metadata of the definition: a description, an owner, a parent.
    var metadata: [String: FlagValue] { get }

    /// The server's number for the version of its flags that has the rule, from 1; `nil` if there is none.
    var revision: Int? { get }

    /// Evaluates the rule for a context.
    ///
    /// Called from any thread, on the path of reads: must not wait or take locks, and should not allocate.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - now: Seconds since 1970, for rules that depend on the time.
    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation

    /// Evaluates the rule for a context, and describes the steps from rule to value.
    ///
    /// Both are results of one evaluation, so that they can't disagree. By default evaluates the rule, without steps.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - now: Seconds since 1970, for rules that depend on the time.
    ///   - steps: Receives the steps.
    func evaluate(_ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]) -> FlagEvaluation
}

extension FlagRule {
    /// The same for every context by default.
    public var dependsOnContext: Bool { false }
    /// The same at all times by default.
    public var dependsOnTime: Bool { false }
    /// Empty by default.
    public var metadata: [String: FlagValue] { [:] }
    /// `nil` by default.
    public var revision: Int? { nil }
    /// Evaluates the rule, without steps.
    public func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        evaluate(context, now: now)
    }

    /// Returns the steps from rule to value for a context.
    public func explain(_ context: EvaluationContext, now: Int64) -> [ExplanationStep] {
        var steps: [ExplanationStep] = []
        _ = evaluate(context, now: now, explaining: &steps)
        return steps
    }
}

/// One step of an explanation.
public struct ExplanationStep: Sendable, Hashable {
    /// The evaluated condition or value: "plan is “premium”".
    public var text: String
    /// The result, such as "true" or "bucket 4,711 of 10,000"; empty if there is none.
    public var result: String
    /// The location in the definition, as a JSON path such as `$.flags['x'].targeting.if[0]`, or `nil`.
    public var path: String?
    /// The level below the first steps, from 0.
    public var depth: Int

    /// Creates a step.
    public init(_ text: String, result: String = "", path: String? = nil, depth: Int = 0) {
        self.text = text
        self.result = result
        self.path = path
        self.depth = depth
    }
}

/// A rule with the same result for every context.
public struct ConstantRule: FlagRule {
    /// The result.
    public let evaluation: FlagEvaluation
    /// The metadata of the definition.
    public let metadata: [String: FlagValue]

    /// Creates a rule that returns a value.
    public init(
        _ value: FlagValue, variant: String? = nil, reason: FlagReason = .static, metadata: [String: FlagValue] = [:]
    ) {
        self.evaluation = .value(value, variant: variant, reason: reason)
        self.metadata = metadata
    }

    /// Creates a rule with a result.
    public init(_ evaluation: FlagEvaluation, metadata: [String: FlagValue] = [:]) {
        self.evaluation = evaluation
        self.metadata = metadata
    }

    /// Returns the result.
    public func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation { evaluation }
}

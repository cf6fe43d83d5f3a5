/// How one provider decides one flag: made when the provider's data changes, evaluated as often as the flag is asked
/// for.
///
/// Everything that can be done beforehand belongs into the making: parsing, compiling, looking up. A rule is immutable;
/// when the provider's data changes, it gives another one and says so.
public protocol FlagRule: Sendable {
    /// Whether another context can get another answer. `false`: evaluated once and kept.
    var dependsOnContext: Bool { get }

    /// Whether another time can give another answer. `true`: evaluated at each read.
    var dependsOnTime: Bool { get }

    /// What the definition says beside its value: a description, an owner, a parent.
    var metadata: [String: FlagValue] { get }

    /// The answer for a context. Called from any thread, on the path of reads: no waiting, no locks, no allocation
    /// where it can be avoided.
    /// - Parameters:
    ///   - context: Who asks.
    ///   - now: Seconds since 1970, for rules that look at the time.
    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation

    /// The steps from rule to value for a context, in words, for people who want to know why.
    func explain(_ context: EvaluationContext, now: Int64) -> [ExplanationStep]
}

extension FlagRule {
    /// The same for everybody.
    public var dependsOnContext: Bool { false }
    /// The same at all times.
    public var dependsOnTime: Bool { false }
    /// Nothing.
    public var metadata: [String: FlagValue] { [:] }
    /// Nothing to tell.
    public func explain(_ context: EvaluationContext, now: Int64) -> [ExplanationStep] { [] }
}

/// One step of an explanation.
public struct ExplanationStep: Sendable, Hashable {
    /// What was looked at, as a colleague would say it: "plan is “premium”".
    public var text: String
    /// What came out: "true", "bucket 4,711 of 10,000", "variant “b”".
    ///
    /// Empty where there is nothing to say.
    public var result: String
    /// Where in the definition, as a JSON path such as `$.flags['x'].targeting.if[0]`, or `nil`.
    public var path: String?
    /// How deep it is below the step before.
    public var depth: Int

    /// A step.
    public init(_ text: String, result: String = "", path: String? = nil, depth: Int = 0) {
        self.text = text
        self.result = result
        self.path = path
        self.depth = depth
    }
}

/// A rule that gives everybody the same value.
public struct ConstantRule: FlagRule {
    /// The answer.
    public let evaluation: FlagEvaluation
    /// What the definition says beside its value.
    public let metadata: [String: FlagValue]

    /// A value that is the same for everybody.
    public init(
        _ value: FlagValue, variant: String? = nil, reason: FlagReason = .static, metadata: [String: FlagValue] = [:]
    ) {
        self.evaluation = .value(value, variant: variant, reason: reason)
        self.metadata = metadata
    }

    /// An answer that is the same for everybody.
    public init(_ evaluation: FlagEvaluation, metadata: [String: FlagValue] = [:]) {
        self.evaluation = evaluation
        self.metadata = metadata
    }

    /// The answer.
    public func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation { evaluation }
}

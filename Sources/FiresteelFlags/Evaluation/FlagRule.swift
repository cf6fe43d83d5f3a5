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
    var metadata: [String: JSONValue] { get }

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
    public var metadata: [String: JSONValue] { [:] }
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

/// The limits on the cost of evaluating a rule.
public struct LogicLimits: Sendable, Hashable {
    /// The maximum number of steps of an evaluation.
    ///
    /// Each operator and operand is one step, as are about 64 bytes of a long text and each element of a traversed
    /// list.
    public var steps: Int
    /// The maximum nesting of operators, including shared rules.
    ///
    /// Never more than 120: compilation and evaluation are recursive.
    public var depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - steps: The maximum number of steps. 100,000 by default.
    ///   - depth: The maximum nesting. 120 by default.
    public init(steps: Int = 100_000, depth: Int = 120) {
        self.steps = steps
        self.depth = min(depth, 120)
    }
}

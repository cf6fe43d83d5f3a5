/// How much a rule may ask of whoever evaluates it.
public struct LogicLimits: Sendable, Hashable {
    /// How many steps an evaluation may take.
    ///
    /// Each operator and operand is one, and so are about 64 bytes of a long text and each element of a list that is gone
    /// through.
    public var steps: Int
    /// How deep operators may lie in each other, shared rules included.
    ///
    /// At most 120, whatever is set: compiling and evaluating are recursive.
    public var depth: Int

    /// Limits.
    ///
    /// - Parameters:
    ///   - steps: 100,000 where nothing is said.
    ///   - depth: 120 where nothing is said.
    public init(steps: Int = 100_000, depth: Int = 120) {
        self.steps = steps
        self.depth = min(depth, 120)
    }
}

/// Why a rule could not be evaluated to the end.
enum LogicEvaluationError: Error {
    case tooManySteps
    case tooDeep
    case nothingToChooseFrom

    func message(_ limits: LogicLimits) -> String {
        switch self {
        case .tooManySteps:
            "The rule takes more than \(limits.steps) steps. Make it shorter, or its lists."
        case .tooDeep: "The rule meets values that lie too deep in each other."
        case .nothingToChooseFrom: "The second operand of “missing_some” is null; it has to be a list of names."
        }
    }
}

/// A flag of a file whose definition is invalid.
///
/// It fails where it is enabled. Where it is disabled, its other parts don't matter.
struct BrokenFlag: EnvironmentRule {
    let error: FlagError
    var isEnabled = true
    /// Whether it is enabled, by environment with its own state.
    var states: [String: Bool]
    var metadata: [String: JSONValue]

    init(error: FlagError, states: [String: Bool], metadata: [String: JSONValue]) {
        self.error = error
        self.states = states
        self.metadata = metadata
    }

    func rule(in environment: FlagEnvironment) -> any FlagRule {
        var flag = self
        flag.isEnabled = states[environment.rawValue] ?? isEnabled
        return flag
    }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        isEnabled
            ? FlagEvaluation(.failed(error), reason: .error) : FlagEvaluation(.programDefault, reason: .disabled)
    }
}

/// An error that ends the evaluation of a rule.
enum LogicEvaluationError: Error {
    case tooManySteps
    case tooDeep
    case nothingToChooseFrom

    func message(_ limits: LogicLimits) -> String {
        switch self {
        case .tooManySteps:
            "The rule takes more than \(limits.steps) steps. Shorten the rule or its lists."
        case .tooDeep: "The rule reads values that are nested too deeply."
        case .nothingToChooseFrom: "The second operand of “missing_some” is null; it must be a list of names."
        }
    }
}

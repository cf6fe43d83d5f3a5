import FiresteelFlags

/// A combination of conditions on attributes.
///
/// It is three-valued: a condition with a missing attribute or an unknown operator is neither true nor false.
package indirect enum AudienceCondition: Sendable {
    case all([AudienceCondition])
    case any([AudienceCondition])
    case not(AudienceCondition)
    case attribute(AttributeCondition)
    /// The result is unknown, for the given reason.
    case unknown(String)

    func evaluate(_ attributes: [String: JSONValue]) -> Bool? {
        switch self {
        case .all(let conditions):
            var isUnknown = false
            for condition in conditions {
                switch condition.evaluate(attributes) {
                case false?: return false
                case nil: isUnknown = true
                case true?: break
                }
            }
            return isUnknown ? nil : true
        case .any(let conditions):
            var isUnknown = false
            for condition in conditions {
                switch condition.evaluate(attributes) {
                case true?: return true
                case nil: isUnknown = true
                case false?: break
                }
            }
            return isUnknown ? nil : false
        case .not(let condition): return condition.evaluate(attributes).map { !$0 }
        case .attribute(let condition): return condition.evaluate(attributes)
        case .unknown: return nil
        }
    }

    /// Returns the steps of an evaluation as text.
    func explain(_ attributes: [String: JSONValue], depth: Int) -> [ExplanationStep] {
        let result = evaluate(attributes).map { $0 ? "true" : "false" } ?? "unknown"
        func group(_ text: String, _ conditions: [AudienceCondition]) -> [ExplanationStep] {
            [ExplanationStep(text, result: result, depth: depth)]
                + conditions.flatMap { $0.explain(attributes, depth: depth + 1) }
        }
        switch self {
        case .all(let conditions): return group("all of", conditions)
        case .any(let conditions): return group("any of", conditions)
        case .not(let condition): return group("not", [condition])
        case .attribute(let condition): return [ExplanationStep(condition.words, result: result, depth: depth)]
        case .unknown(let why): return [ExplanationStep(why, result: result, depth: depth)]
        }
    }
}

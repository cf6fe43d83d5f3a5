import FiresteelFlags

/// A metric of an experiment: an action that a program declares, and its measured property.
///
/// As JSON, `{"feature": "App/Documents", "action": "saveDocument", "measure": "count", "direction": "increase"}`; a
/// guardrail has a `margin` as well.
package struct ExperimentMetric: Sendable, Hashable {
    /// The measured property of an action.
    package enum Measure: String, Sendable, CaseIterable {
        /// The share of units with a success.
        case conversion
        /// The successes per unit.
        case count
        /// The failures per perform.
        case failureRate
        /// The mean duration of performs.
        case duration
        /// The share of units with a session on the day after their first exposure, or later.
        case retention
    }

    /// The change that is an improvement.
    package enum Direction: String, Sendable, CaseIterable {
        case increase, decrease
    }

    /// The margin of a guardrail without one.
    package static let defaultMargin = 0.05

    /// The path of the feature, such as `App/Documents`.
    package var feature: String
    /// The action; `nil` only for retention by any session.
    package var action: String?
    /// The measured property.
    package var measure: Measure
    /// The change that is an improvement.
    package var direction: Direction
    /// The relative deterioration that a guardrail tolerates; `nil` for other metrics.
    package var margin: Double?
}

extension ExperimentMetric {
    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader, isGuardrail: Bool = false) {
        let noun = "The metric"
        guard var object = reader.object(value, path, "A metric") else { return nil }
        let feature = reader.requiredText("feature", in: &object, noun)
        action = reader.text("action", in: &object)
        let measure = reader.word("measure", Measure.self, in: &object, noun)
        let direction = reader.word("direction", Direction.self, in: &object, noun)
        margin = isGuardrail ? reader.margin(in: &object) : nil
        guard let feature, let measure, let direction else { return nil }
        (self.feature, self.measure, self.direction) = (feature, measure, direction)
        reader.checkLength(feature, 1...FlagDocumentLimits.metricName, path.word("feature"))
        if let action {
            reader.checkLength(action, 1...FlagDocumentLimits.metricName, path.word("action"))
        } else if measure != .retention {
            reader.report(path, "The metric has no “action”. Only retention may be measured without one.")
        }
    }

    /// The metric in a line.
    var line: String {
        let text = "\(measure.rawValue) of \(action.map { "\($0) in " } ?? "")\(feature), \(direction.rawValue)"
        return margin.map { "\(text), margin \(JSONValue.double($0).json())" } ?? text
    }
}

extension DocumentReader {
    /// Returns the margin of a guardrail.
    fileprivate mutating func margin(in object: inout DocumentObject) -> Double {
        guard let value = object.take("margin") else { return ExperimentMetric.defaultMargin }
        let margin: Double? =
            switch value {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        if let margin, margin > 0, margin <= 1 { return margin }
        report(object.path.word("margin"), "The margin must be a number above 0 and at most 1, such as 0.05 for 5 %.")
        return ExperimentMetric.defaultMargin
    }
}

package import FiresteelFlags

/// A metric of an experiment: an action that a program declares, and its measured property.
///
/// As JSON, `{"feature": "App/Documents", "action": "saveDocument", "measure": "count", "direction": "increase"}`; a
/// guardrail has a `margin` as well.
package struct ExperimentMetric: Sendable, Hashable {
    /// The measured property of an action.
    package enum Measure: String, Sendable, Hashable {
        /// The share of units with a success.
        case conversion
        /// The successes per unit.
        case count
        /// The sum of the amounts of successes per unit.
        case amount
        /// The failures per perform.
        case failureRate
        /// The successes per success of another action.
        case rate
        /// The mean duration of performs in milliseconds, or a quantile of it.
        case duration
        /// The share of units with a session on a later day than that of their first exposure, on one day, or in one week.
        case retention
        /// The mean time from the first exposure to the first success in seconds, of which at most some days count.
        case timeTo
        /// The share of units with a success, and afterwards one of another action.
        case sequence
        /// The share of units with a session that ended abnormally. Each experiment is guarded by it, and none may name it.
        case exits
    }

    /// The change that is an improvement.
    package enum Direction: String, Sendable, CaseIterable {
        case increase, decrease
    }

    /// An action of a feature.
    package struct Action: Sendable, Hashable {
        package let feature: String
        package let action: String
    }

    /// The margin of a guardrail without one.
    package static let defaultMargin = 0.05
    /// The quantiles of durations.
    package static let quantiles = [0.5, 0.9, 0.99]
    /// The days of the time to a success that count without a number.
    package static let defaultDays = 7
    /// The days and weeks after the exposure that can be measured.
    package static let days = 1...28
    package static let weeks = 1...6

    /// The path of the feature, such as `App/Documents`; empty for everything.
    package var feature: String
    /// The action; `nil` for all of them, which only retention can measure.
    package var action: String?
    /// The measured property.
    package var measure: Measure
    /// The change that is an improvement.
    package var direction: Direction
    /// The relative deterioration that a guardrail tolerates.
    package var margin: Double
    /// The quantile of the duration, `nil` for the mean.
    package var quantile: Double?
    /// Of retention the day after the exposure, of the time to a success the days that count.
    package var day: Int?
    /// Of retention the week after the exposure: 1 has the days 7 to 13.
    package var week: Int?
    /// The action that another one is counted by, or that follows it.
    package var other: Action?

    package init(
        _ measure: Measure, feature: String = "", action: String? = nil, direction: Direction = .decrease,
        margin: Double = Self.defaultMargin
    ) {
        self.measure = measure
        self.feature = feature
        self.action = action
        self.direction = direction
        self.margin = margin
    }
}

extension ExperimentMetric.Measure {
    /// The change that is usually an improvement.
    fileprivate var usualDirection: ExperimentMetric.Direction {
        switch self {
        case .failureRate, .duration, .timeTo, .exits: .decrease
        case .conversion, .count, .amount, .rate, .retention, .sequence: .increase
        }
    }
}

extension ExperimentMetric.Measure: CaseIterable {
    /// The measures that an experiment can name.
    package static let allCases: [Self] = [
        .conversion, .count, .amount, .failureRate, .rate, .duration, .retention, .timeTo, .sequence,
    ]
}

extension ExperimentMetric {
    /// Reads a metric, or returns `nil` if the value isn't one; without a direction it has the usual one.
    package init?(json value: JSONValue, isGuardrail: Bool = false) {
        var value = value
        if case .object(var members) = value, members["direction"] == nil {
            let measure = members["measure"].flatMap {
                if case .string(let text) = $0 { Measure(rawValue: text) } else { nil }
            }
            members["direction"] = .string((measure?.usualDirection ?? .increase).rawValue)
            value = .object(members)
        }
        let metric = try? DocumentReader.read {
            ExperimentMetric(value, LogicPath(), &$0, isGuardrail: isGuardrail)
        }
        guard let metric else { return nil }
        self = metric
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader, isGuardrail: Bool = false) {
        let noun = "The metric"
        guard var object = reader.object(value, path, "A metric") else { return nil }
        // Only a session needs neither.
        let isOfAll = !object.has("action") && !object.has("feature")
        let feature = isOfAll ? "" : reader.requiredText("feature", in: &object, noun)
        let action = reader.text("action", in: &object)
        let measure = reader.word("measure", Measure.self, in: &object, noun)
        let direction = reader.word("direction", Direction.self, in: &object, noun)
        let margin = isGuardrail ? reader.margin(in: &object) : Self.defaultMargin
        guard let feature, let measure, let direction else { return nil }
        self.init(measure, feature: feature, action: action, direction: direction, margin: margin)
        if !isOfAll { reader.checkLength(feature, 1...FlagDocumentLimits.metricName, path.word("feature")) }
        if let action {
            reader.checkLength(action, 1...FlagDocumentLimits.metricName, path.word("action"))
        } else if measure != .retention {
            reader.report(path, "The metric has no “action”. Only retention may be measured without one.")
        }
        readParameters(of: measure, in: &object, &reader)
    }

    /// Reads the members that some measures have.
    private mutating func readParameters(
        of measure: Measure, in object: inout DocumentObject, _ reader: inout DocumentReader
    ) {
        switch measure {
        case .duration: quantile = reader.quantile(in: &object)
        case .retention:
            day = reader.number("day", in: &object, Self.days)
            week = reader.number("week", in: &object, Self.weeks)
            if day != nil, week != nil { reader.report(object.path, "The metric has a day and a week. Remove one.") }
        case .timeTo: day = reader.number("day", in: &object, Self.days) ?? Self.defaultDays
        case .rate: other = reader.action("per", in: &object)
        case .sequence: other = reader.action("then", in: &object)
        case .conversion, .count, .amount, .failureRate, .exits: break
        }
        if let other, other.feature == feature, other.action == action {
            reader.report(object.path, "The other action must be another one.")
        }
    }

    /// Whether it is compared where a unit may have several people: its value is known at once, and no distribution.
    package var isSummedByGroup: Bool { daysUntilKnown == 0 && quantile == nil }

    /// The days from the day of the exposure until the value of a unit is known; 0 for one that is known at once.
    package var daysUntilKnown: Int {
        switch measure {
        case .retention: week.map { 7 * $0 + 7 } ?? day.map { $0 + 1 } ?? 0
        case .timeTo: (day ?? Self.defaultDays) + 1
        default: 0
        }
    }

    /// The metric in a line, such as “Save Document (App/Documents) per person, more is better”.
    var line: String {
        "\(name), \(direction == .increase ? "more" : "less") is better"
    }

    /// The metric as a guardrail in a line.
    var guardrailLine: String { "\(line), at most \(DocumentLines.percent(margin)) % worse" }

    /// The metric's name on pages, with the paths of features.
    private var name: String {
        let place = feature.isEmpty ? "" : " (\(feature))"
        let title = action.map { Self.words($0) + place } ?? "all actions\(place)"
        let later = action == nil ? "Back" : title
        let other = other.map { "\(Self.words($0.action)) (\($0.feature))" } ?? ""
        switch measure {
        case .conversion: return "People with \(title)"
        case .count: return "\(title) per person"
        case .amount: return "Amount of \(title) per person"
        case .failureRate: return "Failures of \(title)"
        case .rate: return "\(title) per \(other)"
        case .duration:
            let time = quantile.map { $0 == 0.5 ? "Median time" : "\(DocumentLines.percent($0)) % time" } ?? "Time"
            return "\(time) of \(title)"
        case .retention:
            return "\(later) \(week.map { "in week \($0)" } ?? day.map { "on day \($0)" } ?? "on a later day")"
        case .timeTo: return "Time until \(title), at most \(DocumentLines.days(day ?? Self.defaultDays))"
        case .sequence: return "People with \(title), then \(other)"
        case .exits: return "Abnormal exits"
        }
    }

    /// Returns the words of an identifier: “saveDocument” is “Save Document”.
    private static func words(_ identifier: String) -> String {
        var words = ""
        for character in identifier {
            if character.isUppercase, let last = words.last, last.isLowercase || last.isNumber { words.append(" ") }
            words += words.isEmpty ? character.uppercased() : String(character)
        }
        return words
    }
}

extension DocumentReader {
    /// Returns the margin of a guardrail.
    fileprivate mutating func margin(in object: inout DocumentObject) -> Double {
        guard let value = object.take("margin") else { return ExperimentMetric.defaultMargin }
        if let margin = value.number, margin > 0, margin <= 1 { return margin }
        report(object.path.word("margin"), "The margin must be a number above 0 and at most 1, such as 0.05 for 5 %.")
        return ExperimentMetric.defaultMargin
    }

    /// Returns the quantile of a duration, or `nil` for its mean.
    fileprivate mutating func quantile(in object: inout DocumentObject) -> Double? {
        guard let value = object.take("quantile") else { return nil }
        if let quantile = value.number, ExperimentMetric.quantiles.contains(quantile) { return quantile }
        report(object.path.word("quantile"), "The quantile must be 0.5, 0.9 or 0.99.")
        return nil
    }

    /// Returns an optional integer in a range.
    fileprivate mutating func number(_ name: String, in object: inout DocumentObject, _ range: ClosedRange<Int>) -> Int?
    {
        object.take(name).flatMap { integer($0, object.path.word(name), in: range) }
    }

    /// Returns a required action.
    fileprivate mutating func action(_ name: String, in object: inout DocumentObject) -> ExperimentMetric.Action? {
        let path = object.path.word(name)
        guard let value = object.take(name) else {
            report(object.path, "The metric needs “\(name)”, an action with its feature.")
            return nil
        }
        guard var other = self.object(value, path, "The action") else { return nil }
        let (feature, action) = (
            requiredText("feature", in: &other, "The action"), requiredText("action", in: &other, "The action")
        )
        guard let feature, let action else { return nil }
        checkLength(feature, 1...FlagDocumentLimits.metricName, path.word("feature"))
        checkLength(action, 1...FlagDocumentLimits.metricName, path.word("action"))
        return ExperimentMetric.Action(feature: feature, action: action)
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        switch self {
        case .double(let number): number
        case .int(let number): Double(number)
        default: nil
        }
    }
}

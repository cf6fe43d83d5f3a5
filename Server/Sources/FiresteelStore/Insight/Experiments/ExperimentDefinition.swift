package import FiresteelBase

/// An experiment as its item describes it, as far as counting and results need it.
package struct ExperimentDefinition: Sendable, Hashable {
    /// The states of an experiment.
    package enum State: String, Sendable {
        case draft
        case running
        case ended
    }

    /// The kind of its items.
    package static let kind = "experiment"

    /// The identifier.
    package let name: String
    /// The key of the flag.
    package let flag: String
    /// The variants that are compared; the first is the control.
    package let arms: [String]
    /// The weight of each arm.
    package let weights: [Int]
    /// The percent of the people of the layer that take part.
    package let share: Double
    /// The attribute whose values have an arm, the targeting key for people.
    package let unit: String
    package let primary: ExperimentMetric
    package let guardrails: [ExperimentMetric]
    package let secondary: [ExperimentMetric]
    /// The days after the first exposure that count, `nil` for all.
    package let window: Int64?
    /// The days that it runs at most.
    package let days: Int64
    package let state: State
    package let phase: Int64

    /// The maximum number of secondary metrics and of guardrails that are read.
    private static let maximumMetrics = 50

    /// Reads the value of an item, or returns `nil` for a holdout and for one without flag, arms or primary metric.
    package init?(_ name: String, _ value: JSONValue) {
        let members = value.members
        guard let flag = members["flag"]?.stringValue, let list = members["arms"]?.arrayValue,
            let primary = members["primary"].flatMap(ExperimentMetric.init)
        else { return nil }
        let arms = list.compactMap(\.stringValue)
        guard (2...10).contains(arms.count), arms.count == list.count, Set(arms).count == arms.count else { return nil }
        self.name = name
        self.flag = flag
        self.arms = arms
        let weights = members["weights"]?.arrayValue?.compactMap(\.intValue) ?? []
        let areWeights = weights.count == arms.count && weights.allSatisfy { (1...1_000).contains($0) }
        self.weights = areWeights ? weights : arms.map { _ in 1 }
        share = members["share"]?.doubleValue ?? 100
        unit = members["unit"]?.stringValue ?? "targetingKey"
        self.primary = primary
        func metrics(_ member: String) -> [ExperimentMetric] {
            (members[member]?.arrayValue ?? []).prefix(Self.maximumMetrics).compactMap(ExperimentMetric.init)
        }
        guardrails = metrics("guardrails")
        secondary = metrics("secondary")
        window = members["window"]?.intValue.flatMap { $0 > 0 ? Int64(min($0, 1_000)) : nil }
        days = Int64(min(max(members["days"]?.intValue ?? 28, 1), 60))
        state = members["state"]?.stringValue.flatMap(State.init) ?? .draft
        phase = Int64(min(max(members["phase"]?.intValue ?? 1, 1), 1_000_000))
    }
}

/// A metric of an experiment: an action, and the measured values.
package struct ExperimentMetric: Sendable, Hashable {
    /// The measured value of each unit.
    package enum Measure: String, Sendable, Hashable, CaseIterable {
        /// Whether the action succeeded.
        case conversion
        /// How often it succeeded.
        case count
        /// Failures per perform.
        case failureRate
        /// The mean milliseconds of a perform.
        case duration
        /// Whether there was a session on a later day.
        case retention
        /// Whether a session ended abnormally. Each experiment is guarded by it.
        case exits

        /// Whether the value is a ratio of two sums.
        var isRatio: Bool { self == .failureRate || self == .duration }
    }

    /// Whether more or less is better.
    package enum Direction: String, Sendable, Hashable {
        case increase
        case decrease
    }

    /// The path of the feature, empty for everything.
    package let feature: String
    /// The identifier of the action, empty for all.
    package let action: String
    package let measure: Measure
    package let direction: Direction
    /// How much worse a guardrail may get, as a share of the control.
    package let margin: Double

    package init(
        _ measure: Measure, feature: String = "", action: String = "", direction: Direction = .decrease,
        margin: Double = 0.05
    ) {
        self.feature = feature
        self.action = action
        self.measure = measure
        self.direction = direction
        self.margin = margin
    }

    /// Reads a metric, or returns `nil` for one that names no action or an unknown measure.
    init?(_ value: JSONValue) {
        let members = value.members
        guard let measure = members["measure"]?.stringValue.flatMap(Measure.init), measure != .exits else { return nil }
        let (feature, action) = (members["feature"]?.stringValue ?? "", members["action"]?.stringValue ?? "")
        guard !action.isEmpty && !feature.isEmpty || measure == .retention else { return nil }
        let usual: Direction = measure.isRatio ? .decrease : .increase
        let margin = members["margin"]?.doubleValue ?? 0.05
        self.init(
            measure, feature: action.isEmpty ? "" : feature, action: action,
            direction: members["direction"]?.stringValue.flatMap(Direction.init) ?? usual,
            margin: margin > 0 && margin <= 1 ? margin : 0.05)
    }

    /// The guardrails that every experiment has: abnormal exits, and failures of all actions.
    package static let always = [ExperimentMetric(.exits), ExperimentMetric(.failureRate)]

    /// The subject of its sums: the action as it is counted, or an empty text for everything.
    package var subject: String {
        action.isEmpty ? "" : CountKey.name(NameBook.plain(feature), NameBook.plain(action))
    }
}

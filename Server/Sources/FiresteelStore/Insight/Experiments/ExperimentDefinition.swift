package import FiresteelBase
package import FiresteelFlagAuthoring

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
    /// The layer, whose experiments share its people.
    package let layer: String
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

    /// Whether the units of an arm are divided into groups, since each may have several people.
    package var hasGroups: Bool { unit != FlagExperiment.personUnit }

    /// All metrics that it names.
    package var metrics: [ExperimentMetric] { [primary] + guardrails + secondary }

    /// The maximum number of secondary metrics and of guardrails that are read.
    private static let maximumMetrics = 50

    /// Reads the value of an item, or returns `nil` for a holdout and for one without flag, arms or primary metric.
    package init?(_ name: String, _ value: JSONValue) {
        let members = value.members
        guard let flag = members["flag"]?.stringValue, let list = members["arms"]?.arrayValue,
            let primary = members["primary"].flatMap({ ExperimentMetric(json: $0) })
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
        layer = members["layer"]?.stringValue ?? FlagExperiment.defaultLayer
        unit = members["unit"]?.stringValue ?? FlagExperiment.personUnit
        self.primary = primary
        func metrics(_ member: String, areGuardrails: Bool = false) -> [ExperimentMetric] {
            (members[member]?.arrayValue ?? []).prefix(Self.maximumMetrics).compactMap {
                ExperimentMetric(json: $0, isGuardrail: areGuardrails)
            }
        }
        guardrails = metrics("guardrails", areGuardrails: true)
        secondary = metrics("secondary")
        window = members["window"]?.intValue.flatMap { $0 > 0 ? Int64(min($0, 1_000)) : nil }
        days = Int64(min(max(members["days"]?.intValue ?? 28, 1), 60))
        state = members["state"]?.stringValue.flatMap(State.init) ?? .draft
        phase = Int64(min(max(members["phase"]?.intValue ?? 1, 1), 1_000_000))
    }
}

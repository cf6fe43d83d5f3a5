/// A question about one flag in one environment: which of its variants, the arms, is better, measured by actions.
///
/// As JSON:
///
/// ```json
/// {
///   "name": "Editor", "question": "Do people save more?", "flag": "editor", "arms": ["classic", "focused"],
///   "share": 50, "if": [{"segment": "employees", "is": "notIn"}], "days": 28, "state": "running", "phase": 1,
///   "primary": {"feature": "App/Documents", "action": "saveDocument", "measure": "count", "direction": "increase"},
///   "slots": [[0, 5000]]
/// }
/// ```
package struct FlagExperiment: Sendable, Hashable {
    /// The states, in their order.
    package enum State: String, Sendable, CaseIterable {
        /// It is being prepared, and no one takes part.
        case draft
        /// People take part.
        case running
        /// No one takes part anymore.
        case ended
    }

    /// The name for people.
    package var name: String
    /// The question that it answers.
    package var question: String?
    /// The key of the flag.
    package var flag: String
    /// The compared variants of the flag; the first is the control.
    package var arms: [String]
    /// The weights of the arms, in their order.
    package var weights: [Int]
    /// The share of the layer that takes part, in percent.
    package var share: Int
    /// The conditions of taking part, all of which are required.
    package var conditions: [FlagCondition]
    /// The attribute whose values are assigned to arms, `targetingKey` for people.
    package var unit: String
    /// The name of the layer, whose experiments share its slots.
    package var layer: String
    /// The slots of the layer whose units take part, in ascending order; the server assigns them.
    package var slots: [Range<Int>]
    /// The metric that decides.
    package var primary: ExperimentMetric?
    /// The metrics that must not get worse by more than their margins.
    package var guardrails: [ExperimentMetric]
    /// The metrics that are shown as well.
    package var secondary: [ExperimentMetric]
    /// The days after the first exposure that count; `nil` for all until the end.
    package var window: Int?
    /// The maximum number of days for which it runs.
    package var days: Int
    /// The state.
    package var state: State
    /// The number of the phase, from 1; the results of phases are never added up.
    package var phase: Int
    /// The arm that everyone gets since it ended; `nil` for none.
    package var shippedArm: String?
    /// The sessions that don't count in phases.
    package var excluded: [ExperimentExclusion]
}

extension FlagExperiment {
    /// The name of a layer's experiments without a layer.
    package static let defaultLayer = "default"
    /// The number of slots of a layer.
    package static let layerSlots = 10_000
    /// The unit of people.
    package static let personUnit = "targetingKey"
    /// The number of groups of each arm, where a unit may have several people.
    package static let groups = 100

    /// Whether the units of an arm are divided into groups by their hash, since people who share one resemble each other.
    package var hasGroups: Bool { unit != Self.personUnit }

    /// Returns the names of an arm's variants in the definitions: `editor/1:focused`, or from `editor/1.0:focused` to
    /// `editor/1.99:focused` for its groups.
    package func variants(of arm: String, _ key: String) -> [String] {
        guard hasGroups else { return ["\(key)/\(phase):\(arm)"] }
        return (0..<Self.groups).map { "\(key)/\(phase).\($0):\(arm)" }
    }
}

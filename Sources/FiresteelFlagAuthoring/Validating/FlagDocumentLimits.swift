/// The limits on editable flags, so that every environment compiles in bounded time.
enum FlagDocumentLimits {
    /// The maximum length of keys and names of variants, in bytes.
    static let key = 200
    /// The maximum length of an attribute's path, in bytes.
    static let attribute = 1_024
    static let variants = 1_000
    static let rules = 1_000
    /// The maximum number of a plan's steps.
    static let steps = 50
    /// The seconds between two steps of a plan, up to 366 days.
    static let stepWait = 1...31_622_400
    /// The margin of a guard, in percentage points.
    static let guardMargin = 0.0...50
    /// The duration from which an action is slow, in seconds: at most as long as a message of a program covers.
    static let guardDuration = 0.001...900.0
    /// The error rate of a guard.
    static let guardErrorRate = 0.0001...0.2
    /// The sessions that a guarded step needs.
    static let guardRuns = 1...10_000_000
    /// The seconds for which a guard continues after the last step, 30 days.
    static let guardWatch = 2_592_000
    /// The maximum number of a rule's or a segment's conditions.
    static let conditions = 200
    /// The maximum number of a condition's values.
    static let values = 10_000
    static let people = 200_000
    /// The number of an experiment's arms.
    static let arms = 2...10
    static let armWeight = 1...1_000
    /// The share of a layer that an experiment has, in percent.
    static let experimentShare = 1...100
    /// The days of an experiment, and of its window.
    static let days = 1...60
    /// The maximum number of an experiment's guardrails, and of its secondary metrics.
    static let metrics = 20
    /// The number of metrics of an experiment that are distributions.
    static let distributions = 5
    /// The maximum length of an arm's value as JSON where each group of the arm has it, in bytes.
    static let groupedValue = 1_000
    /// The maximum length of a metric's feature or action, in bytes.
    static let metricName = 1_000
    /// The maximum length of an experiment's question, in bytes.
    static let question = 2_000
    /// The maximum nesting of segments: rules have a limit on their depth, in which segments count.
    static let segmentDepth = 16
    /// The maximum number of values that a segment copies from those that it uses.
    static let segmentSize = 1_000_000

    /// Returns the reason why a text can't be a key or a name of a variant.
    static func keyError(_ text: String, _ noun: String) -> String? {
        if text.isEmpty { return "\(noun) is empty." }
        if text.utf8.count > key { return "\(noun) has more than \(key) bytes." }
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl ? "\(noun) has a control character." : nil
    }
}

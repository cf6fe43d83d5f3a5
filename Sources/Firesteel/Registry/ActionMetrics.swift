import FiresteelTimeline
import Metrics

/// The metrics of one action, with handles that are created once.
///
/// `firesteel.action.duration` is a timer, `firesteel.action.completed` a counter for each outcome. Both carry the
/// dimensions `feature` (the path) and `action` (the identifier), the counter `outcome` as well.
final class ActionMetrics: Sendable {
    private let duration: Timer
    /// The counters by the raw values of outcomes, which start at 1.
    private let completed: [Counter]

    init(feature: FeaturePath, action: String, factory: any MetricsFactory) {
        let dimensions = [("feature", feature.text), ("action", action)]
        duration = Timer(label: "firesteel.action.duration", dimensions: dimensions, factory: factory)
        completed = Outcome.allCases.map {
            Counter(
                label: "firesteel.action.completed", dimensions: dimensions + [("outcome", $0.identifier)],
                factory: factory)
        }
    }

    func record(_ outcome: Outcome, duration nanoseconds: UInt64) {
        duration.recordNanoseconds(Int64(clamping: nanoseconds))
        completed[Int(outcome.rawValue) - 1].increment()
    }
}

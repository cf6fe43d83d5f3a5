import FiresteelStore
import Foundation

/// Sentences about results of experiments.
enum ExperimentText {
    /// Returns a share as percent with one decimal.
    static func percent(_ share: Double) -> String { String(format: "%.1f %%", 100 * share) }

    /// Returns what people with an arm do, such as “People with “focused” do Save Document 7.8 % more”.
    static func sentence(_ metric: ExperimentResults.Metric, _ arm: String, relative: Double) -> String {
        let amount = percent(abs(relative))
        let isMore = relative > 0
        let more = isMore ? "more" : "less"
        switch ExperimentMetric.Measure(rawValue: metric.measure) {
        case .conversion:
            return "\(amount) \(isMore ? "more" : "fewer") people with “\(arm)” do \(metric.title)"
        case .retention: return "\(amount) \(isMore ? "more" : "fewer") people with “\(arm)” come back"
        case .failureRate where metric.action.isEmpty: return "With “\(arm)”, actions fail \(amount) \(more) often"
        case .failureRate: return "With “\(arm)”, \(metric.title) fails \(amount) \(more) often"
        case .duration: return "With “\(arm)”, \(metric.title) takes \(amount) \(isMore ? "longer" : "less time")"
        case .exits: return "With “\(arm)”, sessions end abnormally \(amount) \(more) often"
        case .count, nil: return "People with “\(arm)” do \(metric.title) \(amount) \(more)"
        }
    }
}

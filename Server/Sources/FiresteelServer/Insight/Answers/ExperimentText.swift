import FiresteelFlagAuthoring
import FiresteelStore
import Foundation

/// Sentences about results of experiments.
enum ExperimentText {
    /// Returns a share as percent with one decimal.
    static func percent(_ share: Double) -> String {
        let text = String(format: "%.1f %%", 100 * share)
        return text == "-0.0 %" ? "0.0 %" : text.replacing("-", with: "−")
    }

    /// Returns what people with an arm do, such as “People with “focused” do Save Document 7.8 % more”.
    ///
    /// - Parameter relative: The difference, `nil` without any in the control.
    static func sentence(_ metric: ExperimentResults.Metric, _ arm: String, relative: Double?) -> String {
        guard let relative else {
            let values = [metric.arms.first { $0.name == arm }, metric.arms.first].compactMap { $0?.value }.map(percent)
            let compared = values.count == 2 ? ": \(values[0]) instead of \(values[1])" : ""
            return metric.measure == ExperimentMetric.Measure.exits.rawValue
                ? "With “\(arm)”, sessions end abnormally more often\(compared)"
                : "\(metric.title) differs with “\(arm)”\(compared)"
        }
        let amount = percent(abs(relative))
        let isMore = relative > 0
        let more = isMore ? "more" : "less"
        switch ExperimentMetric.Measure(rawValue: metric.measure) {
        case .conversion:
            return "\(amount) \(isMore ? "more" : "fewer") people with “\(arm)” do \(metric.title)"
        case .sequence:
            let next = metric.other?.title ?? ""
            return "\(amount) \(isMore ? "more" : "fewer") people with “\(arm)” do \(metric.title) and then \(next)"
        case .rate: return "People with “\(arm)” do \(metric.title) \(amount) \(more) per \(metric.other?.title ?? "")"
        case .amount:
            let unit = metric.unit.map { "\($0) of " } ?? ""
            return "People with “\(arm)” have \(amount) \(more) \(unit)\(metric.title)"
        case .timeTo:
            return "With “\(arm)”, it takes \(amount) \(isMore ? "longer" : "less time") until \(metric.title)"
        case .retention: return "\(amount) \(isMore ? "more" : "fewer") people with “\(arm)” come back"
        case .failureRate where metric.action.isEmpty: return "With “\(arm)”, actions fail \(amount) \(more) often"
        case .failureRate: return "With “\(arm)”, \(metric.title) fails \(amount) \(more) often"
        case .duration where metric.quantile != nil:
            let share = String(format: "%.0f %%", 100 * (metric.quantile ?? 0))
            return
                "With “\(arm)”, the time that \(share) of \(metric.title) are below is \(amount) \(isMore ? "longer" : "shorter")"
        case .duration: return "With “\(arm)”, \(metric.title) takes \(amount) \(isMore ? "longer" : "less time")"
        case .exits: return "With “\(arm)”, sessions end abnormally \(amount) \(more) often"
        case .count, nil: return "People with “\(arm)” do \(metric.title) \(amount) \(more)"
        }
    }
}

package import CoreMetrics
import Foundation
import Synchronization

/// The metrics of the process, which Prometheus reads.
///
/// It is the factory of swift-metrics as well, so that the runtime's metrics of actions are among them. Names with other
/// characters than Prometheus accepts have `_` instead; timers have the suffix `_seconds`, counters `_total`.
///
/// A family has 1,000 series at most. Further ones are counted together, with the only label `overflow="true"`.
package final class MetricRegistry: MetricsFactory {
    private enum Series {
        case counter(MetricCounter)
        case gauge(MetricGauge)
        case histogram(MetricHistogram)
    }

    private struct Family {
        let kind: PrometheusText.Kind
        let help: String
        var series: [String: (labels: PrometheusText.Labels, series: Series)] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var collectors: [@Sendable (inout PrometheusText) -> Void] = []
    }

    /// The maximum number of series of a family.
    static let maximumSeries = 1_000

    private let state = Mutex(State())

    /// Creates a registry.
    package init() {}

    // MARK: Series

    /// Returns a counter, which is created when it is first needed.
    func counter(_ name: String, _ help: String, _ labels: PrometheusText.Labels = []) -> MetricCounter {
        let found = series(name, .counter, help, labels) { .counter(MetricCounter()) }
        if case .counter(let counter) = found { return counter }
        return MetricCounter()
    }

    /// Returns a histogram, which is created when it is first needed.
    func histogram(_ name: String, _ help: String, _ labels: PrometheusText.Labels = []) -> MetricHistogram {
        let found = series(name, .histogram, help, labels) { .histogram(MetricHistogram()) }
        if case .histogram(let histogram) = found { return histogram }
        return MetricHistogram()
    }

    /// Adds values that are read when Prometheus reads.
    func collect(_ body: @escaping @Sendable (inout PrometheusText) -> Void) {
        state.withLock { $0.collectors.append(body) }
    }

    private func series(
        _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ labels: PrometheusText.Labels,
        _ make: () -> Series
    ) -> Series {
        state.withLock { state in
            var key = labels.map { "\($0)\u{0}\($1)" }.joined(separator: "\u{0}")
            var labels = labels
            if let known = state.families[name]?.series[key]?.series { return known }
            if state.families[name]?.series.count ?? 0 >= Self.maximumSeries {
                labels = [("overflow", "true")]
                key = "overflow"
                if let known = state.families[name]?.series[key]?.series { return known }
            }
            let series = make()
            state.families[name, default: Family(kind: kind, help: help)].series[key] = (labels, series)
            return series
        }
    }

    // MARK: Reading

    /// Returns all metrics in the text format of Prometheus.
    package func text() -> String {
        let (families, collectors) = state.withLock { ($0.families, $0.collectors) }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.family(name, family.kind, family.help)
            for (_, entry) in family.series.sorted(by: { $0.key < $1.key }) {
                switch entry.series {
                case .counter(let counter): text.sample(name, entry.labels, value: Double(counter.value))
                case .gauge(let gauge): text.sample(name, entry.labels, value: gauge.value)
                case .histogram(let histogram): Self.write(histogram.state, name, entry.labels, to: &text)
                }
            }
        }
        for collector in collectors { collector(&text) }
        return text.text
    }

    private static func write(
        _ state: MetricHistogram.State, _ name: String, _ labels: PrometheusText.Labels, to text: inout PrometheusText
    ) {
        var total: Int64 = 0
        for (index, count) in state.counts.enumerated() {
            total += count
            let isLast = index == MetricHistogram.bounds.count
            let bound = isLast ? "+Inf" : PrometheusText.number(MetricHistogram.bounds[index])
            text.sample("\(name)_bucket", labels + [("le", bound)], value: Double(total))
        }
        text.sample("\(name)_sum", labels, value: state.sum)
        text.sample("\(name)_count", labels, value: Double(total))
    }

    // MARK: The factory of swift-metrics

    /// Returns a name that Prometheus accepts.
    private static func name(_ label: String, _ suffix: String = "") -> String {
        let name = String(
            label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") ? $0 : "_" })
        return name.hasSuffix(suffix) ? name : name + suffix
    }

    private static func labels(_ dimensions: [(String, String)]) -> PrometheusText.Labels {
        dimensions.map { (name($0.0), $0.1) }
    }

    /// Returns a counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(Self.name(label, "_total"), "The counter \(Self.name(label)).", Self.labels(dimensions))
    }

    /// Returns a gauge.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        let found = series(
            Self.name(label), .gauge, "The meter \(Self.name(label)).", Self.labels(dimensions)
        ) { .gauge(MetricGauge()) }
        if case .gauge(let gauge) = found { return gauge }
        return MetricGauge()
    }

    /// Returns a histogram.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        histogram(Self.name(label), "The values of \(Self.name(label)).", Self.labels(dimensions))
    }

    /// Returns a histogram of seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(Self.name(label, "_seconds"), "The durations of \(Self.name(label)).", Self.labels(dimensions))
    }

    /// Has no effect: counters exist as long as the process.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Has no effect.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Has no effect.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Has no effect.
    package func destroyTimer(_ handler: any TimerHandler) {}
}

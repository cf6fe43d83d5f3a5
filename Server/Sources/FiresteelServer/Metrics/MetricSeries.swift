import CoreMetrics
import Synchronization

/// A number that only grows.
final class MetricCounter: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64 = 1) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that grows and falls.
final class MetricGauge: MeterHandler {
    private let number = Mutex(0.0)

    var value: Double { number.withLock { $0 } }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { number.withLock { $0 = value } }
    func increment(by amount: Double) { number.withLock { $0 += amount } }
    func decrement(by amount: Double) { number.withLock { $0 -= amount } }
}

/// Counts of values by size.
final class MetricHistogram: TimerHandler, RecorderHandler {
    struct State {
        /// The counts of values up to each bound, and of those beyond the last.
        var counts: [Int64]
        var sum = 0.0
    }

    /// The upper bounds, in seconds: from what memory responds with to the longest limit of a request.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    private let content = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))

    var state: State { content.withLock { $0 } }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        content.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        record(Double(seconds) + Double(attoseconds) / 1e18)
    }
}

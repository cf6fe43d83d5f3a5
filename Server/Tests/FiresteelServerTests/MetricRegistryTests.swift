import CoreMetrics
import FiresteelHTTP
import Testing

@testable import FiresteelServer

@Suite("The registry of metrics")
struct MetricRegistryTests {
    @Test("Metrics of swift-metrics appear under names that Prometheus accepts")
    func names() {
        let registry = MetricRegistry()
        Counter(label: "firesteel.action.completed", dimensions: [("outcome", "success")], factory: registry)
            .increment(by: 3)
        Timer(label: "firesteel.action.duration", dimensions: [], factory: registry).recordNanoseconds(4_000_000)
        Meter(label: "queue-depth", dimensions: [], factory: registry).set(7)
        let text = registry.text()
        #expect(text.contains("# TYPE firesteel_action_completed_total counter\n"))
        #expect(text.contains("firesteel_action_completed_total{outcome=\"success\"} 3\n"))
        #expect(text.contains("firesteel_action_duration_seconds_bucket{le=\"0.0025\"} 0\n"))
        #expect(text.contains("firesteel_action_duration_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("firesteel_action_duration_seconds_bucket{le=\"+Inf\"} 1\n"))
        #expect(text.contains("firesteel_action_duration_seconds_sum 0.004\n"))
        #expect(text.contains("queue_depth 7\n"))
    }

    @Test("Values of labels are escaped")
    func escaping() {
        let registry = MetricRegistry()
        registry.counter("a_total", "A.", [("name", "\"a\\b\"\nc")]).increment()
        #expect(registry.text().contains("a_total{name=\"\\\"a\\\\b\\\"\\nc\"} 1\n"))
    }

    @Test("Series beyond the limit are counted together")
    func overflow() {
        let registry = MetricRegistry()
        for index in 0..<(MetricRegistry.maximumSeries + 50) {
            registry.counter("a_total", "A.", [("index", "\(index)")]).increment()
        }
        let lines = registry.text().split(separator: "\n").filter { $0.hasPrefix("a_total") }
        #expect(lines.count == MetricRegistry.maximumSeries + 1)
        #expect(lines.contains("a_total{overflow=\"true\"} 50"))
    }

    @Test("Concurrent increments are all counted")
    func concurrency() async {
        let registry = MetricRegistry()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for index in 0..<1_000 {
                        registry.counter("a_total", "A.", [("kind", "\(index % 3)")]).increment()
                        registry.histogram("b_seconds", "B.").record(Double(index) / 100)
                    }
                }
            }
        }
        let text = registry.text()
        #expect(text.contains("a_total{kind=\"0\"} 2672\n"))
        #expect(text.contains("b_seconds_count 8000\n"))
        #expect(text.contains("b_seconds_bucket{le=\"1\"} 808\n"))
    }

    @Test("Numbers are written as Prometheus reads them")
    func numbers() {
        let values: [(Double, String)] = [
            (1, "1"), (0.25, "0.25"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"),
        ]
        for (value, text) in values { #expect(PrometheusText.number(value) == text) }
    }
}

@Suite("The listener of metrics")
struct MetricsListenerTests {
    @Test(
        "Only addresses of this machine need no token",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("10.0.0.1", false),
            ("127.0.0.1.example.com", false), ("::", false),
        ])
    func token(host: String, isAllowed: Bool) throws {
        if isAllowed {
            #expect(try MetricsListener(host: host, port: 0, token: nil).token == nil)
        } else {
            #expect(throws: MetricsListenerError.tokenRequired(host: host)) {
                try MetricsListener(host: host, port: 0, token: nil)
            }
        }
        #expect(throws: MetricsListenerError.weakToken) { try MetricsListener(host: host, port: 0, token: "short") }
        #expect(try MetricsListener(host: host, port: 0, token: "0123456789abcdef").port == 0)
    }

    @Test("The host of an authority has neither port nor brackets")
    func authority() {
        #expect(LoopbackAddress.host(of: "127.0.0.1:9464") == "127.0.0.1")
        #expect(LoopbackAddress.host(of: "[::1]:9464") == "::1")
        #expect(LoopbackAddress.host(of: "localhost") == "localhost")
    }
}

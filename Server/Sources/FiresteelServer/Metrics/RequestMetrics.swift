import HTTPTypes
import Synchronization

/// Counts requests and refusals.
///
/// Labels have the pattern of an address, never the address: it may have keys of flags, names and capabilities.
final class RequestMetrics: Sendable {
    /// The responses of requests without an endpoint.
    let other: RouteMetrics
    /// The responses with files of pages.
    let pages: RouteMetrics
    private let registry: MetricRegistry
    private let refusals = Mutex<[String: MetricCounter]>([:])

    init(_ registry: MetricRegistry) {
        self.registry = registry
        other = RouteMetrics(registry, method: "other", route: "none")
        pages = RouteMetrics(registry, method: "GET", route: "page")
    }

    /// Returns the metrics of the responses of an endpoint.
    func route(_ endpoint: Endpoint) -> RouteMetrics {
        RouteMetrics(registry, method: endpoint.method.rawValue, route: endpoint.path)
    }

    /// Records a refusal.
    ///
    /// - Parameter code: The code of the error, one of those that the source names.
    func refused(_ code: String) {
        let counter = refusals.withLock { refusals in
            if let known = refusals[code] { return known }
            let counter = registry.counter(
                "firesteel_http_refusals_total", "Requests that were refused, by the code of the error.",
                [("code", code)])
            refusals[code] = counter
            return counter
        }
        counter.increment()
    }
}

/// Counts and times the responses of one pattern of an address.
///
/// Series exist from the first response on. Of the statuses there are few, so that finding one is cheap.
final class RouteMetrics: Sendable {
    private struct Series {
        var counters: [(status: Int, counter: MetricCounter)] = []
        var durations: MetricHistogram?
    }

    let method: String
    let route: String
    private let registry: MetricRegistry
    private let series = Mutex(Series())

    /// Creates metrics.
    ///
    /// - Parameters:
    ///   - registry: The registry.
    ///   - method: The method of an endpoint, or `other`.
    ///   - route: The pattern of the endpoint's address, `page`, or `none`.
    init(_ registry: MetricRegistry, method: String, route: String) {
        self.registry = registry
        self.method = method
        self.route = route
    }

    /// Records a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - duration: The time until the response, or until a stream begins; `nil` if the request wasn't read.
    func record(status: Int, duration: Duration?) {
        let (counter, durations) = series.withLock { series in
            if let durations = series.durations {
                for known in series.counters where known.status == status { return (known.counter, durations) }
            }
            let labels = [("method", method), ("route", route)]
            let counter = registry.counter(
                "firesteel_http_requests_total", "Responses by address pattern and status.",
                labels + [("status", "\(status)")])
            let durations = registry.histogram(
                "firesteel_http_request_duration_seconds",
                "Times until the response, or until an event stream begins.", labels)
            series.counters.append((status, counter))
            series.durations = durations
            return (counter, durations)
        }
        counter.increment()
        if let duration { durations.record(duration) }
    }
}

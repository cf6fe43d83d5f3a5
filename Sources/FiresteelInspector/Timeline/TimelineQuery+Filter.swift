import FiresteelHTTPServer
import FiresteelTimeline

extension TimelineQuery {
    /// Creates the query of a page's filter, as far as a query can express it: see ``PerformFilter/isQuery``.
    /// - Parameter header: The run's header, for its clock.
    /// - Throws: `HTTPProblem` for filters that a query can't express: only performs in flight, or only those with an
    ///   unknown outcome.
    init(_ filter: PerformFilter, _ header: RunHeader) throws(HTTPProblem) {
        self.init()
        text = filter.text?.text
        sessions = filter.session.map { [$0] }
        isUserInitiated = filter.isUserOnly ? true : nil
        since = filter.since.map { header.reading(at: $0) }
        until = filter.until.map { header.reading(at: $0) }
        outcomes = Set(Outcome.allCases.filter { filter.outcomes & PerformFilter.bit($0) != 0 })
        includesInFlight = filter.outcomes & PerformFilter.bit(nil) != 0
        if outcomes.isEmpty, filter.outcomes != 0 {
            throw .badRequest(
                "Performs in flight or with an unknown outcome can be saved only together with other outcomes.")
        }
    }
}

extension RunHeader {
    /// Returns the clock's reading at a time in microseconds since 1970.
    func reading(at time: Int64) -> UInt64 {
        let (offset, overflow) = time.subtractingReportingOverflow(started)
        let (nanoseconds, isTooMuch) = offset.multipliedReportingOverflow(by: 1_000)
        guard !overflow, !isTooMuch else { return time < started ? 0 : .max }
        let (sum, exceeds) = Int64(clamping: startMonotonic).addingReportingOverflow(nanoseconds)
        return exceeds ? .max : UInt64(clamping: sum)
    }
}

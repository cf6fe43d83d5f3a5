public import FiresteelTimeline

/// Converts a run to batches of spans and of log records.
///
/// The spans come first, in the order in which performs completed, with those in flight last; then the log lines in
/// chronological order. Memory holds one batch at a time, whatever the size of the run, and the identifiers of the
/// performs that a query selects.
public struct OTLPBatches: Sendable {
    /// The maximum number of spans or log records in a batch.
    public let limit: Int
    private let run: Run
    private let query: TimelineQuery?

    /// Creates the batches of a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - query: The performs to include, with the events that belong to them, or `nil` for the whole run.
    ///   - limit: The maximum number of spans or log records in a batch, at least 1. 512 of them are a few hundred
    ///     kilobytes.
    public init(_ run: Run, matching query: TimelineQuery? = nil, limit: Int = 512) {
        self.run = run
        self.query = query
        self.limit = max(1, limit)
    }

    /// Calls `body` with each batch until it returns false.
    public func forEach(_ body: (OTLPBatch) throws -> Bool) rethrows {
        try forEach(body) { throw $0 }
    }

    /// - Parameter fail: Throws an error of `body`, once no batch is being passed to it: with Swift 6.3 a batch is released
    ///   twice if the call that it is passed to throws, which ends the process.
    private func forEach(_ body: (OTLPBatch) throws -> Bool, fail: (any Error) throws -> Void) rethrows {
        var failure: (any Error)?
        func visit(_ batch: OTLPBatch) -> Bool {
            do {
                return try body(batch)
            } catch {
                failure = error
                return false
            }
        }
        let resource = OTLPResource(run)
        let selected = query.map { Set(run.performs($0).map(\.id)) }
        if forEachSpans(resource, selected, visit) { forEachLogs(resource, selected, visit) }
        if let failure { try fail(failure) }
    }

    private func forEachSpans(
        _ resource: OTLPResource, _ selected: Set<UInt64>?, _ body: (OTLPBatch) -> Bool
    ) -> Bool {
        let mapping = SpanMapping(run)
        var spans: [OTLPSpan] = []
        var goesOn = true
        run.forEachPerform { perform in
            if let selected, !selected.contains(perform.id) { return true }
            spans.append(mapping.span(perform))
            guard spans.count == limit else { return true }
            goesOn = body(.spans(spans, resource))
            spans.removeAll(keepingCapacity: true)
            return goesOn
        }
        if goesOn, !spans.isEmpty { goesOn = body(.spans(spans, resource)) }
        return goesOn
    }

    private func forEachLogs(
        _ resource: OTLPResource, _ selected: Set<UInt64>?, _ body: (OTLPBatch) -> Bool
    ) {
        var mapping = LogMapping(run)
        var logs: [OTLPLogRecord] = []
        var goesOn = true
        run.forEachEvent { event in
            guard let record = mapping.record(event), selected?.contains(event.perform) ?? true else { return true }
            logs.append(record)
            guard logs.count == limit else { return true }
            goesOn = body(.logs(logs, resource))
            logs.removeAll(keepingCapacity: true)
            return goesOn
        }
        if goesOn, !logs.isEmpty { _ = body(.logs(logs, resource)) }
    }
}

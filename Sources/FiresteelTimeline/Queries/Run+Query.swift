extension Run {
    /// The performs that a query asks for, in its order.
    public func performs(_ query: TimelineQuery = TimelineQuery()) -> [PerformRecord] {
        guard query.limit.map({ $0 > 0 }) ?? true else { return [] }
        var found: [PerformRecord] = []
        let comesFirst = Self.order(query.order)
        forEachPerform { perform in
            if query.matches(perform) { found.append(perform) }
            // Sorting a bounded surplus from time to time keeps no more than twice the limit.
            if let limit = query.limit, found.count >= max(limit &* 2, limit &+ 64) {
                found.sort(by: comesFirst)
                found.removeLast(found.count - limit)
            }
            return true
        }
        found.sort(by: comesFirst)
        if let limit = query.limit, found.count > limit { found.removeLast(found.count - limit) }
        return found
    }

    private static func order(_ order: TimelineQuery.Order) -> (PerformRecord, PerformRecord) -> Bool {
        switch order {
        case .newestFirst: { ($0.began, $0.id) > ($1.began, $1.id) }
        case .oldestFirst: { ($0.began, $0.id) < ($1.began, $1.id) }
        }
    }

    /// The perform of this identifier, or nil if nothing of it is there any more.
    public func perform(_ id: UInt64) -> PerformRecord? {
        var found: PerformRecord?
        forEachPerform { perform in
            if perform.id == id { found = perform }
            return found == nil
        }
        return found
    }

    /// The log lines that are still there, in order of time.
    /// - Parameters:
    ///   - perform: Only those of this perform.
    ///   - severity: Only those at least so severe.
    public func logLines(of perform: UInt64? = nil, atLeast severity: LogSeverity = .trace) -> [LogRecord] {
        let names = self.names
        var lines: [LogRecord] = []
        forEachEvent { event in
            guard let level = event.severity, level >= severity else { return true }
            if let perform, event.perform != perform { return true }
            if let line = LogRecord(event, names: names) { lines.append(line) }
            return true
        }
        return lines
    }
}

extension Run {
    /// Returns the performs that match a query, in its order.
    public func performs(_ query: TimelineQuery = TimelineQuery()) -> [PerformRecord] {
        guard query.limit.map({ $0 > 0 }) ?? true else { return [] }
        var found: [PerformRecord] = []
        let comesFirst = Self.order(query.order)
        forEachPerform { perform in
            if query.matches(perform) { found.append(perform) }
            // Sorting a bounded surplus now and then retains at most twice the limit.
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

    /// Returns the sessions that were opened for a principal.
    ///
    /// A session whose opening was overwritten is found once it has closed.
    /// - Parameter principal: The principal's identifier, as given to ``SessionFields/principal``.
    public func sessions(ofPrincipal principal: String) -> Set<UInt32> {
        let recorded = Timeline.recorded(principal: principal)
        var sessions: Set<UInt32> = []
        forEachEvent { event in
            if event.principal == recorded { sessions.insert(event.session) }
            return true
        }
        return sessions
    }

    /// Returns the perform with this identifier, or `nil` if none of its events is available.
    public func perform(_ id: UInt64) -> PerformRecord? {
        var found: PerformRecord?
        forEachPerform { perform in
            if perform.id == id { found = perform }
            return found == nil
        }
        return found
    }

    /// Returns the available log lines, in chronological order.
    /// - Parameters:
    ///   - perform: The perform whose lines are returned, or `nil` for all.
    ///   - severity: The minimum severity.
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

import Firesteel
public import FiresteelTimeline

extension TestRuntime {
    /// The performs, in the order in which they began, including those in flight.
    ///
    /// ```swift
    /// #expect(test.performs.map(\.identity) == ["Documents/#OpenDocument", "Documents/#SaveDocument"])
    /// ```
    public var performs: [PerformRecord] {
        var query = TimelineQuery()
        query.order = .oldestFirst
        return performs(query)
    }

    /// Returns the performs that match a query.
    public func performs(_ query: TimelineQuery) -> [PerformRecord] {
        runtime.timeline?.run.performs(query) ?? []
    }

    /// Every event of the timeline, in order of time.
    public var events: [TimelineEvent] { runtime.timeline?.run.events() ?? [] }

    /// The recorded log lines at warning and above.
    public var logLines: [LogRecord] { runtime.timeline?.run.logLines() ?? [] }
}

extension PerformRecord {
    /// Feature path and action identifier in one word, as log lines have them: `App/Documents/#OpenDocument`.
    public var identity: String {
        "\(feature?.path ?? "")/#\(action?.identifier ?? "")"
    }
}

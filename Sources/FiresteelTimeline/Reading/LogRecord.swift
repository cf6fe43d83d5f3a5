/// A log line of a run, with the names that it refers to.
public struct LogRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// The time in nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The severity.
    public let severity: LogSeverity
    /// The logger's label.
    public let label: String?
    /// The action during which the line was logged.
    public let action: ActionName?
    /// The feature that it belongs to.
    public let feature: FeatureName?
    /// The perform during which the line was logged, or 0.
    public let perform: UInt64
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name, or `nil` if it has none or was erased.
    public let sessionName: String?
    /// The action stack, from 1, or 0 for none.
    public let stack: UInt32
    /// Whether the line was longer than what was recorded.
    public let isCut: Bool
    /// The message and the metadata as they were recorded.
    public let fields: [InputField]

    /// The message, without the metadata.
    public var message: String { fields.filter { $0.label == nil }.line }

    /// The metadata.
    public var metadata: [InputField] { fields.filter { $0.label != nil } }
}

extension LogRecord {
    /// Creates a record from a log event, or returns `nil` for another event.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard let severity = event.severity else { return nil }
        let action = names.action(event.subject)
        self.init(
            sequence: event.sequence, time: event.time, severity: severity, label: names.label(event.label),
            action: action, feature: action?.feature ?? names.feature(event.subject), perform: event.perform,
            session: event.session,
            sessionName: names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 },
            stack: event.stack, isCut: event.isTextCut, fields: event.fields)
    }
}

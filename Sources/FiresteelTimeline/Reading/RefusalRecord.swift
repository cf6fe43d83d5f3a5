/// A refused request of a feature, or a requested action that was not performed, with the names that the event refers to.
public struct RefusalRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// The time in nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The feature, or `nil` if its name isn't in the run.
    public let feature: FeatureName?
    /// The action that was not performed, or `nil` if the feature was requested.
    public let action: ActionName?
    /// The reasons why the feature wasn't available.
    public let reasons: [String]
    /// The perform that requested or performed it, or 0.
    public let perform: UInt64
    /// The session, from 1.
    public let session: UInt32
    /// The name of the session.
    public let sessionName: String?
}

extension RefusalRecord {
    /// Creates a record from an event of a refused request, or returns `nil` for another event.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard event.kind == .requestRefused else { return nil }
        let action = names.action(event.subject)
        self.init(
            sequence: event.sequence, time: event.time, feature: action?.feature ?? names.feature(event.subject),
            action: action, reasons: event.refusalReasons, perform: event.perform, session: event.session,
            sessionName: names.session(event.sessionName))
    }

    /// The record as a sentence: `Request refused: Needs the role admin`.
    package var summary: String {
        let what = action == nil ? "Request refused" : "Perform refused"
        return reasons.isEmpty ? what : "\(what): \(reasons.joined(separator: "; "))"
    }
}

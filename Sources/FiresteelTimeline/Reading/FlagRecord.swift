/// An exposure or a change of a flag, with the names that the event refers to.
public struct FlagRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// The time in nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The flag's key, or `nil` if its name isn't in the run.
    public let key: String?
    /// The flag's value.
    public let answer: FlagAnswer
    /// Whether the event is a change rather than an exposure.
    public let isChange: Bool
    /// The previous value, for a change.
    public let old: FlagAnswer?
    /// The revision of the server's flags that has the new value, for a change that a server caused.
    public let revision: Int?
    /// The action that read or changed it.
    public let action: ActionName?
    /// The feature that the action belongs to, or that has the flag as a condition.
    public let feature: FeatureName?
    /// The perform during which the event occurred, or 0.
    public let perform: UInt64
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name, or `nil` if it has none or was erased.
    public let sessionName: String?
    /// Whether the record was truncated.
    public let isCut: Bool
}

extension FlagRecord {
    /// Creates a record from a flag event, or returns `nil` for another event.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard event.kind == .flagExposed || event.kind == .flagChanged else { return nil }
        let action = names.action(event.subject)
        let fields = event.fields
        self.init(
            sequence: event.sequence, time: event.time, key: names.flag(event.flag), answer: FlagAnswer(fields),
            isChange: event.kind == .flagChanged, old: FlagAnswer(before: fields),
            revision: FlagAnswer.revision(in: fields), action: action,
            feature: action?.feature ?? names.feature(event.subject), perform: event.perform, session: event.session,
            sessionName: names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 }, isCut: event.isTextCut)
    }
}

extension FlagRecord {
    /// The record as a sentence: `Flag search.layout is "grid" (variant wide, from flags.json, TARGETING_MATCH)`.
    var summary: String {
        let name = key ?? "without a name"
        let verb = isChange ? "changed to" : "is"
        var details: [String] = []
        if isChange, let old { details.append("was \(old.value)") }
        if let variant = answer.variant { details.append("variant \(variant)") }
        if let provider = answer.provider { details.append("from \(provider)") }
        if let revision { details.append("revision \(revision)") }
        if let reason = answer.reason { details.append(reason) }
        let end = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return "Flag \(name) \(verb) \(answer.value)\(end)"
    }
}

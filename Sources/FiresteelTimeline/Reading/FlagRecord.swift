/// A flag's value that met a user, or a change of it, with the names that the event refers to.
public struct FlagRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// When: nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The flag's key, or nil if its name isn't in the run.
    public let key: String?
    /// What the flag came to.
    public let answer: FlagAnswer
    /// Whether it changed; otherwise it was exposed.
    public let isChange: Bool
    /// Of a change: what the flag was before.
    public let old: FlagAnswer?
    /// The action that read or changed it.
    public let action: ActionName?
    /// The feature that the action belongs to, or that has the flag as a condition.
    public let feature: FeatureName?
    /// The perform during which it happened, or 0.
    public let perform: UInt64
    /// The session, from 1, or 0 for none.
    public let session: UInt32
    /// The session's name, or nil if it has none or was erased.
    public let sessionName: String?
    /// Whether there was more to say than what was recorded.
    public let isCut: Bool
}

extension FlagRecord {
    /// What an event records of a flag, or nil if it records something else.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard event.kind == .flagExposed || event.kind == .flagChanged else { return nil }
        let action = names.action(event.subject)
        let fields = event.fields
        self.init(
            sequence: event.sequence, time: event.time, key: names.flag(event.flag), answer: FlagAnswer(fields),
            isChange: event.kind == .flagChanged, old: FlagAnswer(before: fields), action: action,
            feature: action?.feature ?? names.feature(event.subject), perform: event.perform, session: event.session,
            sessionName: names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 }, isCut: event.isTextCut)
    }
}

extension FlagRecord {
    /// The record as a sentence: `Flag search.layout is "grid" (variant wide, from flags.json, TARGETING_MATCH)`.
    var words: String {
        let name = key ?? "that has no name here"
        let verb = isChange ? "changed to" : "is"
        var details: [String] = []
        if isChange, let old { details.append("was \(old.value)") }
        if let variant = answer.variant { details.append("variant \(variant)") }
        if let provider = answer.provider { details.append("from \(provider)") }
        if let reason = answer.reason { details.append(reason) }
        let end = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return "Flag \(name) \(verb) \(answer.value)\(end)"
    }
}

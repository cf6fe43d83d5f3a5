/// A change of a feature's availability, with the names that the event refers to.
public struct AvailabilityRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// When: nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The feature, or nil if its name isn't in the run.
    public let feature: FeatureName?
    /// What it was; the same as ``new`` where it was registered so.
    public let old: FeatureState
    /// What it is from then on.
    public let new: FeatureState
    /// Why it isn't available, as people read it.
    public let reasons: [String]
    /// The perform during which it changed, or 0.
    public let perform: UInt64
    /// The session of that perform, from 1, or 0 for none.
    public let session: UInt32
}

extension AvailabilityRecord {
    /// The change that an event records, or nil if it records something else.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard let old = event.oldState, let new = event.newState else { return nil }
        self.init(
            sequence: event.sequence, time: event.time, feature: names.feature(event.subject), old: old, new: new,
            reasons: event.fields.compactMap { if case .shown(let text) = $0.value { text } else { nil } },
            perform: event.perform, session: event.session)
    }

    /// The record as a sentence: `Became unavailable: Switched off by the user`.
    var words: String {
        let state = old == new ? "Registered as \(new.identifier)" : "Became \(new.identifier)"
        return reasons.isEmpty ? state : "\(state): \(reasons.joined(separator: "; "))"
    }
}

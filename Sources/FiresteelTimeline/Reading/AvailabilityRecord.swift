/// A change of a feature's availability, with the names that the event refers to.
public struct AvailabilityRecord: Sendable {
    /// The event's number, unique in its run.
    public let sequence: UInt64
    /// The time in nanoseconds of the run's monotonic clock.
    public let time: UInt64
    /// The feature, or `nil` if its name isn't in the run.
    public let feature: FeatureName?
    /// The previous state; equals ``new`` for the initial state.
    public let old: FeatureState
    /// The new state.
    public let new: FeatureState
    /// The reasons why the feature isn't available.
    public let reasons: [String]
    /// The perform during which it changed, or 0.
    public let perform: UInt64
    /// The session of that perform, from 1, or 0 for none.
    public let session: UInt32
}

extension AvailabilityRecord {
    /// Creates a record from an availability event, or returns `nil` for another event.
    public init?(_ event: TimelineEvent, names: NameIndex) {
        guard let old = event.oldState, let new = event.newState else { return nil }
        self.init(
            sequence: event.sequence, time: event.time, feature: names.feature(event.subject), old: old, new: new,
            reasons: event.fields.compactMap { if case .shown(let text) = $0.value { text } else { nil } },
            perform: event.perform, session: event.session)
    }

    /// The record as a sentence: `Became unavailable: Switched off by the user`.
    var summary: String {
        let state = old == new ? "Registered as \(new.identifier)" : "Became \(new.identifier)"
        return reasons.isEmpty ? state : "\(state): \(reasons.joined(separator: "; "))"
    }
}

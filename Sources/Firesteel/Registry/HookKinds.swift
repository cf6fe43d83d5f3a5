/// The kinds of data that an action can provide for attached readers.
@usableFromInline
struct HookKinds: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @usableFromInline
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Attributes of an analytics event.
    @usableFromInline static let analytics = HookKinds(rawValue: 1)
    /// An activity to continue later.
    @usableFromInline static let activities = HookKinds(rawValue: 2)

    /// Creates the kinds that an action provides.
    init(_ action: any ActionDefinition.Type) {
        self = []
        if action.analyticsIdentifier != nil { insert(.analytics) }
        if !action.activityEligibility.isEmpty { insert(.activities) }
    }
}

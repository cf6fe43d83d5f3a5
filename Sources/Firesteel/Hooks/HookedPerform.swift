import FiresteelTimeline

/// A perform, with the data that its action provides for attached readers.
struct HookedPerform: Sendable {
    /// The outcome.
    struct Completion: Sendable {
        let outcome: Outcome
        /// The duration in nanoseconds.
        let duration: UInt64
    }

    let perform: UInt64
    let action: ActionPath
    /// The display name of the action.
    let name: String
    let session: UInt32
    let sessionName: String
    /// The stack that it belongs to, 0 for none.
    let stack: UInt32
    let source: ActionSource
    let isUserInitiated: Bool
    let user: AnalyticsEvent.User
    /// The start time, in microseconds since 1970.
    let began: Int64
    /// The start time, on the runtime's clock.
    let start: UInt64
    /// The analytics identifier of the action.
    let analyticsIdentifier: String?
    let attributes: AnalyticsAttributes
    let eligibility: ActivityEligibility
    let activity: ActivityContinuation?
    /// `nil` at its begin.
    var completion: Completion?

    var kinds: HookKinds {
        var kinds: HookKinds = []
        if analyticsIdentifier != nil { kinds.insert(.analytics) }
        if activity != nil { kinds.insert(.activities) }
        return kinds
    }
}

import FiresteelFlags
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
    /// The action.
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
    /// The time at which it began, on the runtime's clock.
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

extension Dispatcher {
    /// Notifies attached readers that an action begins.
    ///
    /// Not inlined, because most performs have no reader.
    @inline(never)
    @usableFromInline
    static func notifyBegin<Performed: ActionDefinition>(
        _ type: Performed.Type, _ input: Performed.Input, _ frame: PerformFrame, _ asked: HookKinds
    ) {
        let action = frame.action
        let clock = frame.session.dispatcher.clock
        let isAnalysed = asked.contains(.analytics)
        let isActivity = asked.contains(.activities)
        let path = ActionPath(feature: action.feature.path, action: action.identifier)
        let routes = isActivity ? frame.session.dispatcher.runtime?.routeStore.table : nil
        frame.session.dispatcher.hooks.began(
            HookedPerform(
                perform: frame.perform, action: path, name: action.name, session: frame.session.identifier,
                sessionName: frame.session.name, stack: frame.stack, source: frame.source,
                isUserInitiated: frame.isUserInitiated,
                user: isAnalysed ? AnalyticsEvent.User(of: frame.session) : .program,
                began: Int64(clamping: clock.wall / 1_000), start: clock.now,
                analyticsIdentifier: isAnalysed ? type.analyticsIdentifier : nil,
                attributes: isAnalysed ? type.analyticsAttributes(of: input) : [:],
                eligibility: isActivity ? type.activityEligibility : [],
                activity: isActivity ? ActivityContinuation(of: type, for: input, at: path, by: routes) : nil))
    }
}

extension AnalyticsEvent.User {
    fileprivate init(of session: ActionSession) {
        guard let context = session.context else {
            self = .program
            return
        }
        let identifier = context.principal?.identifier ?? context.evaluationContext.targetingKey
        self = identifier.map { .identified($0) } ?? .anonymous
    }
}

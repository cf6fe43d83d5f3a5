import FiresteelFlags
import FiresteelTimeline

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
        let isAnalyzed = asked.contains(.analytics)
        let isActivity = asked.contains(.activities)
        let path = ActionPath(feature: action.feature.path, action: action.identifier)
        let routes = isActivity ? frame.session.dispatcher.runtime?.routeStore.table : nil
        frame.session.dispatcher.hooks.began(
            HookedPerform(
                perform: frame.perform, action: path, name: action.name, session: frame.session.identifier,
                sessionName: frame.session.name, stack: frame.stack, source: frame.source,
                isUserInitiated: frame.isUserInitiated,
                user: isAnalyzed ? AnalyticsEvent.User(of: frame.session) : .program,
                began: Int64(clamping: clock.wall / 1_000), start: clock.now,
                analyticsIdentifier: isAnalyzed ? type.analyticsIdentifier : nil,
                attributes: isAnalyzed ? type.analyticsAttributes(of: input) : [:],
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

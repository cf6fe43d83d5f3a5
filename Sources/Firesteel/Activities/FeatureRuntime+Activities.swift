import FiresteelTimeline

extension FeatureRuntime {
    /// Publishes the activities of actions that succeed from now on.
    ///
    /// ```swift
    /// let index = ActivityIndex(file: URL(filePath: "activities.jsonl"))
    /// runtime.publishActivities(to: [index])
    /// ```
    ///
    /// The runtime retains the returned center.
    ///
    /// - Parameters:
    ///   - publishers: The publishers of activities that can be continued.
    ///   - donors: The donors of shortcuts.
    @discardableResult
    public func publishActivities(
        to publishers: [any ActivityPublisher], donatingTo donors: [any ShortcutDonor] = []
    ) -> ActivityCenter {
        let center = ActivityCenter(publishers: publishers, donors: donors, runtime: self)
        dispatcher.hooks.retain(center)
        for case let index as ActivityIndex in publishers {
            index.report(to: RuntimeLink(self).report)
        }
        return center
    }

    /// The activity centers, in the order in which they were attached.
    public var activityCenters: [ActivityCenter] { dispatcher.hooks.retained.compactMap { $0 as? ActivityCenter } }

    /// The known activities: current ones, and those in indexes.
    public var activities: ActivityList {
        let centers = activityCenters
        let indexes = centers.flatMap(\.publishers).compactMap { $0 as? ActivityIndex }
        return ActivityList(current: centers.flatMap(\.current), indexed: indexes.flatMap { $0.recent() })
    }

    /// Continues an activity: performs its action with the input that it was published with.
    ///
    /// It is performed as described in ``perform(_:input:presentedBy:in:)``, with the source `ActionSource.activity`.
    /// The feature may have been removed or changed since the activity was published; then this throws.
    ///
    /// - Parameters:
    ///   - activity: The activity to continue.
    ///   - router: Provides the presenter.
    ///   - session: The session of the perform, unless the router returns another.
    /// - Returns: The outcome of the perform.
    /// - Throws: ``ExternalActionError`` if it was not performed.
    @discardableResult
    public func continueActivity(
        _ activity: PublishedActivity, presentedBy router: any PresentationRouter, in session: ActionSession? = nil
    ) async throws(ExternalActionError) -> ActionOutcome {
        let request = ExternalRequest(activity.action, from: .activity, link: activity.link)
        return try await perform(request, input: try input(of: activity), presentedBy: router, in: session)
    }

    /// Returns the source of the input of an activity's action.
    ///
    /// An activity with a link and without a payload is read by its route.
    private func input(of activity: PublishedActivity) throws(ExternalActionError) -> any ExternalInput {
        if let payload = activity.payload { return JSONInput(payload) }
        guard let link = activity.link else { return JSONInput() }
        do throws(RouteError) {
            let match = try route(link)
            guard match.action == activity.action else { throw RouteError.noRoute(link) }
            return match.input
        } catch {
            throw .link(error)
        }
    }
}

/// The activities of a runtime, for pages and tools.
public struct ActivityList: Sendable {
    /// The current one of each session that has one.
    public let current: [ActivityCenter.Current]
    /// The searchable activities, the most recent first.
    public let indexed: [PublishedActivity]
}

extension PageData {
    /// The activities that can be continued.
    struct Activities: Codable, Sendable, Equatable {
        /// Whether the program records activities.
        var attached: Bool
        /// The current activities, one per session that has one.
        var current: [Activity] = []
        /// The activities that can be found, newest first.
        var index: [Activity] = []
        /// The number of activities that can be found, regardless of the search text.
        var total: Int
    }

    /// An activity that the user can continue.
    struct Activity: Codable, Sendable, Equatable {
        /// The identifier, equal for the same action with the same input.
        ///
        /// The current activity of a session has the session's number before it.
        var id: String
        /// The display title.
        var title: String
        /// The subtitle.
        var subtitle: String?
        /// The search keywords, sorted.
        var keywords: [String] = []
        /// The action's feature.
        var feature: Name
        /// The action that continues the activity.
        var action: ActionName
        /// The session, for a session's current activity.
        var session: SessionName?
        /// The time at which the action succeeded.
        var at: Int64
        /// The eligibility: any of `perform`, `handoff`, `search`, `publicIndex` and `prediction`.
        var eligibility: [String] = []
        /// The current availability of the action.
        var availability: Availability
    }

    /// A selected activity.
    struct ActivityChoice: Codable, Sendable, Equatable {
        /// The activity's identifier, unchanged.
        var id: String
    }
}

extension PageData {
    /// The activities that can be continued.
    public struct Activities: Codable, Sendable, Equatable {
        /// Whether the program records activities.
        public var attached: Bool
        /// The current activities, one per session that has one.
        public var current: [Activity]
        /// The activities that can be found, newest first.
        public var index: [Activity]
        /// The number of activities that can be found, regardless of the search text.
        public var total: Int

        /// Creates a list of activities.
        package init(attached: Bool, current: [Activity] = [], index: [Activity] = [], total: Int) {
            self.attached = attached
            self.current = current
            self.index = index
            self.total = total
        }
    }

    /// An activity that the user can continue.
    public struct Activity: Codable, Sendable, Equatable {
        /// The identifier, equal for the same action with the same input.
        ///
        /// The current activity of a session has the session's number before it.
        public var id: String
        /// The display title.
        public var title: String
        /// The subtitle.
        public var subtitle: String?
        /// The search keywords, sorted.
        public var keywords: [String]
        /// The action's feature.
        public var feature: Name
        /// The action that continues the activity.
        public var action: ActionName
        /// The session, for a session's current activity.
        public var session: SessionName?
        /// The time at which the action succeeded.
        public var at: Int64
        /// The eligibility: any of `perform`, `handoff`, `search`, `publicIndex` and `prediction`.
        public var eligibility: [String]
        /// The current availability of the action.
        public var availability: Availability

        /// Creates an activity.
        package init(
            id: String, title: String, subtitle: String? = nil, keywords: [String] = [], feature: Name,
            action: ActionName, session: SessionName? = nil, at: Int64, eligibility: [String] = [],
            availability: Availability
        ) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.keywords = keywords
            self.feature = feature
            self.action = action
            self.session = session
            self.at = at
            self.eligibility = eligibility
            self.availability = availability
        }
    }

    /// A selected activity.
    public struct ActivityChoice: Codable, Sendable, Equatable {
        /// The activity's identifier, unchanged.
        public var id: String

        /// Creates a selection.
        package init(id: String) {
            self.id = id
        }
    }
}

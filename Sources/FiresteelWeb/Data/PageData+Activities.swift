extension PageData {
    /// What can be continued.
    public struct Activities: Codable, Sendable, Equatable {
        /// Whether the program keeps activities at all.
        public var attached: Bool
        /// The current one of each session that has one.
        public var current: [Activity]
        /// Those that can be found, the newest first.
        public var index: [Activity]
        /// How many can be found in all, whatever the text.
        public var total: Int

        /// Makes one of its values.
        package init(attached: Bool, current: [Activity] = [], index: [Activity] = [], total: Int) {
            self.attached = attached
            self.current = current
            self.index = index
            self.total = total
        }
    }

    /// What somebody did, and can continue.
    public struct Activity: Codable, Sendable, Equatable {
        /// The same for the same action with the same input; with the session's number before it where it is a session's current one.
        public var id: String
        /// What people call it.
        public var title: String
        /// More about it.
        public var subtitle: String?
        /// Words to find it by, sorted.
        public var keywords: [String]
        /// The action's feature.
        public var feature: Name
        /// The action that it continues with.
        public var action: ActionName
        /// The session whose current one it is.
        public var session: SessionName?
        /// When the action succeeded.
        public var at: Int64
        /// `perform`, `handoff`, `search`, `publicIndex`, `prediction`.
        public var eligibility: [String]
        /// Whether it can be continued now.
        public var availability: Availability

        /// Makes one of its values.
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

    /// An activity that is chosen.
    public struct ActivityChoice: Codable, Sendable, Equatable {
        /// Its identifier, as it was given.
        public var id: String

        /// Makes one of its values.
        package init(id: String) {
            self.id = id
        }
    }
}

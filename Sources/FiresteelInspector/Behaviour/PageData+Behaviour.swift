extension PageData {
    /// What people do, action by action.
    struct Behaviour: Codable, Sendable, Equatable {
        /// Whether the program records a timeline.
        var recorded: Bool
        /// The data that the figures are computed from.
        var basis: BehaviourBasis
        /// The number of actions.
        var total: Int
        /// The most performed actions.
        var actions: [BehaviourFigures] = []
    }

    /// The data that figures of behaviour are computed from.
    struct BehaviourBasis: Codable, Sendable, Equatable {
        /// The number of earlier runs that were read.
        var runs: Int
        /// The number of earlier runs that are still to be read.
        var remaining: Int
        /// Whether the earlier runs were read.
        var complete: Bool
        /// The earlier runs that can't be read, with the reasons.
        var unreadable: [String] = []
        /// The number of events, at most, that were overwritten or are damaged.
        var lost: UInt64
        /// The number of performs whose actions aren't counted.
        var uncounted: Int
        /// The number of sessions with steps of users.
        var sessions: Int
    }

    /// The figures of an action.
    struct BehaviourFigures: Codable, Sendable, Equatable {
        /// The path of the action.
        var path: String
        /// The feature.
        var feature: Name
        /// The action.
        var action: ActionName
        /// The number of performs.
        var performs: Int
        /// The number of performs that succeeded.
        var successes: Int
        /// The number of performs that failed.
        var failures: Int
        /// The number of performs that were cancelled.
        var cancellations: Int
        /// The number of performs that were in flight when their run crashed.
        var interruptions: Int
        /// The median duration.
        var took: Int64?
        /// The duration that 95 % of performs are below.
        var slow: Int64?
        /// The mean duration.
        var mean: Int64?
        /// The most certain next action.
        var next: NextStep?
    }

    /// An action that follows another one.
    struct NextStep: Codable, Sendable, Equatable {
        /// The path of the action.
        var path: String
        /// The feature.
        var feature: Name
        /// The action.
        var action: ActionName
        /// The number of times that it followed.
        var count: Int
        /// The number of times that any action followed.
        var observations: Int
        /// The share of the observations.
        var share: Double
        /// The lower end of the share's interval with 95 % confidence.
        var confidence: Double
        /// The current availability for the app's user.
        var availability: Availability
    }

    /// The steps that follow an action.
    struct NextSteps: Codable, Sendable, Equatable {
        /// The steps, the most certain first.
        var next: [NextStep]
    }

    /// A funnel.
    struct Funnel: Codable, Sendable, Equatable {
        /// The steps, in order.
        var steps: [FunnelStep]
    }

    /// A step of a funnel.
    struct FunnelStep: Codable, Sendable, Equatable {
        /// The path of the action.
        var path: String
        /// The feature.
        var feature: Name
        /// The action.
        var action: ActionName
        /// The number of sessions that reached it.
        var sessions: Int
    }
}

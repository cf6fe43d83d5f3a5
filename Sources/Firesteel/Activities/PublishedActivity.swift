import FiresteelBase
public import Foundation

/// An activity that was published: what somebody did, and what it is continued with.
public struct PublishedActivity: Sendable, Hashable, Codable, Identifiable {
    /// The action that it continues with.
    public let action: ActionPath
    /// What people call the action: "Open Document".
    public let actionName: String
    /// What people call it: "Roadmap".
    public let title: String
    /// More about it, in a line.
    public let subtitle: String?
    /// Words to find it by.
    public let keywords: Set<String>
    /// What the action's input is decoded from, as JSON.
    public let payload: Data?
    /// A link that does the same: by the first route of the action that names a scheme or a domain.
    ///
    /// `nil` where there is no such route, and where a link can't say all of the input.
    public let link: String?
    /// What it can be used for.
    ///
    /// With ``ActivityEligibility/prediction`` there is always ``ActivityEligibility/search``.
    public let eligibility: ActivityEligibility
    /// When the action succeeded, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64

    /// An activity.
    public init(
        action: ActionPath, actionName: String, title: String, subtitle: String? = nil, keywords: Set<String> = [],
        payload: Data? = nil, link: String? = nil, eligibility: ActivityEligibility, time: Int64
    ) {
        self.action = action
        self.actionName = actionName
        self.title = title
        self.subtitle = subtitle
        self.keywords = keywords
        self.payload = payload
        self.link = link
        self.eligibility = eligibility.completed
        self.time = time
    }

    /// The activity of a perform that succeeded.
    init(_ perform: HookedPerform, _ activity: ActivityContinuation) {
        self.init(
            action: perform.action, actionName: perform.name, title: activity.content.title,
            subtitle: activity.content.subtitle, keywords: activity.content.keywords,
            payload: activity.content.payload, link: activity.link, eligibility: perform.eligibility,
            time: perform.began + Int64(clamping: (perform.completion?.duration ?? 0) / 1_000))
    }

    /// The same for the same action with the same payload, in every run: the action's path and a hash.
    ///
    /// The link counts where there is no payload.
    public var id: String {
        // Twice from different beginnings, since 64 bits are few for activities of all runs.
        let hash = [FNV1a(), FNV1a(basis: 0x6C62_272E_07BB_0142)].map { start in
            var hash = start
            if let payload {
                hash.take(payload)
            } else if let link {
                hash.take(0xFF)
                hash.take(link.utf8)
            }
            return Hexadecimal.text(hash.value)
        }
        return "\(action.text)?\(hash.joined())"
    }
}

/// Which activities are meant.
public enum ActivitySelection: Sendable, Hashable {
    /// All.
    case all
    /// One, by its ``PublishedActivity/id``.
    case activity(PublishedActivity.ID)
    /// Those of a feature and of the features below it.
    case feature(FeaturePath)

    /// Whether an activity is meant.
    public func contains(_ activity: PublishedActivity) -> Bool { contains(activity.id, of: activity.action.feature) }

    func contains(_ id: @autoclosure () -> PublishedActivity.ID, of feature: FeaturePath) -> Bool {
        switch self {
        case .all: true
        case .activity(let wanted): wanted == id()
        case .feature(let path): feature.isAtOrBelow(path)
        }
    }
}

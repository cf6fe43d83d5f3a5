import FiresteelBase
public import Foundation

/// A published activity: an action that the user performed, and the data to continue it.
public struct PublishedActivity: Sendable, Hashable, Codable, Identifiable {
    /// The action that it continues with.
    public let action: ActionPath
    /// The display name of the action: "Open Document".
    public let actionName: String
    /// The title: "Roadmap".
    public let title: String
    /// More about it, in a line.
    public let subtitle: String?
    /// The search keywords.
    public let keywords: Set<String>
    /// The JSON from which the action's input is decoded.
    public let payload: Data?
    /// An equivalent link, by the first route of the action with a scheme or a domain.
    ///
    /// `nil` if there is no such route, or a link can't express the whole input.
    public let link: String?
    /// The uses of the activity.
    ///
    /// ``ActivityEligibility/prediction`` implies ``ActivityEligibility/search``.
    public let eligibility: ActivityEligibility
    /// The time at which the action succeeded, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64

    /// Creates an activity.
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

    /// Creates the activity of a perform that succeeded.
    init(_ perform: HookedPerform, _ activity: ActivityContinuation) {
        self.init(
            action: perform.action, actionName: perform.name, title: activity.content.title,
            subtitle: activity.content.subtitle, keywords: activity.content.keywords,
            payload: activity.content.payload, link: activity.link, eligibility: perform.eligibility,
            time: perform.began + Int64(clamping: (perform.completion?.duration ?? 0) / 1_000))
    }

    /// An identifier that is equal for the same action with the same payload, in every run: the action's path and a
    /// hash.
    ///
    /// Without a payload, the hash is that of the link.
    public var id: String {
        // Twice from different beginnings, since 64 bits are few for activities of all runs.
        let hash = [FNV1a(), FNV1a(basis: 0x6C62_272E_07BB_0142)].map { start in
            var hash = start
            if let payload {
                hash.write(payload)
            } else if let link {
                hash.write(0xFF)
                hash.write(link.utf8)
            }
            return Hexadecimal.text(hash.value)
        }
        return "\(action.text)?\(hash.joined())"
    }
}

/// A selection of activities.
public enum ActivitySelection: Sendable, Hashable {
    /// All activities.
    case all
    /// One activity, by its ``PublishedActivity/id``.
    case activity(PublishedActivity.ID)
    /// The activities of a feature and its descendants.
    case feature(FeaturePath)

    /// Returns whether an activity is selected.
    public func contains(_ activity: PublishedActivity) -> Bool { contains(activity.id, of: activity.action.feature) }

    func contains(_ id: @autoclosure () -> PublishedActivity.ID, of feature: FeaturePath) -> Bool {
        switch self {
        case .all: true
        case .activity(let wanted): wanted == id()
        case .feature(let path): feature.isAtOrBelow(path)
        }
    }
}

/// A filter and order for performs.
///
/// ```swift
/// var query = TimelineQuery()
/// query.features = ["App/Documents"]
/// query.outcomes = [.failure, .failureClosing]
/// query.limit = 50
/// let performs = timeline.run.performs(query)
/// ```
public struct TimelineQuery: Sendable, Hashable {
    /// Performs that began at this reading of the run's monotonic clock or later, in nanoseconds.
    public var since: UInt64?
    /// Performs that began before this reading.
    public var until: UInt64?
    /// The paths of features whose performs match, including their descendants.
    ///
    /// Empty for all features.
    public var features: [String] = []
    /// Performs of these sessions, such as those of a principal, see ``Run/sessions(ofPrincipal:)``.
    ///
    /// `nil` for all.
    public var sessions: Set<UInt32>?
    /// Performs of sessions with this name.
    public var sessionName: String?
    /// Performs with one of these outcomes.
    ///
    /// Empty for all, with those in flight.
    public var outcomes: Set<Outcome> = []
    /// Whether performs in flight match when ``outcomes`` isn't empty.
    public var includesInFlight = false
    /// The identifiers of the performs that match.
    ///
    /// `nil` for all.
    public var performs: Set<UInt64>?
    /// Whether only user-initiated performs match, or only others; `nil` for both.
    public var isUserInitiated: Bool?
    /// A case-insensitive text that the action, feature, session, input or error must contain.
    public var text: String?
    /// The maximum number of performs: the newest, or with ``Order/oldestFirst`` the oldest.
    public var limit: Int?
    /// The order of the performs, by start time.
    public var order: Order = .newestFirst

    /// An order of performs.
    public enum Order: Sendable, Hashable {
        case newestFirst
        case oldestFirst
    }

    /// Creates a query that matches everything, newest first.
    public init() {}
}

extension TimelineQuery {
    /// Returns whether a perform matches.
    ///
    /// The limit is not considered.
    public func matches(_ perform: PerformRecord) -> Bool {
        if let performs, !performs.contains(perform.id) { return false }
        if let since, perform.began < since { return false }
        if let until, perform.began >= until { return false }
        if let sessions, !sessions.contains(perform.session) { return false }
        if let sessionName, perform.sessionName != sessionName { return false }
        if let isUserInitiated, perform.isUserInitiated != isUserInitiated { return false }
        if !outcomes.isEmpty {
            guard perform.outcome.map(outcomes.contains) ?? (includesInFlight && perform.isInFlight)
            else { return false }
        }
        if !features.isEmpty {
            guard let feature = perform.feature, features.contains(where: feature.isAtOrBelow) else { return false }
        }
        if let text, !text.isEmpty { return matches(text, in: perform) }
        return true
    }

    private func matches(_ text: String, in perform: PerformRecord) -> Bool {
        let needle = TextSearch(text)
        if let action = perform.action {
            if needle.isIn(action.name) || needle.isIn(action.identifier) { return true }
            if let feature = action.feature, needle.isIn(feature.name) || needle.isIn(feature.path) { return true }
        }
        if let name = perform.sessionName, needle.isIn(name) { return true }
        if let input = perform.input, needle.isIn(input) { return true }
        if let error = perform.errorMessage, needle.isIn(error) { return true }
        return perform.errorType.map(needle.isIn) ?? false
    }
}

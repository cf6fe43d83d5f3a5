/// Which performs are wanted.
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
    /// Performs of the features at these paths, or below them.
    ///
    /// Empty for all.
    public var features: [String] = []
    /// Performs of this session.
    public var session: UInt32?
    /// Performs of sessions with this name.
    public var sessionName: String?
    /// Performs with one of these outcomes.
    ///
    /// Empty for all, with those in flight.
    public var outcomes: Set<Outcome> = []
    /// Whether performs in flight are wanted when ``outcomes`` isn't empty.
    public var includesInFlight = false
    /// Only these performs, by their identifiers.
    ///
    /// `nil` for all.
    public var performs: Set<UInt64>?
    /// Only performs that a person asked for, or only others.
    public var isUserInitiated: Bool?
    /// Performs whose action, feature, session, input or error contains this text, whatever its case.
    public var text: String?
    /// At most so many: the newest, or with ``Order/oldestFirst`` the oldest.
    public var limit: Int?
    /// The order in which they come, by when they began.
    public var order: Order = .newestFirst

    /// An order of performs.
    public enum Order: Sendable, Hashable {
        case newestFirst
        case oldestFirst
    }

    /// A query for everything, the newest first.
    public init() {}
}

extension TimelineQuery {
    /// Whether a perform is wanted.
    ///
    /// The limit isn't looked at.
    public func matches(_ perform: PerformRecord) -> Bool {
        if let performs, !performs.contains(perform.id) { return false }
        if let since, perform.began < since { return false }
        if let until, perform.began >= until { return false }
        if let session, perform.session != session { return false }
        if let sessionName, perform.sessionName != sessionName { return false }
        if let isUserInitiated, perform.isUserInitiated != isUserInitiated { return false }
        if !outcomes.isEmpty {
            guard perform.outcome.map(outcomes.contains) ?? includesInFlight else { return false }
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

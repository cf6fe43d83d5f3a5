import FiresteelTimeline

/// The principals of a run's sessions, the newest 100,000.
struct SessionPrincipals {
    private static let limit = 100_000
    private var identifiers: [UInt32: String] = [:]

    subscript(session: UInt32) -> String? { identifiers[session] }

    /// Adds the principal of an event that opens or closes a session.
    mutating func add(_ event: TimelineEvent) {
        guard let principal = event.principal else { return }
        identifiers[event.session] = principal
        guard identifiers.count > Self.limit else { return }
        // Sessions are numbered in the order of their opening.
        for session in identifiers.keys.sorted().prefix(Self.limit / 10) { identifiers[session] = nil }
    }
}

/// The principals that match, by identifier, and those that don't.
struct PrincipalCondition: Hashable, Sendable {
    private let wanted: Set<String>
    private let excluded: Set<String>

    /// Creates a condition; `nil` without principals.
    init?(wanted: [String], excluded: [String]) {
        if wanted.isEmpty && excluded.isEmpty { return nil }
        (self.wanted, self.excluded) = (Set(wanted), Set(excluded))
    }

    /// Returns whether a session's principal meets the condition.
    func isMet(by principal: String?) -> Bool {
        guard let principal else { return wanted.isEmpty }
        return (wanted.isEmpty || wanted.contains(principal)) && !excluded.contains(principal)
    }
}

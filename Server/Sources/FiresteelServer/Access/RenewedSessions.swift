/// Sessions that got another secret on this node, so that requests and streams with the earlier one continue.
struct RenewedSessions: Sendable {
    private struct Renewal {
        let hash: String
        let until: Int64
    }

    private var renewals: [String: Renewal] = [:]
    /// The time that requests under way may use the earlier secret, in milliseconds.
    private static let grace: Int64 = 5_000
    private static let capacity = 1_000

    /// Records that a session has another secret.
    mutating func add(_ earlier: String, as hash: String, at now: Int64) {
        if renewals.count >= Self.capacity { renewals = renewals.filter { $0.value.until > now } }
        if renewals.count >= Self.capacity { renewals = [:] }
        renewals[earlier] = Renewal(hash: hash, until: now + Self.grace)
    }

    /// Returns the hash with which a request with an earlier secret continues, shortly after it was replaced.
    func hash(forRequest hash: String, at now: Int64) -> String {
        guard let renewal = renewals[hash], renewal.until > now else { return hash }
        return renewal.hash
    }

    /// Returns the hash that a session of a stream has now.
    func hash(forStream hash: String) -> String {
        var hash = hash
        // Each renewal makes a new hash, so this ends.
        while let renewal = renewals[hash] { hash = renewal.hash }
        return hash
    }
}

/// The limits on durations by which guards of rollout plans count sessions, by scope and feature.
package struct SlowLimits: Sendable {
    private struct Limit: Sendable, Hashable {
        /// The subject that is counted.
        let subject: String
        /// The first bucket of `DurationHistogram` whose durations are slow.
        let bucket: Int
    }

    private var limits: [Int64: [String: [Limit]]] = [:]

    package init() {}

    /// Adds a limit for the actions of a feature, of the guard of a flag.
    package mutating func add(_ bucket: Int, to feature: String, flag: String, in scope: Int64) {
        let subject = Self.subject(ofFeature: feature, bucket, flag: flag)
        limits[scope, default: [:]][feature, default: []].append(Limit(subject: subject, bucket: bucket))
    }

    /// Returns the subject by which sessions are counted: a feature, the limit and the flag whose variants are compared.
    package static func subject(ofFeature feature: String, _ bucket: Int, flag: String) -> String {
        CountKey.name(CountKey.name(CountKey.feature.key(feature), "\(bucket)"), NameBook.plain(flag))
    }

    /// Returns the flag of a subject, or `nil` if it has another form.
    static func flag(of subject: String) -> String? { CountKey.splitLast(subject)?.last }

    /// Returns whether an action of a feature was slow, by subject, for an action that is drawn at random.
    ///
    /// - Parameters:
    ///   - durations: The durations of the feature's actions, by bucket.
    ///   - draw: A number that is drawn.
    func judged(
        _ durations: [Int: Int], feature: String, in scope: Int64, draw: (_ subject: String) -> UInt64
    ) -> [(subject: String, isSlow: Bool)] {
        guard let own = limits[scope]?[feature], !durations.isEmpty else { return [] }
        return own.map { limit in
            // Forged counts may be large.
            let total = durations.values.reduce(UInt64(0)) { $0 + UInt64(min(max($1, 0), 1 << 40)) }
            var rest = total == 0 ? 0 : draw(limit.subject) % total
            for (bucket, count) in durations.sorted(by: { $0.key < $1.key }) {
                let count = UInt64(min(max(count, 0), 1 << 40))
                if rest < count { return (limit.subject, bucket >= limit.bucket) }
                rest -= count
            }
            return (limit.subject, false)
        }
    }
}

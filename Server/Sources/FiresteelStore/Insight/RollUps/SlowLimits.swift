/// The durations from which an action counts as slow, by scope and feature, as buckets of `DurationHistogram`.
package struct SlowLimits: Sendable {
    private var buckets: [Int64: [String: Set<Int>]] = [:]

    package init() {}

    /// Adds the shortest slow duration of a feature's actions; an empty path is that of all features.
    package mutating func add(_ bucket: Int, to feature: String, in scope: Int64) {
        buckets[scope, default: [:]][feature, default: []].insert(bucket)
    }

    /// Returns the subject by which sessions with slow actions are counted: that of a feature, or an empty one, with the limit.
    package static func subject(_ subject: String, _ bucket: Int) -> String { CountKey.name(subject, "\(bucket)") }

    /// Returns the subjects that durations of a feature's action are slow for.
    func subjects(of durations: [Int: Int], feature: String, in scope: Int64) -> [String] {
        guard let features = buckets[scope], let longest = durations.keys.max() else { return [] }
        let all = (features[""] ?? []).map { ("", $0) }
        let own = (features[feature] ?? []).map { (CountKey.feature.key(feature), $0) }
        return (all + own).filter { $0.1 <= longest }.map { Self.subject($0.0, $0.1) }
    }
}

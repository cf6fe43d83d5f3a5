import FiresteelBase
package import FiresteelDatabase
package import FiresteelFlagAuthoring
import FiresteelStatistics

/// The limits of counts in a phase, so that a few units with very large ones don't decide a comparison.
///
/// Each is the 99 % quantile of the counts above zero of people in as many days before the phase began as units count, at most 28.
/// They are computed once, when the first unit arrives.
package struct ValueCaps: Sendable, Hashable {
    private(set) var limits: [String: Double] = [:]

    /// The people whose sessions are read.
    private static let maximumPeople = 1_000
    private static let maximumDays: Int64 = 28
    /// The number of counts above zero without which there is no limit.
    private static let minimumCounts = 100

    init() {}

    /// Returns the limit of an action.
    func limit(of action: String) -> Double { limits[action] ?? Double(ExperimentUnit.maximumPerforms) }

    /// Returns the limit of a metric in a phase in the unit in which it is shown, `nil` for one without.
    package static func limit(
        of metric: ExperimentMetric, in key: PhaseKey, _ database: any DatabaseConnection
    ) throws -> Double? {
        guard let caps = try stored(key, database).caps else { return nil }
        switch metric.measure {
        case .count: return caps.limits[metric.subject]
        case .amount: return caps.limits[CountKey.name(amount, metric.subject)].map(metric.shown)
        default: return nil
        }
    }

    /// Returns the limit of the sum of an action's amounts, in hundredths.
    func limit(ofAmountOf action: String) -> Double {
        guard !limits.isEmpty else { return UnitMeasures.maximumNumerator }
        return limits[CountKey.name(Self.amount, action)] ?? UnitMeasures.maximumNumerator
    }

    /// The first part of the keys of limits of amounts.
    static let amount = ExperimentMetric.Measure.amount.rawValue

    /// Returns those of a phase, which are computed if they aren't stored.
    static func current(
        _ key: PhaseKey, _ phase: ExperimentPhase, _ database: any DatabaseConnection
    ) throws -> (caps: ValueCaps, isDamaged: Bool) {
        let (stored, isDamaged) = try stored(key, database)
        if let stored { return (stored, false) }
        let caps = try ValueCaps(key, phase, database)
        _ = try database.execute(
            """
            INSERT INTO experiment_phases (scope, experiment, phase, caps) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, experiment, phase) DO UPDATE SET caps = excluded.caps
            """, key.values + [.text(JSONValue.object(caps.limits.mapValues { .double($0) }).json())])
        return (caps, isDamaged)
    }

    /// Returns the stored limits of a phase, `nil` for none and for damaged ones.
    static func stored(
        _ key: PhaseKey, _ database: any DatabaseConnection
    ) throws -> (caps: ValueCaps?, isDamaged: Bool) {
        let row = try database.query(
            "SELECT caps FROM experiment_phases WHERE scope = ? AND experiment = ? AND phase = ?", key.values
        ).first
        guard let row else { return (nil, false) }
        guard let text = try? row.text("caps"), let value = try? JSONValue(json: text.utf8) else { return (nil, true) }
        var caps = ValueCaps()
        for (action, limit) in value.members {
            guard let limit = limit.doubleValue, limit > 0 else { return (nil, true) }
            caps.limits[action] = limit
        }
        return (caps, false)
    }

    private init(_ key: PhaseKey, _ phase: ExperimentPhase, _ database: any DatabaseConnection) throws {
        let metrics = phase.definition.metrics
        let actions = Set(metrics.filter { $0.measure == .count }.map(\.subject))
        let amounts = Set(metrics.filter { $0.measure == .amount }.map(\.subject))
        guard !actions.isEmpty || !amounts.isEmpty else { return }
        let days = min(phase.definition.window ?? Self.maximumDays, Self.maximumDays)
        let period = phase.began - days * InsightTime.day..<phase.began
        var values: [String: [Double]] = [:]
        try PeopleSample(database, scope: key.scope).forEach(limit: Self.maximumPeople) { sessions in
            var sums: [String: Int64] = [:]
            for session in sessions where period.contains(session.began) {
                for action in actions { sums[action, default: 0] += session.facts.actions[action]?.successes ?? 0 }
                for action in amounts {
                    let key = CountKey.name(Self.amount, action)
                    sums[key, default: 0] += min(session.facts.actions[action]?.amount ?? 0, 1 << 40)
                }
            }
            for (action, sum) in sums { values[action, default: []].append(Double(sum)) }
        }
        for (action, values) in values where values.count(where: { $0 > 0 }) >= Self.minimumCounts {
            guard let cap = try ValueCap(of: values) else { continue }
            let isAmount = amounts.contains { CountKey.name(Self.amount, $0) == action }
            let most = isAmount ? UnitMeasures.maximumNumerator : limit(of: action)
            limits[action] = min(cap.limit, most)
        }
    }
}

import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStatistics
import FiresteelStore

/// Reads the results of a phase from its sums, so that the cost doesn't grow with the people.
struct ExperimentReader {
    private let database: any DatabaseConnection
    private let key: PhaseKey
    private let phase: ExperimentPhase
    private let table: SumTable
    private let comparison: ExperimentComparison
    private let names: ActionNames
    private let now: Int64
    /// The most of a person that counts, by metric.
    private let limits: [ExperimentMetric: Double]
    /// Whether the sums may be wrong, because they are counted again.
    private let isRecounting: Bool

    private var definition: ExperimentDefinition { phase.definition }
    private var until: Int64 { phase.ended.map { min($0, now) } ?? now }
    private typealias Comparison = ExperimentResults.Comparison

    /// The maximum number of other actions, and of values of a dimension.
    private static let maximumOthers = 20
    private static let maximumValues = 10
    /// The share of people with several arms beyond which the result is unreliable.
    private static let maximumMixed = 0.01

    init(
        _ database: any DatabaseConnection, scope: Int64, _ phase: ExperimentPhase, names: ActionNames, now: Int64
    ) throws {
        self.database = database
        self.phase = phase
        self.names = names
        self.now = now
        key = PhaseKey(scope: scope, experiment: phase.definition.name, phase: phase.number)
        let (table, damaged) = try SumTable.read(key, in: database)
        // Sums of which some are missing decide nothing; they are counted again with the next message.
        isRecounting = try damaged > 0 || PhaseRecounts.isDue(key, phase, now: now, database)
        if damaged > 0 { DamagedRows.shared.add("experiment_sums", [.int(scope), .text(phase.definition.name)]) }
        self.table = table
        var limits: [ExperimentMetric: Double] = [:]
        for metric in phase.definition.metrics { limits[metric] = try ValueCaps.limit(of: metric, in: key, database) }
        self.limits = limits
        comparison = try ExperimentComparison(
            table, key, phase.definition, until: phase.ended.map { min($0, now) } ?? now)
    }

    func results() throws -> ExperimentResults {
        let people = definition.arms.map { comparison.units($0) }
        let mixed = comparison.units("")
        let total = people.reduce(0, +)
        let ratio = try ExperimentRatio(comparison, definition, definition.hasGroups ? [] : dimensions).ratio
        let isMixed = Double(mixed) > Self.maximumMixed * Double(total + mixed)
        let metrics = self.metrics(areReliable: !ratio.isMismatch && !isMixed && !isRecounting)
        let history = try ExperimentDay.all(key, database)
        let ends = phase.ended ?? phase.began + definition.days * InsightTime.day
        let day = max(0, until - phase.began) / InsightTime.day + 1
        // What was left out since may have been the harm.
        let wasHarmed =
            try phase.ended != nil && phase.excluded.isEmpty
            && ExperimentNotice.sent(about: key, database).contains(.harmed)
        let verdict = ExperimentVerdict(
            metrics, history, began: phase.began, isRecounting: isRecounting, isMismatch: ratio.isMismatch,
            isMixed: isMixed, wasHarmed: wasHarmed, unit: definition.hasGroups ? definition.unit : nil, ratio.sentence)
        return ExperimentResults(
            experiment: definition.name, phase: phase.number, state: phase.ended == nil ? "running" : "ended",
            day: day, started: phase.began, ends: ends, until: until, window: definition.window,
            verdict: verdict.verdict, arms: arms(people), ratio: ratio, bound: try bound(total + mixed),
            isRecounting: isRecounting, mixed: mixed, capped: comparison.capped,
            lost: try lost(), metrics: metrics,
            history: history.map {
                ExperimentResults.Day(day: $0.day, relative: $0.relative, lower: $0.lower, upper: $0.upper)
            }, others: try others(), dimensions: dimensionRows())
    }

    private func arms(_ people: [Int]) -> [ExperimentResults.Arm] {
        let total = people.reduce(0, +)
        let weights = definition.weights.reduce(0, +)
        return definition.arms.indices.map { index in
            ExperimentResults.Arm(
                name: definition.arms[index], people: people[index],
                expected: Double(definition.weights[index]) / Double(weights),
                share: total > 0 ? Double(people[index]) / Double(total) : nil)
        }
    }

    /// The maximum number of people, beyond which no one counts; `nil` before the first one.
    private func bound(_ people: Int) throws -> ExperimentResults.Bound? {
        try PhaseBound(key, phase, database).stored().map { maximum in
            ExperimentResults.Bound(people: maximum, isReached: Int64(people) >= maximum)
        }
    }

    /// The events and messages that programs lost from the start on.
    private func lost() throws -> Int64 {
        let reader = InsightReader(database, scope: key.scope)
        let period = InsightTime.hour(of: phase.began)..<(phase.ended ?? now) + InsightTime.hour
        return try [InsightMeasure.lost, .unsent].reduce(0) { try $0 + reader.counts($1, period).total }
    }

    // MARK: Metrics

    private func metrics(areReliable: Bool) -> [ExperimentResults.Metric] {
        let declared = definition.guardrails.map { ($0, ExperimentResults.Metric.Role.guardrail) }
        let always = ExperimentMetric.always.filter { metric in
            !definition.guardrails.contains { $0.measure == metric.measure && $0.subject == metric.subject }
        }
        let all =
            [(definition.primary, .primary)] + declared + always.map { ($0, .guardrail) }
            + definition.secondary.map { ($0, .secondary) }
        return all.map { metric($0, $1, isReliable: areReliable) }
    }

    private func metric(
        _ metric: ExperimentMetric, _ role: ExperimentResults.Metric.Role, isReliable: Bool
    ) -> ExperimentResults.Metric {
        ExperimentResults.Metric(
            role: role, feature: metric.feature, action: metric.action ?? "", title: title(of: metric),
            measure: metric.measure.rawValue, quantile: metric.quantile, day: metric.day, week: metric.week,
            other: metric.other.map { other in
                .init(feature: other.feature, action: other.action, title: names.name(other.feature, other.action))
            }, limit: limits[metric],
            unit: metric.measure == .amount ? names.unit(metric.feature, metric.action ?? "") : nil,
            direction: metric.direction.rawValue, margin: role == .guardrail ? metric.margin : nil,
            arms: definition.arms.map { ExperimentResults.Value(name: $0, value: value(metric, arm: $0)) },
            comparisons: definition.arms.dropFirst().map { arm in
                let result = self.result(metric, arm: arm)
                return Comparison(
                    arm: arm, relative: result?.relative, lower: result?.interval.lower.finite,
                    upper: result?.interval.upper.finite,
                    verdict: isReliable ? verdict(result, metric, role) : .unreliable)
            })
    }

    /// Returns a value, `nil` before there is one and where sums are damaged.
    private func value(_ metric: ExperimentMetric, arm: String) -> Double? {
        do {
            return try comparison.value(metric, arm: arm)
        } catch {
            DamagedRows.shared.add("experiment_sums", [.int(key.scope), .text("\(metric.subject) \(arm)")])
            return nil
        }
    }

    /// Returns a result, `nil` before there is one and where sums are damaged.
    private func result(
        _ metric: ExperimentMetric, arm: String, dimension: String = ""
    ) -> ExperimentComparison.Result? {
        do {
            return try comparison.result(metric, arm: arm, dimension: dimension)
        } catch {
            DamagedRows.shared.add("experiment_sums", [.int(key.scope), .text("\(metric.subject) \(arm)")])
            return nil
        }
    }

    private func verdict(
        _ result: ExperimentComparison.Result?, _ metric: ExperimentMetric, _ role: ExperimentResults.Metric.Role
    ) -> Comparison.Verdict {
        guard let result, result.isKnown else { return .waiting }
        let interval = result.interval
        if role == .guardrail {
            let harm: NonInferiority.Harm = metric.direction == .increase ? .decrease : .increase
            switch try? NonInferiority(harm: harm, margin: metric.margin).verdict(interval) {
            case .held: return .within
            case .violated: return .beyond
            case .open, nil: return .inconclusive
            }
        }
        guard !interval.contains(0) else { return .inconclusive }
        return (interval.lower > 0) == (metric.direction == .increase) ? .better : .worse
    }

    private func title(of metric: ExperimentMetric) -> String {
        if let action = metric.action { return names.name(metric.feature, action) }
        return switch metric.measure {
        case .exits: "Abnormal exits"
        case .retention: (metric.day != nil || metric.week != nil) ? "Return" : "Return on a later day"
        default: "Failures of all actions"
        }
    }

    // MARK: What else changed

    private func others() throws -> [ExperimentResults.Other] {
        // The groups of other actions aren't summed.
        guard !definition.hasGroups else { return [] }
        let declared = Set(
            ([definition.primary] + definition.secondary + definition.guardrails)
                .filter { $0.measure == .count }.map(\.subject))
        let subjects = Set(
            table.sums.keys.filter { $0.measure == ExperimentMetric.Measure.count.rawValue && $0.dimension.isEmpty }
                .map(\.subject)
        ).subtracting(declared).sorted()
        var found: [(other: ExperimentResults.Other, pValue: Double)] = []
        for subject in subjects {
            let (feature, action) = CountKey.parts(of: subject)
            let metric = ExperimentMetric(.count, feature: feature, action: action)
            for arm in definition.arms.dropFirst() {
                let result = self.result(metric, arm: arm)
                found.append(
                    (
                        ExperimentResults.Other(
                            feature: feature, action: action, title: names.name(feature, action), arm: arm,
                            relative: result?.relative, lower: result?.interval.lower.finite,
                            upper: result?.interval.upper.finite), result?.pValue ?? 1
                    ))
            }
        }
        let adjusted = try FalseDiscoveryRate.adjusted(found.map(\.pValue))
        let named = zip(found, adjusted).filter { $1 <= 0.05 }.sorted {
            ($0.1, $0.0.other.title) < ($1.1, $1.0.other.title)
        }
        return named.prefix(Self.maximumOthers).map(\.0.other)
    }

    // MARK: Dimensions

    /// The values of dimensions that have most people, as ``SumTable`` has them.
    private var dimensions: [ExperimentDimension] {
        let known = Set(
            table.sums.keys.filter { $0.measure == SumTable.units && !$0.dimension.isEmpty }.map(\.dimension))
        let all = known.compactMap { key in
            ExperimentDimension(key, people: definition.arms.map { comparison.units($0, dimension: key) })
        }
        return ExperimentDimension.Kind.allCases.flatMap { kind in
            all.filter { $0.kind == kind }.sorted { ($1.total, $0.value) < ($0.total, $1.value) }
                .prefix(Self.maximumValues)
        }
    }

    private func dimensionRows() -> [ExperimentResults.Dimension] {
        dimensions.map { dimension in
            let result = self.result(definition.primary, arm: definition.arms[1], dimension: dimension.key)
            return ExperimentResults.Dimension(
                dimension: dimension.kind.rawValue, value: dimension.value, people: dimension.people,
                relative: result?.relative, lower: result?.interval.lower.finite, upper: result?.interval.upper.finite)
        }
    }
}

extension Double {
    /// The number, or `nil` for an infinite one.
    var finite: Double? { isFinite ? self : nil }
}

import FiresteelFlagAuthoring

/// The values of a unit that are summed, within the limits.
struct UnitMeasures {
    private let values: UnitValues
    private let caps: ValueCaps

    init(_ values: UnitValues, _ caps: ValueCaps) {
        self.values = values
        self.caps = caps
    }

    /// The measures that are summed of every action.
    static let ofActions: [ExperimentMetric.Measure] = [
        .conversion, .count, .amount, .failureRate, .duration, .retention,
    ]
    /// The measures that are summed of everything.
    static let ofAll: [ExperimentMetric.Measure] = [.exits, .failureRate, .retention]

    /// Returns the change of a measure of everything.
    func change(_ measure: ExperimentMetric.Measure, since other: UnitMeasures) -> ExperimentSums {
        var value = value(ofAll: measure)
        value.add(other.value(ofAll: measure), times: -1)
        return value
    }

    /// Calls a function with the actions whose counts changed, and the counts before and now.
    func forEachChange(
        since other: UnitMeasures, _ body: (String, _ before: UnitValues.Counts?, _ now: UnitValues.Counts?) -> Void
    ) {
        for (action, counts) in values.actions {
            let before = other.values.actions[action]
            if counts != before { body(action, before, counts) }
        }
        for (action, before) in other.values.actions where values.actions[action] == nil { body(action, before, nil) }
    }

    /// Adds the changes of an action to sums, which are in the order of ``ofActions``.
    func add(
        _ action: String, before: UnitValues.Counts?, now: UnitValues.Counts?, times factor: Double,
        to sums: inout [ExperimentSums]
    ) {
        let limits = (caps.limit(of: action), caps.limit(ofAmountOf: action))
        for (index, measure) in Self.ofActions.enumerated() {
            if let now { sums[index].add(Self.value(measure, now, limits), times: factor) }
            if let before { sums[index].add(Self.value(measure, before, limits), times: -factor) }
        }
    }

    /// Returns the change of the value of a metric, `nil` for one whose value is a distribution.
    func change(of metric: SummedMetric, since other: UnitMeasures) -> ExperimentSums? {
        guard var value = value(of: metric) else { return nil }
        value.add(other.value(of: metric) ?? ExperimentSums(), times: -1)
        return value
    }

    /// Returns the value of a metric, `nil` for one whose value is a distribution.
    func value(of summed: SummedMetric) -> ExperimentSums? {
        let metric = summed.metric
        switch metric.measure {
        case .timeTo: return nil
        case .duration where metric.quantile != nil: return nil
        case .rate:
            let base = summed.other.flatMap { values.actions[$0]?.successes } ?? 0
            func limited(_ count: Int64) -> Double { Double(min(count, ExperimentUnit.maximumPerforms)) }
            return ExperimentSums(limited(values.actions[summed.action]?.successes ?? 0), per: limited(base))
        case .sequence:
            guard let own = values.actions[summed.action], own.first > 0,
                let next = summed.other.flatMap({ values.actions[$0] })
            else { return ExperimentSums() }
            return ExperimentSums(next.last > own.first ? 1 : 0)
        case .retention where metric.isByDay:
            let days = metric.action == nil ? values.days : values.actions[summed.action]?.days ?? 0
            let first = metric.week.map { 7 * $0 } ?? metric.day ?? 0
            let mask = (Int64(1) << (metric.week == nil ? 1 : 7) - 1) << first
            return ExperimentSums(days & mask == 0 ? 0 : 1)
        default: return value(metric.measure, of: summed.subject)
        }
    }

    /// Returns the counts of the action that a metric is about.
    func counts(of metric: SummedMetric) -> UnitValues.Counts? { values.actions[metric.action] }

    /// Returns the value of a measure of an action, or of everything with an empty subject.
    private func value(_ measure: ExperimentMetric.Measure, of subject: String) -> ExperimentSums {
        guard !subject.isEmpty else { return value(ofAll: measure) }
        guard let counts = values.actions[subject] else { return ExperimentSums() }
        return Self.value(measure, counts, (caps.limit(of: subject), caps.limit(ofAmountOf: subject)))
    }

    /// Returns the value of a measure of an action with some counts, within the limits of counts and of amounts.
    private static func value(
        _ measure: ExperimentMetric.Measure, _ counts: UnitValues.Counts, _ limits: (count: Double, amount: Double)
    ) -> ExperimentSums {
        switch measure {
        case .conversion:
            return ExperimentSums(counts.successes > 0 ? 1 : 0, before: counts.before > 0 ? 1 : 0)
        case .count:
            let before = min(Double(counts.before), limits.count)
            return ExperimentSums(min(Double(counts.successes), limits.count), before: before)
        case .amount:
            let before = min(Double(counts.amountBefore), limits.amount)
            return ExperimentSums(min(Double(counts.amount), limits.amount), before: before)
        case .failureRate: return Self.ratio(counts.failures, per: counts.performs)
        case .duration: return Self.ratio(counts.microseconds, per: counts.timed, unit: 1_000)
        case .retention: return ExperimentSums(counts.returns > 0 ? 1 : 0)
        case .exits, .rate, .timeTo, .sequence: return ExperimentSums()
        }
    }

    private func value(ofAll measure: ExperimentMetric.Measure) -> ExperimentSums {
        switch measure {
        case .exits:
            return ExperimentSums(values.exits > 0 ? 1 : 0, before: values.exitsBefore > 0 ? 1 : 0)
        case .retention: return ExperimentSums(values.returns > 0 ? 1 : 0)
        case .failureRate:
            let all = values.actions.values
            return Self.ratio(all.reduce(0) { $0 + $1.failures }, per: all.reduce(0) { $0 + $1.performs })
        default: return ExperimentSums()
        }
    }

    /// The largest numerator, some 18 hours in milliseconds: its square leaves the digits of others in their sum.
    static let maximumNumerator = 0x1p26

    /// Returns the sums of a ratio, with at most ``ExperimentUnit/maximumPerforms`` as the denominator.
    private static func ratio(_ numerator: Int64, per denominator: Int64, unit: Double = 1) -> ExperimentSums {
        guard denominator > 0 else { return ExperimentSums() }
        let (amount, limit) = (Double(numerator) / unit, Double(ExperimentUnit.maximumPerforms))
        let factor = min(1, limit / Double(denominator), maximumNumerator / max(1, amount))
        // Whole numbers, whose sums have no rounding.
        return ExperimentSums((amount * factor).rounded(), per: max(1, (Double(denominator) * factor).rounded()))
    }
}

import FiresteelFlagAuthoring

/// The sums of the units of an arm, before they are written.
///
/// Sums of which each unit has many are in lists, since looking each up takes most of the time of counting.
struct ArmSums: Sendable {
    /// The identity of sums within an arm, as ``SumTable/Key`` has it.
    struct Key: Hashable {
        var dimension = ""
        var subject = ""
        var measure = ""
    }

    private var known: [Key: ExperimentSums] = [:]
    /// The sums of actions in the order of ``UnitMeasures/ofActions``.
    private var actions: [String: [ExperimentSums]] = [:]
    /// The sums of durations in the order of ``DurationSums/suffixes``.
    private var durations: [Key: [ExperimentSums]] = [:]

    private static let noActions = UnitMeasures.ofActions.map { _ in ExperimentSums() }
    private static let noDurations = DurationSums.suffixes.map { _ in ExperimentSums() }

    /// Calls a function with the sums that aren't zero.
    func forEach(_ body: (Key, ExperimentSums) -> Void) {
        for (key, value) in known where !value.isZero { body(key, value) }
        for (action, values) in actions {
            for (measure, value) in zip(UnitMeasures.ofActions, values) where !value.isZero {
                body(Key(subject: action, measure: measure.rawValue), value)
            }
        }
        for (key, values) in durations {
            for (suffix, value) in zip(DurationSums.suffixes, values) where !value.isZero {
                body(Key(dimension: key.dimension, subject: key.subject, measure: key.measure + suffix), value)
            }
        }
    }

    private mutating func add(_ value: ExperimentSums, _ key: Key, times factor: Double) {
        if !value.isZero { known[key, default: ExperimentSums()].add(value, times: factor) }
    }

    /// Adds the sums of a unit, or subtracts them with a factor of -1; see ``SumTable``.
    mutating func add(
        _ unit: ExperimentUnit, since former: UnitValues?, in phase: ExperimentPhase, caps: ValueCaps,
        times factor: Double
    ) {
        let isNew = former == nil
        let one = ExperimentSums(1)
        if isNew { add(one, Key(measure: SumTable.units), times: factor) }
        guard unit.exposure.arm != nil else { return }
        if isNew, unit.isCapped { add(one, Key(measure: SumTable.capped), times: factor) }
        let (measured, before) = (UnitMeasures(unit.values, caps), UnitMeasures(former ?? UnitValues(), caps))
        for measure in UnitMeasures.ofAll {
            add(measured.change(measure, since: before), Key(measure: measure.rawValue), times: factor)
        }
        measured.forEachChange(since: before) { action, before, now in
            measured.add(action, before: before, now: now, times: factor, to: &actions[action, default: Self.noActions])
        }
        let day = phase.isByDay ? Self.day(of: unit.exposure) : ""
        for metric in phase.namedMetrics {
            addNamed(metric, measured, since: before, day: metric.metric.isByDay ? day : "", times: factor)
        }
        if let group = unit.exposure.group {
            let dimension = SumTable.group(group)
            if isNew { add(one, Key(dimension: dimension, measure: SumTable.units), times: factor) }
            for metric in phase.groupedMetrics {
                guard let value = measured.change(of: metric, since: before) else { continue }
                add(value.parts, Key(metric, dimension: dimension), times: factor)
            }
        }
        if isNew, phase.isByDay { add(one, Key(dimension: day, measure: SumTable.units), times: factor) }
        let primary = phase.primary
        // The value by dimension of what is summed by day, by bucket or by group would take as many sums for each.
        let isApart = primary.metric.isByDay || phase.definition.hasGroups
        let value = isApart ? nil : measured.change(of: primary, since: before)
        guard isNew || value?.isZero == false else { return }
        for dimension in Self.dimensions(of: unit.exposure) {
            if isNew { add(one, Key(dimension: dimension, measure: SumTable.units), times: factor) }
            if let value { add(value, Key(primary, dimension: dimension), times: factor) }
        }
    }

    /// Adds the change of a metric that is summed only where an experiment names it.
    private mutating func addNamed(
        _ metric: SummedMetric, _ measured: UnitMeasures, since before: UnitMeasures, day: String, times factor: Double
    ) {
        let key = Key(metric, dimension: day)
        if let change = measured.change(of: metric, since: before) { return add(change, key, times: factor) }
        let (now, former) = (measured.counts(of: metric), before.counts(of: metric))
        guard metric.metric.measure == .duration else {
            guard now?.first != former?.first else { return }
            for (counts, sign) in [(now, 1.0), (former, -1.0)] {
                guard let bucket = counts.flatMap({ FirstSuccessTimes.bucket(of: $0.first) }) else { continue }
                var bucketKey = key
                bucketKey.measure = metric.metric.sumMeasure(bucket: bucket)
                add(ExperimentSums(1), bucketKey, times: sign * factor)
            }
            return
        }
        guard now?.durations != former?.durations else { return }
        for (counts, sign) in [(now, 1.0), (former, -1.0)] {
            guard let counts, !counts.durations.isEmpty else { continue }
            DurationSums(counts.durations).add(to: &durations[key, default: Self.noDurations], times: sign * factor)
        }
    }

    /// The dimension of the day of an exposure.
    private static func day(of exposure: UnitExposure) -> String {
        SumTable.exposureDay + String(InsightTime.day(of: exposure.time) / InsightTime.day)
    }

    private static func dimensions(of exposure: UnitExposure) -> [String] {
        [
            SumTable.version + exposure.version, CountKey.system.key(exposure.system),
            CountKey.device.key(exposure.device),
        ]
    }
}

extension ArmSums.Key {
    fileprivate init(_ metric: SummedMetric, dimension: String) {
        self.init(dimension: dimension, subject: metric.subject, measure: metric.sumMeasure)
    }
}

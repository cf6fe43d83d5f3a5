/// The values of a unit that are summed, within the limits.
struct UnitMeasures {
    private let values: UnitValues
    private let caps: ValueCaps

    init(_ values: UnitValues, _ caps: ValueCaps) {
        self.values = values
        self.caps = caps
    }

    /// All values that may differ from zero.
    var all: [(subject: String, measure: ExperimentMetric.Measure, value: ExperimentSums)] {
        var all: [(subject: String, measure: ExperimentMetric.Measure, value: ExperimentSums)] = []
        for measure in [ExperimentMetric.Measure.exits, .failureRate, .retention] {
            all.append(("", measure, value(measure, of: "")))
        }
        for action in values.actions.keys {
            for measure in ExperimentMetric.Measure.allCases where measure != .exits {
                all.append((action, measure, value(measure, of: action)))
            }
        }
        return all
    }

    /// Returns the value of a measure of an action, or of everything with an empty subject.
    func value(_ measure: ExperimentMetric.Measure, of subject: String) -> ExperimentSums {
        guard !subject.isEmpty else { return value(ofAll: measure) }
        guard let counts = values.actions[subject] else { return ExperimentSums() }
        switch measure {
        case .conversion:
            return ExperimentSums(counts.successes > 0 ? 1 : 0, before: counts.before > 0 ? 1 : 0)
        case .count:
            let cap = caps.limit(of: subject)
            return ExperimentSums(min(Double(counts.successes), cap), before: min(Double(counts.before), cap))
        case .failureRate: return Self.ratio(counts.failures, per: counts.performs)
        case .duration: return Self.ratio(counts.microseconds, per: counts.timed, unit: 1_000)
        case .retention: return ExperimentSums(counts.returns > 0 ? 1 : 0)
        case .exits: return ExperimentSums()
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
        case .conversion, .count, .duration: return ExperimentSums()
        }
    }

    /// The largest numerator, some 18 hours in milliseconds: its square leaves the digits of others in their sum.
    private static let maximumNumerator = 0x1p26

    /// Returns the sums of a ratio, with at most ``ExperimentUnit/maximumPerforms`` as the denominator.
    private static func ratio(_ numerator: Int64, per denominator: Int64, unit: Double = 1) -> ExperimentSums {
        guard denominator > 0 else { return ExperimentSums() }
        let (amount, limit) = (Double(numerator) / unit, Double(ExperimentUnit.maximumPerforms))
        let factor = min(1, limit / Double(denominator), maximumNumerator / max(1, amount))
        // Whole numbers, whose sums have no rounding.
        return ExperimentSums((amount * factor).rounded(), per: max(1, (Double(denominator) * factor).rounded()))
    }
}

package import FiresteelFlagAuthoring

extension ExperimentMetric {
    /// The guardrails that every experiment has: abnormal exits, and failures of all actions.
    package static let always = [ExperimentMetric(.exits), ExperimentMetric(.failureRate)]

    /// The subject of its sums: the actions as they are counted, or an empty text for everything.
    package var subject: String {
        guard let action else { return "" }
        let own = CountKey.name(NameBook.plain(feature), NameBook.plain(action))
        return other.map { CountKey.name(own, Self.subject(of: $0)) } ?? own
    }

    /// The action that the metric is about, as it is counted.
    var actionSubject: String {
        action.map { CountKey.name(NameBook.plain(feature), NameBook.plain($0)) } ?? ""
    }

    /// The other action, as it is counted.
    var otherSubject: String? { other.map(Self.subject) }

    private static func subject(of action: Action) -> String {
        CountKey.name(NameBook.plain(action.feature), NameBook.plain(action.action))
    }

    /// The measure of its sums.
    ///
    /// With durations or times, it is the first part of the measures of buckets.
    var sumMeasure: String {
        switch measure {
        case .duration where quantile != nil: "durations"
        case .retention where day != nil: "retention:d\(day ?? 0)"
        case .retention where week != nil: "retention:w\(week ?? 0)"
        default: measure.rawValue
        }
    }

    /// Returns the measure of the sums of a bucket.
    func sumMeasure(bucket: Int) -> String { "\(sumMeasure):\(bucket)" }

    /// Whether the value is a ratio of two sums.
    package var isRatio: Bool {
        measure == .failureRate || measure == .rate || (measure == .duration && quantile == nil)
    }

    /// Returns a value in the unit in which it is shown: amounts are summed in hundredths.
    package func shown(_ value: Double) -> Double { measure == .amount ? value / 100 : value }

    /// Whether sums are apart by the day of the exposure, because the value of a unit isn't known at once.
    var isByDay: Bool { measure == .timeTo || (measure == .retention && (day != nil || week != nil)) }

    /// Whether it is summed only where an experiment names it: others are summed of all actions.
    var isSummedByName: Bool { isByDay || quantile != nil || measure == .rate || measure == .sequence }
}

/// A metric with the names of its sums, which each unit needs.
struct SummedMetric: Sendable, Hashable {
    let metric: ExperimentMetric
    let subject: String
    /// The action that the metric is about, and the other one, as they are counted.
    let action: String
    let other: String?
    let sumMeasure: String

    init(_ metric: ExperimentMetric) {
        self.metric = metric
        subject = metric.subject
        action = metric.actionSubject
        other = metric.otherSubject
        sumMeasure = metric.sumMeasure
    }
}

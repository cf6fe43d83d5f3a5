package import FiresteelDatabase
import FiresteelFlagAuthoring
package import FiresteelStatistics

/// Whether the effect of an experiment depends on others that ran at the same time: the primary metric of people who are in both,
/// by their arms in both.
package struct ExperimentInteractions: Sendable {
    /// The dependence of one arm's difference on an arm of another experiment.
    package struct Found: Sendable {
        package let experiment: String
        package let phase: Int64
        /// The arm, and that of the other experiment, each compared with its control.
        package let arm, otherArm: String
        /// The relative differences of the arm for people with the other experiment's arm, and for those with its control.
        package let with, without: Double
        /// The probability of such a dependence by chance, corrected for all comparisons.
        package let probability: Double
    }

    /// The people who are read at most: the first by their pseudonyms, which are random.
    package static let maximumPeople = 20_000
    /// The other experiments that are compared at most, the newest ones.
    private static let maximumOthers = 20
    private static let page: Int64 = 500
    private static let error = 0.05

    /// The arms of a person in both experiments.
    private struct Cell: Hashable {
        let other: PhaseKey
        let arm, otherArm: String
    }

    private let key: PhaseKey
    private let phase: ExperimentPhase
    private let others: [PhaseKey: ExperimentPhase]
    private var ratios: [Cell: RatioSummary] = [:]
    private var means: [Cell: MeanSummary] = [:]
    /// The number of people of the experiment who were read.
    private var read = 0
    /// The number of those who are in another one as well.
    package private(set) var people = 0

    /// Whether the primary metric can be compared: it is a mean or a ratio of people that is known at once.
    package static func canCompare(_ definition: ExperimentDefinition) -> Bool {
        !definition.hasGroups && !definition.primary.isByDay && definition.primary.quantile == nil
    }

    /// Creates empty comparisons.
    ///
    /// - Parameters:
    ///   - key: The phase.
    ///   - phases: The phases of all experiments of its environment, this one included.
    package init?(_ key: PhaseKey, among phases: [ExperimentPhase]) {
        func isOwn(_ phase: ExperimentPhase) -> Bool { phase.definition.name == key.experiment }
        guard let own = phases.first(where: { isOwn($0) && $0.number == key.phase }) else { return nil }
        self.key = key
        phase = own
        let overlapping = phases.filter { other in
            // Experiments of one layer share no people.
            !isOwn(other) && other.definition.layer != own.definition.layer && other.began < own.ended ?? .max
                && own.began < other.ended ?? .max
        }
        others = Dictionary(
            overlapping.sorted { $0.began > $1.began }.prefix(Self.maximumOthers).map { (PhaseKey(key.scope, $0), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether any other experiment ran at the same time.
    package var hasOthers: Bool { !others.isEmpty }

    /// Adds the people whose names are after another one, and returns the name of the last one, `nil` if there are no more.
    package mutating func add(after name: String, _ database: any DatabaseConnection) throws -> String? {
        let rows = try database.query(
            """
            SELECT * FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ? AND person > ?
            ORDER BY person LIMIT ?
            """, key.values + [.text(name), .int(Self.page)])
        let units = rows.compactMap { try? ExperimentUnit($0) }.filter { $0.exposure.arm != nil }
        read += units.count
        var inBoth: Set<String> = []
        let values = Dictionary(units.map { ($0.key.person, $0) }, uniquingKeysWith: { first, _ in first })
        let names = values.keys.sorted().map { PersonSessions.Person(scope: key.scope, name: $0) }
        let (caps, _) = try ValueCaps.stored(key, database)
        for row in try RowBatch.select(
            "t.scope, t.person, t.experiment, t.phase, t.arm", from: ExperimentUnit.table,
            keys: PersonSessions.Person.columns, names.map(\.values), database)
        {
            guard let other = try? ExperimentUnit.key(of: row), others[other.phase] != nil,
                let arm = try? row.text("arm"), !arm.isEmpty, let unit = values[other.person]
            else { continue }
            inBoth.insert(other.person)
            try add(unit, caps ?? ValueCaps(), Cell(other: other.phase, arm: unit.exposure.arm ?? "", otherArm: arm))
        }
        people += inBoth.count
        guard Int64(rows.count) == Self.page, read < Self.maximumPeople else { return nil }
        return rows.lastPerson
    }

    private mutating func add(_ unit: ExperimentUnit, _ caps: ValueCaps, _ cell: Cell) throws(StatisticsError) {
        let value = UnitMeasures(unit.values, caps).value(of: phase.primary) ?? ExperimentSums()
        if phase.definition.primary.isRatio {
            try ratios[cell, default: .none].add(value.x, per: value.y)
        } else {
            try means[cell, default: .none].add(value.x)
        }
    }

    private func estimate(_ cell: Cell) -> MeanEstimate? {
        phase.definition.primary.isRatio ? ratios[cell]?.estimate : means[cell].flatMap(MeanEstimate.init)
    }

    /// The dependences that are certain, the most certain first.
    ///
    /// The difference between two relative differences, with the interval that holds at all times and one correction over all arms of all
    /// other experiments (Benjamini and Hochberg).
    package func found() throws(StatisticsError) -> [Found] {
        var all: [(found: Found, pValue: Double)] = []
        let arms = phase.definition.arms
        for (other, otherPhase) in others {
            let otherArms = otherPhase.definition.arms
            for arm in arms.dropFirst() {
                for otherArm in otherArms.dropFirst() {
                    let cells = [(arm, otherArm), (arms[0], otherArm), (arm, otherArms[0]), (arms[0], otherArms[0])]
                        .map { estimate(Cell(other: other, arm: $0.0, otherArm: $0.1)) }
                    guard let one = Self.dependence(cells.compactMap { $0 }) else { continue }
                    all.append(
                        (
                            Found(
                                experiment: other.experiment, phase: other.phase, arm: arm, otherArm: otherArm,
                                with: one.with, without: one.without, probability: 1), one.pValue
                        ))
                }
            }
        }
        let adjusted = try FalseDiscoveryRate.adjusted(all.map(\.pValue))
        return zip(all, adjusted).filter { $1 <= Self.error }.sorted { $0.1 < $1.1 }.map { one, probability in
            Found(
                experiment: one.found.experiment, phase: one.found.phase, arm: one.found.arm,
                otherArm: one.found.otherArm, with: one.found.with, without: one.found.without,
                probability: probability)
        }
    }

    /// Returns the difference between two relative differences, of four cells that are large enough.
    ///
    /// Two effects that multiply don't depend on each other.
    private static func dependence(
        _ cells: [MeanEstimate]
    ) -> (with: Double, without: Double, pValue: Double)? {
        guard cells.count == 4, let sequence = try? AsymptoticSequence(confidence: 1 - error) else { return nil }
        guard cells.allSatisfy({ $0.effectiveCount >= sequence.minimumEffectiveCount }),
            let with = MeanComparison(cells[0], to: cells[1], scale: .relative),
            let without = MeanComparison(cells[2], to: cells[3], scale: .relative)
        else { return nil }
        let error = (with.standardError * with.standardError + without.standardError * without.standardError)
            .squareRoot()
        guard error > 0 else { return nil }
        let pValue = sequence.pValue(
            estimate: with.estimate - without.estimate, standardError: error, count: with.count + without.count)
        return (with: with.estimate, without: without.estimate, pValue: pValue)
    }
}

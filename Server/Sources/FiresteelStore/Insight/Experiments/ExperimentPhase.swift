import FiresteelBase
package import FiresteelDatabase
package import FiresteelFlagAuthoring
import FiresteelInsight

/// A phase of an experiment: the time in which its definition was the same.
package struct ExperimentPhase: Sendable, Hashable {
    /// The definition as the last version of the phase has it.
    package let definition: ExperimentDefinition
    /// The time at which it began, in milliseconds since 1970.
    package let began: Int64
    /// The time at which it ended, `nil` while it runs.
    package let ended: Int64?
    /// The sessions that don't count.
    package let excluded: [ExperimentExclusion]
    /// The arms by their variants, as facts of sessions have them.
    let armsByVariant: [String: String]
    /// The variants by their arms.
    let variants: [String: String]
    /// The metrics that are summed because the experiment names them, by what they have in common: quantiles have the same sums.
    let namedMetrics: [SummedMetric]
    /// The metrics that are summed by group, where a unit may have several people.
    let groupedMetrics: [SummedMetric]
    let primary: SummedMetric
    /// Whether sums are apart by the day of the exposure.
    let isByDay: Bool

    init(_ definition: ExperimentDefinition, began: Int64, ended: Int64?, excluded: [ExperimentExclusion] = []) {
        self.definition = definition
        self.began = began
        self.ended = ended
        self.excluded = excluded
        let variants = definition.arms.map { (arm: $0, variant: definition.variant(of: $0)) }
        armsByVariant = Dictionary(variants.map { ($0.variant, $0.arm) }, uniquingKeysWith: { first, _ in first })
        self.variants = Dictionary(variants.map { ($0.arm, $0.variant) }, uniquingKeysWith: { first, _ in first })
        namedMetrics = Self.unique(definition.metrics.filter(\.isSummedByName))
        groupedMetrics = definition.hasGroups ? Self.unique(definition.metrics + ExperimentMetric.always) : []
        primary = SummedMetric(definition.primary)
        isByDay = namedMetrics.contains(where: \.metric.isByDay)
    }

    /// Returns metrics without those that have the same sums as another one.
    private static func unique(_ metrics: [ExperimentMetric]) -> [SummedMetric] {
        Array(
            Dictionary(
                metrics.map(SummedMetric.init).map { (CountKey.name($0.sumMeasure, $0.subject), $0) },
                uniquingKeysWith: { first, _ in first }
            ).values)
    }

    package var number: Int64 { definition.phase }

    /// Whether messages of the phase may still arrive.
    package func isOpen(at now: Int64) -> Bool { Self.isOpen(ended, at: now) }

    static func isOpen(_ ended: Int64?, at now: Int64) -> Bool {
        ended.map { now - $0 < PreparedMessage.longestDelay } ?? true
    }

    /// Whether a session doesn't count.
    func excludes(_ session: StoredSession) -> Bool {
        excluded.contains { $0.contains(version: session.slice.version, began: session.began) }
    }

    /// The tolerance for exposures that programs claim to be from before the phase.
    private static let tolerance = InsightTime.hour

    /// Returns the exposures of a session to the phase, by arm.
    func exposures(in facts: SessionFacts, began sessionBegan: Int64) -> [(arm: String, group: Int?, time: Int64)] {
        guard !facts.exposed.isEmpty else { return [] }
        return armsByVariant.compactMap { variant, arm in
            guard let exposed = facts.exposed[variant] else { return nil }
            let time = exposed.time ?? sessionBegan
            guard time >= began - Self.tolerance, ended.map({ time < $0 }) ?? true else { return nil }
            // Programs report an arm with its group, so others are invented.
            guard !definition.hasGroups || exposed.group.map((0..<FlagExperiment.groups).contains) == true else {
                return nil
            }
            return (arm, definition.hasGroups ? exposed.group : nil, time)
        }
    }
}

extension ExperimentDefinition {
    /// Returns the variant of an arm, as facts of sessions and counts have it.
    package func variant(of arm: String) -> String {
        let variant = ExperimentVariant(experiment: name, phase: Int(phase), arm: arm).variant
        return CountKey.name(NameBook.plain(flag), NameBook.plain(variant))
    }
}

extension ExperimentPhase {
    /// Returns the phases of all experiments of a program, by environment, and within it by experiment and number.
    ///
    /// A phase began with the change that wrote its first version, and ended with the one that wrote the first version that is another
    /// phase, or no longer runs. Versions that can't be read are left out.
    package static func all(of program: String, _ database: any DatabaseConnection) throws -> [String:
        [ExperimentPhase]]
    {
        var phases: [String: [ExperimentPhase]] = [:]
        var history = ExperimentHistory()
        for row in try database.query(
            """
            SELECT v.environment, v.name, v.value, c.time FROM item_versions v
            JOIN changes c ON c.program = v.program AND c.number = v.change
            WHERE v.program = ? AND v.kind = ? ORDER BY v.environment, v.name, v.change
            """, .text(program), .text(ExperimentDefinition.kind))
        {
            guard let environment = try? row.text("environment"), let name = try? row.text("name"),
                let time = try? row.int64("time"),
                case .success(let value) = Result(catching: { try row.textIfPresent("value") })
            else { continue }
            if history.environment != environment || history.name != name {
                phases[history.environment, default: []] += history.phases
                history = ExperimentHistory(environment: environment, name: name)
            }
            history.add(value, at: time)
        }
        phases[history.environment, default: []] += history.phases
        return phases
    }
}

/// The versions of one experiment, as phases.
private struct ExperimentHistory {
    var environment = ""
    var name = ""
    private var found: [Int64: ExperimentPhase] = [:]
    private var running: Int64?
    /// The exclusions of the last version, which name their phases.
    private var excluded: [ExperimentExclusion] = []

    init(environment: String = "", name: String = "") {
        self.environment = environment
        self.name = name
    }

    var phases: [ExperimentPhase] {
        found.values.sorted { $0.number < $1.number }.map { phase in
            ExperimentPhase(
                phase.definition, began: phase.began, ended: phase.ended,
                excluded: excluded.filter { $0.phase == Int(phase.number) })
        }
    }

    mutating func add(_ text: String?, at time: Int64) {
        let value = text.flatMap { try? JSONValue(json: $0.utf8) }
        // One that can't be read says nothing.
        if text != nil, value == nil { return }
        // Those of an experiment that was removed remain.
        if let list = value.map({ $0.members["excluded"]?.arrayValue ?? [] }) {
            excluded = list.compactMap(ExperimentExclusion.init(json:))
        }
        let definition = value.flatMap { ExperimentDefinition(name, $0) }
        if let running, definition?.state != .running || definition?.phase != running, let phase = found[running] {
            found[running] = ExperimentPhase(phase.definition, began: phase.began, ended: time)
        }
        running = nil
        guard let definition, definition.state == .running else { return }
        running = definition.phase
        // The end may have been reverted.
        let began = found[definition.phase]?.began ?? time
        found[definition.phase] = ExperimentPhase(definition, began: began, ended: nil)
    }
}

package import FiresteelDatabase
import FiresteelFlagAuthoring

/// The phases of the experiments of all programs, which are read again when a program changes.
package struct ExperimentBook: Sendable {
    private struct Program: Sendable {
        let changes: Int64
        let phases: [String: [ExperimentPhase]]
    }

    private var scopes: [Int64: InsightScope] = [:]
    private var programs: [String: Program] = [:]

    /// Creates an empty book.
    package init() {}

    /// Reads the phases of the programs that changed since.
    package mutating func read(_ database: any DatabaseConnection) throws {
        scopes = try ScopeTable(database).all()
        let wanted = Set(scopes.values.map(\.program))
        var current: [String: Program] = [:]
        for row in try database.query("SELECT id, changes FROM programs") {
            guard let id = try? row.text("id"), wanted.contains(id), let changes = try? row.int64("changes") else {
                continue
            }
            if let known = programs[id], known.changes == changes {
                current[id] = known
            } else {
                current[id] = Program(changes: changes, phases: try ExperimentPhase.all(of: id, database))
            }
        }
        programs = current
    }

    /// The number of the last change of each program that sends, and that of scopes under an empty name.
    var changes: [String: Int64] { programs.mapValues(\.changes).merging(["": Int64(scopes.count)]) { $1 } }

    /// Returns the phases of a scope.
    func phases(of scope: Int64) -> [ExperimentPhase] {
        guard let scope = scopes[scope] else { return [] }
        return programs[scope.program]?.phases[scope.environment] ?? []
    }

    /// The actions of which a running experiment measures a quantile of the duration, and the variants of its arms.
    struct Timed: Sendable {
        fileprivate(set) var actions: Set<String> = []
        fileprivate(set) var variants: Set<String> = []
    }

    /// Returns the actions of a scope whose durations are measured.
    func timed(in scope: Int64) -> Timed {
        var timed = Timed()
        for phase in phases(of: scope) where phase.ended == nil {
            let subjects = phase.definition.metrics.filter { $0.quantile != nil }.map(\.subject)
            guard !subjects.isEmpty else { continue }
            timed.actions.formUnion(subjects)
            timed.variants.formUnion(phase.armsByVariant.keys)
        }
        return timed
    }

    /// All phases, with their scopes.
    package var all: [(scope: InsightScope, key: PhaseKey, phase: ExperimentPhase)] {
        scopes.sorted { $0.key < $1.key }.flatMap { number, scope in
            phases(of: number).map { phase in (scope: scope, key: PhaseKey(number, phase), phase: phase) }
        }
    }

    /// Returns the phase with a key.
    func phase(_ key: PhaseKey) -> ExperimentPhase? {
        phases(of: key.scope).first { $0.definition.name == key.experiment && $0.number == key.phase }
    }
}

/// The identity of a phase.
package struct PhaseKey: Sendable, Hashable {
    package let scope: Int64
    package let experiment: String
    package let phase: Int64

    package init(scope: Int64, experiment: String, phase: Int64) {
        self.scope = scope
        self.experiment = experiment
        self.phase = phase
    }

    init(_ scope: Int64, _ phase: ExperimentPhase) {
        self.init(scope: scope, experiment: phase.definition.name, phase: phase.number)
    }

    static let columns = ["scope", "experiment", "phase"]
    var values: [DatabaseValue] { [.int(scope), .text(experiment), .int(phase)] }
}

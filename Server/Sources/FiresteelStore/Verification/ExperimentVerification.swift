package import FiresteelDatabase

/// The result of counting experiments again: units from sessions, and sums from units.
package struct ExperimentVerification: Sendable {
    /// The number of units that were counted.
    package private(set) var units = 0
    private var found = BoundedFindings()

    /// The differences, at most 100.
    package var findings: [String] { found.first }
    /// The number of further findings.
    package var omitted: Int { found.omitted }

    /// Counts the phases of all experiments whose units are stored.
    package init(in database: any DatabaseConnection) throws {
        var book = ExperimentBook()
        try book.read(database)
        for row in try database.query("SELECT DISTINCT scope, experiment, phase FROM experiment_units") {
            let key: PhaseKey
            do {
                key = try PhaseKey(
                    scope: row.int64("scope"), experiment: row.text("experiment"), phase: row.int64("phase"))
            } catch {
                found.add("A row of the table “experiment_units” can't be read: \(DamagedRow.reason(error))")
                continue
            }
            guard let phase = book.phase(key) else {
                found.add("Units are stored of \(Self.name(key)), which never ran.")
                continue
            }
            // A server continues to count it again.
            guard try !PhaseRecount(key, database).isDue(phase) else { continue }
            try check(key, phase, database)
        }
    }

    private mutating func check(_ key: PhaseKey, _ phase: ExperimentPhase, _ database: any DatabaseConnection) throws {
        let rows =
            try database.query(
                "SELECT COUNT(*) AS n FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ?",
                key.values
            ).first?.int("n") ?? 0
        var read = 0
        var differing: [String] = []
        let counted = try UnitPages(database, key, phase).sums { page in
            read += page.count
            differing += try Self.differing(page, phase, database)
        }.sums
        units += read
        for person in differing {
            found.add("The unit “\(person)” of \(Self.name(key)) isn't what its sessions lead to.")
        }
        if rows != read { found.add("\(rows - read) units of \(Self.name(key)) can't be read.") }
        let (table, damaged) = try SumTable.read(key, in: database)
        let stored = table.sums
        if damaged > 0 { found.add("\(damaged) sums of \(Self.name(key)) can't be read.") }
        let wrong = Set(counted.keys).union(stored.keys).filter { sum in
            !(counted[sum] ?? ExperimentSums()).isClose(to: stored[sum] ?? ExperimentSums())
        }
        for sum in wrong.sorted(by: { "\($0)" < "\($1)" }) {
            found.add(
                "The sum \(sum.measure) of \(Self.shown(sum.subject)) in “\(sum.arm)” of \(Self.name(key))"
                    + "\(sum.dimension.isEmpty ? "" : " for \(Self.shown(sum.dimension))") isn't what its units lead to."
            )
        }
    }

    /// Returns the people of a page whose units aren't what their sessions lead to.
    private static func differing(
        _ page: [ExperimentUnit], _ phase: ExperimentPhase, _ database: any DatabaseConnection
    ) throws -> [String] {
        let units = Dictionary(
            page.map { (PersonSessions.Person(scope: $0.key.phase.scope, name: $0.key.person), $0) },
            uniquingKeysWith: { $1 })
        var differing: [String] = []
        try PersonSessions(database).forEach(units.keys.sorted { $0.name < $1.name }) { person, found in
            guard let unit = units[person] else { return }
            let again = ExperimentUnit(
                unit.key, of: found.sessions, count: found.count, in: phase, former: unit)
            if again != unit { differing.append(DamagedRow.shown(person.name)) }
        }
        return differing
    }

    private static func name(_ key: PhaseKey) -> String {
        "phase \(key.phase) of the experiment “\(DamagedRow.shown(key.experiment))”"
    }

    private static func shown(_ name: String) -> String {
        name.isEmpty ? "everything" : "“\(DamagedRow.shown(name.replacing("\t", with: " ")))”"
    }
}

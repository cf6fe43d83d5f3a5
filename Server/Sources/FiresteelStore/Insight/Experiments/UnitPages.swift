import FiresteelDatabase

/// The units of a phase, a page at a time.
struct UnitPages {
    private static let page: Int64 = 1_000

    private let database: any DatabaseConnection
    private let key: PhaseKey
    private let phase: ExperimentPhase

    init(_ database: any DatabaseConnection, _ key: PhaseKey, _ phase: ExperimentPhase) {
        self.database = database
        self.key = key
        self.phase = phase
    }

    /// Returns the sums of the units that can be read.
    ///
    /// - Parameter body: Receives each page of units.
    func sums(_ body: ([ExperimentUnit]) throws -> Void) throws -> SumTable {
        let caps = try ValueCaps.stored(key, database).caps ?? ValueCaps()
        var sums = SumTable()
        var last = ""
        while true {
            let rows = try database.query(
                """
                SELECT * FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ? AND person > ?
                ORDER BY person LIMIT ?
                """, key.values + [.text(last), .int(Self.page)])
            let units = rows.compactMap { try? ExperimentUnit($0) }
            for unit in units { sums.add(unit, in: phase, caps: caps) }
            try body(units)
            guard Int64(rows.count) == Self.page, let next = rows.lastPerson else { return sums }
            last = next
        }
    }
}

package import FiresteelDatabase
import FiresteelFlagAuthoring

/// Sums over the units of an arm, from which means, ratios and their errors follow.
package struct ExperimentSums: Sendable, Hashable {
    /// The values: of a ratio the numerators.
    package var x = 0.0
    package var xx = 0.0
    /// The denominators of a ratio.
    package var y = 0.0
    package var yy = 0.0
    package var xy = 0.0
    /// The values before the exposure.
    package var z = 0.0
    package var zz = 0.0
    package var xz = 0.0

    package init() {}

    /// The sums of one unit.
    init(_ x: Double, per y: Double = 0, before z: Double = 0) {
        (self.x, self.y, self.z) = (x, y, z)
        (xx, yy, zz, xy, xz) = (x * x, y * y, z * z, x * y, x * z)
    }

    static let columns = ["x", "xx", "y", "yy", "xy", "z", "zz", "xz"]
    static let members: [any WritableKeyPath<ExperimentSums, Double> & Sendable] = [
        \.x, \.xx, \.y, \.yy, \.xy, \.z, \.zz, \.xz,
    ]

    /// The sums of values and denominators alone, as a group of people has them.
    var parts: ExperimentSums {
        var parts = ExperimentSums()
        (parts.x, parts.y) = (x, y)
        return parts
    }

    var isZero: Bool { self == ExperimentSums() }

    mutating func add(_ other: ExperimentSums, times factor: Double = 1) {
        // Without key paths, which take most of the time of a roll-up.
        x += factor * other.x
        xx += factor * other.xx
        y += factor * other.y
        yy += factor * other.yy
        xy += factor * other.xy
        z += factor * other.z
        zz += factor * other.zz
        xz += factor * other.xz
    }

    /// Whether both are the same but for what rounding of very large sums leaves.
    func isClose(to other: ExperimentSums) -> Bool {
        Self.members.allSatisfy { member in
            let (one, two) = (self[keyPath: member], other[keyPath: member])
            return abs(one - two) <= 1e-9 * max(abs(one), abs(two), 1)
        }
    }
}

/// The sums of phases, or their changes.
package struct SumTable: Sendable {
    /// The identity of sums.
    package struct Key: Sendable, Hashable {
        package let phase: PhaseKey
        /// The arm, empty for the units that were exposed to several.
        package let arm: String
        /// The dimension and its value, as ``CountKey`` has systems and devices; empty for everything.
        package var dimension = ""
        /// The action, empty for everything.
        package var subject = ""
        package let measure: String
    }

    /// The sums of the numbers of units, which are in `x`.
    package static let units = "units"
    /// The sums of the numbers of units of which some doesn't count.
    package static let capped = "capped"

    private var known: [Key: ExperimentSums] = [:]
    /// The sums of units that were added, by arm.
    private var added: [Arm: ArmSums] = [:]

    private struct Arm: Hashable {
        let phase: PhaseKey
        let name: String
    }

    package init() {}

    /// The sums by their keys.
    package internal(set) var sums: [Key: ExperimentSums] {
        get {
            guard !added.isEmpty else { return known }
            var sums = known
            for (arm, values) in added {
                values.forEach { part, value in
                    let key = Key(
                        phase: arm.phase, arm: arm.name, dimension: part.dimension, subject: part.subject,
                        measure: part.measure)
                    sums[key, default: ExperimentSums()].add(value)
                }
            }
            return sums
        }
        set { (known, added) = (newValue, [:]) }
    }

    /// Adds the sums of a unit in place of those that it had.
    mutating func add(
        _ unit: ExperimentUnit?, replacing former: ExperimentUnit?, in phase: ExperimentPhase, caps: ValueCaps
    ) {
        // Most of a unit remains as it was.
        if let unit, let former, unit.exposure == former.exposure, unit.isCapped == former.isCapped {
            return add(unit, since: former.values, in: phase, caps: caps)
        }
        if let unit { add(unit, in: phase, caps: caps) }
        if let former { add(former, in: phase, caps: caps, times: -1) }
    }

    /// Adds the sums of a unit, or subtracts them with a factor of -1.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - former: The values that it had, if it counted already.
    ///   - phase: The phase.
    ///   - caps: The limits of counts.
    ///   - factor: 1 or -1.
    mutating func add(
        _ unit: ExperimentUnit, since former: UnitValues? = nil, in phase: ExperimentPhase, caps: ValueCaps,
        times factor: Double = 1
    ) {
        let arm = Arm(phase: unit.key.phase, name: unit.exposure.arm ?? "")
        added[arm, default: ArmSums()].add(unit, since: former, in: phase, caps: caps, times: factor)
    }

    /// The dimension of a group.
    static func group(_ number: Int) -> String { "\(groupPrefix)\(number)" }

    /// The prefix of a version among dimensions.
    package static let version = "n:"
    /// The prefix of a day of exposures among dimensions, as a number since 1970.
    static let exposureDay = "e:"
    /// The prefix of a group among dimensions.
    static let groupPrefix = "g:"
}

extension SumTable {
    private static let keyColumns = PhaseKey.columns + ["arm", "dimension", "subject", "measure"]
    static let columns = keyColumns + ExperimentSums.columns

    /// Adds the sums to those that are stored in a table.
    func write(to table: String = "experiment_sums", _ database: any DatabaseConnection) throws {
        let rows = sums.filter { !$0.value.isZero }.map { key, value -> [DatabaseValue] in
            key.phase.values + [key.arm, key.dimension, key.subject, key.measure].map { .text($0) }
                + ExperimentSums.members.map { .double(value[keyPath: $0]) }
        }
        try RowBatch.insert(
            into: "\(table) (\(Self.columns.joined(separator: ", ")))", rows,
            """
            ON CONFLICT (\(Self.keyColumns.joined(separator: ", "))) DO UPDATE SET
            \(ExperimentSums.columns.map { "\($0) = \(table).\($0) + excluded.\($0)" }.joined(separator: ", "))
            """, database)
    }

    /// Reads the sums of a phase.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - condition: A further condition of rows.
    ///   - arguments: Its arguments.
    /// - Returns: The sums, and the number of rows that can't be read.
    package static func read(
        _ phase: PhaseKey, where condition: String = "", _ arguments: [DatabaseValue] = [],
        in database: any DatabaseConnection
    ) throws -> (table: SumTable, damaged: Int) {
        var table = SumTable()
        var damaged = 0
        for row in try database.query(
            "SELECT * FROM experiment_sums WHERE scope = ? AND experiment = ? AND phase = ? \(condition)",
            phase.values + arguments)
        {
            do {
                var value = ExperimentSums()
                for (column, member) in zip(ExperimentSums.columns, ExperimentSums.members) {
                    value[keyPath: member] = try row.double(column)
                }
                let key = try Key(
                    phase: phase, arm: row.text("arm"), dimension: row.text("dimension"), subject: row.text("subject"),
                    measure: row.text("measure"))
                if !value.isZero { table.known[key] = value }
            } catch DatabaseError.unexpectedValue {
                damaged += 1
            }
        }
        return (table, damaged)
    }
}

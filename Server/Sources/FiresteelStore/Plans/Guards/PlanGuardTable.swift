package import FiresteelDatabase
package import FiresteelFlags

/// The guards of plans with what each has seen, within a transaction.
///
/// A targeting has a row while its plan has a guard and isn't stopped. The times and rows are derived from the items, and
/// written with them.
package struct PlanGuardTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    /// Begins and ends guards after a change.
    ///
    /// The next look is then as soon as possible, before programs have the change.
    package func apply(_ differences: [ItemDifference], of program: String) throws {
        for difference in differences where difference.item.kind == .targeting {
            if Self.isGuarded(difference.after) {
                _ = try database.execute(
                    """
                    INSERT INTO plan_guards (program, environment, flag, due, state) VALUES (?, ?, ?, 0, '')
                    ON CONFLICT (program, environment, flag) DO UPDATE SET due = 0
                    """, Self.names(difference.item, program))
            } else if Self.isGuarded(difference.before) {
                try remove(difference.item, of: program)
            }
        }
    }

    /// Creates the row of a guard that has none.
    package func addIfMissing(_ key: ItemKey, of program: String) throws {
        _ = try database.execute(
            """
            INSERT INTO plan_guards (program, environment, flag, due, state) VALUES (?, ?, ?, 0, '')
            ON CONFLICT (program, environment, flag) DO NOTHING
            """, Self.names(key, program))
    }

    /// Returns the targetings whose guards are due for a look, the earliest first; a damaged row, which would hold up all
    /// others, is left out.
    package func due(at time: Int64, limit: Int = 200) throws -> [(program: String, key: ItemKey)] {
        try database.query(
            "SELECT program, environment, flag FROM plan_guards WHERE due <= ? ORDER BY due, program, environment, flag LIMIT ?",
            [.int(time), .int(Int64(limit))]
        ).compactMap { row in
            try? (row.text("program"), ItemKey(.targeting, row.text("flag"), environment: row.text("environment")))
        }
    }

    /// Returns what a guard has seen, `nil` before its first look.
    package func state(of key: ItemKey, in program: String) throws -> GuardState? {
        try database.query(
            "SELECT state FROM plan_guards WHERE program = ? AND environment = ? AND flag = ?",
            Self.names(key, program)
        ).first.flatMap { GuardState(stored: try $0.text("state")) }
    }

    /// Returns the targetings of a program that have a row.
    package func keys(of program: String) throws -> Set<ItemKey> {
        let rows = try database.query("SELECT environment, flag FROM plan_guards WHERE program = ?", [.text(program)])
        return try Set(rows.map { try ItemKey(.targeting, $0.text("flag"), environment: $0.text("environment")) })
    }

    /// Returns what all guards of a program have seen.
    package func states(of program: String) throws -> [ItemKey: GuardState] {
        var states: [ItemKey: GuardState] = [:]
        for row in try database.query(
            "SELECT environment, flag, state FROM plan_guards WHERE program = ?", [.text(program)])
        {
            let key = try ItemKey(.targeting, row.text("flag"), environment: row.text("environment"))
            states[key] = GuardState(stored: try row.text("state"))
        }
        return states
    }

    /// Stores what a guard has seen.
    package func store(_ state: GuardState, of key: ItemKey, in program: String, next: Int64) throws {
        _ = try database.execute(
            "UPDATE plan_guards SET state = ?, due = ? WHERE program = ? AND environment = ? AND flag = ?",
            [.text(state.stored), .int(next)] + Self.names(key, program))
    }

    /// Sets the time of the next look.
    package func set(_ key: ItemKey, of program: String, to due: Int64) throws {
        _ = try database.execute(
            "UPDATE plan_guards SET due = ? WHERE program = ? AND environment = ? AND flag = ?",
            [.int(due)] + Self.names(key, program))
    }

    /// Ends a guard.
    package func remove(_ key: ItemKey, of program: String) throws {
        _ = try database.execute(
            "DELETE FROM plan_guards WHERE program = ? AND environment = ? AND flag = ?", Self.names(key, program))
    }

    private static func names(_ key: ItemKey, _ program: String) -> [DatabaseValue] {
        [.text(program), .text(key.environment), .text(key.name)]
    }

    /// Whether a targeting has a plan with a guard that isn't stopped.
    package static func isGuarded(_ targeting: FlagValue?) -> Bool {
        guard let plan = targeting?.members["plan"], plan.members["guard"] != nil else { return false }
        return plan.members["state"] != "stopped"
    }
}

package import FiresteelBase
package import FiresteelDatabase
import FiresteelFlagAuthoring

/// The guards of plans with their states, within a transaction.
///
/// A targeting has a row while its plan has a guard and isn't stopped, also after its last step, when it is no longer due.
/// The times and rows are derived from the items, and written with them.
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

    /// Returns the targetings whose guards are due for a look, the earliest first; a damaged row, which would block all
    /// others, is left out.
    package func due(at time: Int64, limit: Int = 200) throws -> [(program: String, key: ItemKey)] {
        try database.query(
            "SELECT program, environment, flag FROM plan_guards WHERE due <= ? ORDER BY due, program, environment, flag LIMIT ?",
            [.int(time), .int(Int64(limit))]
        ).compactMap { row in
            try? (row.text("program"), ItemKey(.targeting, row.text("flag"), environment: row.text("environment")))
        }
    }

    /// Returns the state of a guard, `nil` before its first look.
    ///
    /// An unreadable state counts as none: the next look starts the evidence again, and steps wait for it.
    package func state(of key: ItemKey, in program: String) throws -> GuardState? {
        try database.query(
            "SELECT state FROM plan_guards WHERE program = ? AND environment = ? AND flag = ?",
            Self.names(key, program)
        ).first.flatMap { row in (try? row.text("state")).flatMap { GuardState(stored: $0) } }
    }

    /// Returns the targetings of a program that have a row.
    package func keys(of program: String) throws -> Set<ItemKey> {
        let rows = try database.query("SELECT environment, flag FROM plan_guards WHERE program = ?", [.text(program)])
        return Set(
            rows.compactMap { row in
                try? ItemKey(.targeting, row.text("flag"), environment: row.text("environment"))
            })
    }

    /// Returns the states of all guards of a program, and the rows that can't be read.
    package func states(of program: String) throws -> (readable: [ItemKey: GuardState], damaged: [DamagedRow]) {
        let rows = try database.query(
            "SELECT program, environment, flag, due, state FROM plan_guards WHERE program = ?", [.text(program)])
        let stored = StoredTable.planGuards.read(rows, Self.entry)
        let looks = stored.values.compactMap { key, state in state.map { (key, $0) } }
        return (Dictionary(looks, uniquingKeysWith: { first, _ in first }), stored.damaged)
    }

    /// Reads a row: the targeting, and the state of its guard, `nil` before the first look.
    static func entry(_ row: DatabaseRow) throws -> (ItemKey, GuardState?) {
        let key = try ItemKey(.targeting, row.text("flag"), environment: row.text("environment"))
        _ = try row.int64("due")
        let text = try row.text("state")
        guard !text.isEmpty else { return (key, nil) }
        guard let state = GuardState(stored: text) else {
            throw StoreError.damaged("What the guard has seen isn't in the form in which it is stored.")
        }
        return (key, state)
    }

    /// Returns the limits on durations of all guards, by which sessions are counted; unreadable plans have none.
    package static func slowLimits(_ database: any DatabaseConnection) throws -> SlowLimits {
        let rows = try database.query(
            """
            SELECT plan_guards.program, plan_guards.environment, plan_guards.flag, items.value
            FROM plan_guards JOIN items ON items.program = plan_guards.program AND items.kind = ?
            AND items.environment = plan_guards.environment AND items.name = plan_guards.flag
            """, [.text(ItemKind.targeting.rawValue)])
        guard !rows.isEmpty else { return SlowLimits() }
        let scopes = Dictionary(
            try ScopeTable(database).all().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var limits = SlowLimits()
        for row in rows {
            guard let program = try? row.text("program"), let environment = try? row.text("environment"),
                let scope = scopes[InsightScope(program: program, environment: environment)],
                let flag = try? row.text("flag"), let text = try? row.text("value"),
                let plan = (try? JSONValue(json: Array(text.utf8)))?.members["plan"],
                let harmGuard = (try? TargetingPlan(json: plan))?.harmGuard,
                let feature = harmGuard.feature, let bucket = harmGuard.slowBucket
            else { continue }
            limits.add(bucket, to: feature, flag: flag, in: scope)
        }
        return limits
    }

    /// Stores the state of a guard.
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
    package static func isGuarded(_ targeting: JSONValue?) -> Bool {
        guard let plan = targeting?.members["plan"], plan.members["guard"] != nil else { return false }
        return plan.members["state"] != "stopped"
    }
}

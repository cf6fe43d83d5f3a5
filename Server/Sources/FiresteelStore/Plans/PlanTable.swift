package import FiresteelBase
package import FiresteelDatabase
import FiresteelFlagAuthoring

/// Finds the plans whose next step is due, within a transaction.
///
/// The rows are derived from the items, and written with them: a targeting whose plan has a pending step has one.
package struct PlanTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Stores the times of the next steps after a change.
    package func apply(_ differences: [ItemDifference], of program: String) throws {
        for difference in differences where difference.item.kind == .targeting {
            guard difference.before?.members["plan"] != nil || difference.after?.members["plan"] != nil else {
                continue
            }
            // A plan that this version can't read keeps its time: its step is postponed, not lost.
            guard Self.isReadable(planIn: difference.after) else { continue }
            try set(difference.item, of: program, to: Self.nextStepTime(in: difference.after))
        }
    }

    /// Returns the targetings whose plans have a step that is due, the earliest first; a damaged row, which would block all
    /// others, is left out.
    package func due(at time: Int64, limit: Int = 200) throws -> [(program: String, key: ItemKey)] {
        try database.query(
            "SELECT program, environment, flag FROM plan_steps WHERE due <= ? ORDER BY due, program, environment, flag LIMIT ?",
            [.int(time), .int(Int64(limit))]
        ).compactMap { row in
            try? (row.text("program"), ItemKey(.targeting, row.text("flag"), environment: row.text("environment")))
        }
    }

    /// Returns the targetings of a program whose plans have a pending step.
    package func pending(of program: String) throws -> Set<ItemKey> {
        let rows = try database.query("SELECT environment, flag FROM plan_steps WHERE program = ?", [.text(program)])
        return Set(
            rows.compactMap { row in
                try? ItemKey(.targeting, row.text("flag"), environment: row.text("environment"))
            })
    }

    /// Sets the time at which a plan is read next; `nil` if no step is pending.
    package func set(_ key: ItemKey, of program: String, to due: Int64?) throws {
        let names: [DatabaseValue] = [.text(program), .text(key.environment), .text(key.name)]
        guard let due else {
            _ = try database.execute(
                "DELETE FROM plan_steps WHERE program = ? AND environment = ? AND flag = ?", names)
            return
        }
        _ = try database.execute(
            """
            INSERT INTO plan_steps (program, environment, flag, due) VALUES (?, ?, ?, ?)
            ON CONFLICT (program, environment, flag) DO UPDATE SET due = excluded.due
            """, names + [.int(due)])
    }

    /// Whether the plan of a targeting can be read, or there is none.
    static func isReadable(planIn targeting: JSONValue?) -> Bool {
        guard let plan = targeting?.members["plan"] else { return true }
        return (try? TargetingPlan(json: plan)) != nil
    }

    /// Returns the time of the next step of a targeting's plan; `nil` if none is pending, or the plan can't be read.
    package static func nextStepTime(in targeting: JSONValue?) -> Int64? {
        guard let plan = targeting?.members["plan"] else { return nil }
        return (try? TargetingPlan(json: plan))?.nextStepTime.map(Int64.init)
    }
}

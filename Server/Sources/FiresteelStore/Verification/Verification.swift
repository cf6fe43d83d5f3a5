package import FiresteelDatabase
import FiresteelFlags

/// The result of checking that a program's changes were not altered after they were written.
///
/// The hash of each change covers its content and the hash of the change before, the stored items have to be the result of
/// all changes, and numbers and revisions have no gaps. Altering a row and every hash after it goes unnoticed here: compare
/// ``head`` with one that was recorded elsewhere, for example in a backup.
package struct Verification: Sendable {
    /// The program.
    package let program: String
    /// The number of its changes.
    package let changes: Int64
    /// The hash of the last change.
    package let head: String
    private var found = BoundedFindings()

    /// The contradictions, at most 100.
    package var findings: [String] { found.first }
    /// The number of further findings.
    package var omitted: Int { found.omitted }

    /// Creates the result for a program that can't be read.
    package init(of damaged: DamagedProgram) {
        program = damaged.id
        changes = 0
        head = ""
        found.add("\(damaged)")
    }

    /// Checks a program.
    package init(of program: Program, in database: any DatabaseConnection) throws {
        self.program = program.id
        changes = program.changes
        head = program.head
        var history = History()
        try RowPages(database: database, table: .changes, program: program.id).forEach { check($0, &history) }
        if let previous = history.previous, previous != program.head {
            add("The last change isn't the one that the program names.")
        }
        if history.expected - 1 != program.changes {
            add("The program names \(program.changes) changes; there are \(history.expected - 1).")
        }
        for damaged in program.damaged { add("\(damaged)") }
        for environment in program.environments {
            let revision = history.revisions[environment.id] ?? 0
            guard environment.revision != revision else { continue }
            add("\(environment.id) is at revision \(environment.revision); its changes lead to \(revision).")
        }
        let table = ItemTable(database, program: program.id)
        let stored = try table.all(restoring: false)
        for damaged in stored.damaged.sorted(by: { $0.key < $1.key }) { add("\(damaged.value)") }
        let unread = Set(stored.damaged.values.compactMap(\.item))
        compare(history.items.filter { !unread.contains($0.key) }, with: stored.items)
        // The rows from which nodes, merges and earlier moments are read.
        let versions = try table.versions()
        for damaged in versions.damaged { add("\(damaged)") }
        compare(versions: history.versions, with: versions.hashes)
        try compare(numbers: history.numbers, in: database)
        try comparePlans(of: history.items, in: database)
        try checkWebhooks(in: database)
    }

    /// The state that the changes so far lead to.
    private struct History {
        var items: [ItemKey: Item] = [:]
        var revisions: [String: Int64] = [:]
        var versions: [ItemTable.VersionKey: String] = [:]
        var numbers: [String: Set<Int64>] = [:]
        /// The hash of the change before, `nil` if it can't be read.
        var previous: String? = ""
        /// The number that the next change has to have.
        var expected: Int64 = 1
    }

    /// Checks a change; one that can't be read is a finding, and the others are checked as well.
    private mutating func check(_ row: DatabaseRow, _ history: inout History) {
        let number: Int64
        do {
            number = try row.int64("number")
        } catch {
            return add("\(DamagedRow(.changes, row, error))")
        }
        guard number >= history.expected, number < .max else {
            return add("Change \(number) was altered: no change can have this number.")
        }
        if number != history.expected {
            add(
                number == history.expected + 1
                    ? "Change \(history.expected) is missing."
                    : "Changes \(history.expected) to \(number - 1) are missing.")
        }
        history.expected = number + 1
        let before = history.previous
        history.previous = try? row.text("hash")
        do {
            let hash = try Self.hash(of: row, program: program)
            if let before, try row.text("previous") != before {
                add("Change \(number) doesn't continue the change before it.")
            }
            if try row.text("hash") != hash { add("Change \(number) was altered: its hash doesn't match.") }
            let change = try ChangeTable.change(row)
            replay(change, &history)
            // Lists read it from its column.
            if try row.int64IfPresent("reverts") != change.body.reverts {
                add("The column “reverts” of change \(number) isn't what its content says.")
            }
        } catch {
            add("Change \(number) can't be read: \(DamagedRow.reason(error))")
        }
    }

    private mutating func replay(_ change: Change, _ history: inout History) {
        for difference in change.body.differences {
            if history.items[difference.item]?.value != difference.before {
                add("Change \(change.number) doesn't continue the earlier value of \(difference.item).")
            }
            history.items[difference.item] = difference.after.map { Item($0, change: change.number) }
            history.versions[ItemTable.VersionKey(item: difference.item, change: change.number)] =
                difference.after.map { Secret.hash($0.json()) } ?? ""
        }
        for (environment, revision) in change.body.revisions.sorted(by: { $0.key < $1.key }) {
            let (next, overflows) = (history.revisions[environment] ?? 0).addingReportingOverflow(1)
            if overflows || revision != next {
                add("Revision \(revision) of \(environment), by change \(change.number), leaves a gap.")
            }
            history.revisions[environment] = revision
            history.numbers[environment, default: []].insert(revision)
        }
    }

    private mutating func compare(_ expected: [ItemKey: Item], with stored: [ItemKey: Item]) {
        for key in Set(expected.keys).union(stored.keys).sorted() {
            switch (expected[key], stored[key]) {
            case (nil, _?): add("No change created the \(key).")
            case (_?, nil): add("The \(key) is missing.")
            case (let expected?, let stored?) where expected != stored:
                add("The \(key) isn't what its changes lead to.")
            default: break
            }
        }
    }

    private mutating func compare(
        versions expected: [ItemTable.VersionKey: String], with stored: [ItemTable.VersionKey: String]
    ) {
        for (key, hash) in expected where stored[key] != hash {
            add("Version \(key.change) of the \(key.item) isn't what its change says.")
        }
        for key in stored.keys where expected[key] == nil {
            add("No change wrote version \(key.change) of the \(key.item).")
        }
    }

    private mutating func compare(
        numbers expected: [String: Set<Int64>], in database: any DatabaseConnection
    ) throws {
        var stored: [String: Set<Int64>] = [:]
        let rows = try database.query(
            "SELECT program, environment, revision, change, time FROM revisions WHERE program = ?", [.text(program)])
        let read = StoredTable.revisions.read(rows) { row -> (String, Int64) in
            _ = try (row.int64("change"), row.int64("time"))
            return (try row.text("environment"), try row.int64("revision"))
        }
        for damaged in read.damaged { add("\(damaged)") }
        for (environment, revision) in read.values { stored[environment, default: []].insert(revision) }
        for environment in Set(expected.keys).union(stored.keys).sorted()
        where expected[environment] != stored[environment] {
            add("The list of revisions of \(environment) isn't what its changes say.")
        }
    }

    /// The steps of a plan without its row would never be taken.
    private mutating func comparePlans(of items: [ItemKey: Item], in database: any DatabaseConnection) throws {
        let expected = Set(items.filter { PlanTable.nextStepTime(in: $0.value.value) != nil }.keys)
        // Those that can't be read may have one, which is postponed.
        let unread = Set(items.filter { !PlanTable.isReadable(planIn: $0.value.value) }.keys)
        let stored = try PlanTable(database).pending(of: program).subtracting(unread)
        for key in expected.symmetricDifference(stored).sorted() {
            add("The pending step of the plan of the \(key) isn't what its changes lead to.")
        }
        // A guard without its row would never look; one that ended needs none.
        let guards = try PlanGuardTable(database).keys(of: program)
        for (key, item) in items
        where key.kind == .targeting && item.value.members["plan"]?.members["state"] == "running" {
            guard PlanGuardTable.isGuarded(item.value), !guards.contains(key) else { continue }
            add("The guard of the plan of the \(key) isn't what its changes lead to.")
        }
    }

    /// A webhook that can't be read receives no events.
    private mutating func checkWebhooks(in database: any DatabaseConnection) throws {
        for row in try database.query(
            "SELECT id, events, environments FROM webhooks WHERE program = ? ORDER BY id", [.text(program)])
        where (try? (row.text("id"), row.text("events"), row.text("environments"))) == nil {
            add("The webhook \((try? row.text("id")) ?? "?") can't be read.")
        }
    }

    private mutating func add(_ finding: String) { found.add(finding) }

    private static func hash(of row: DatabaseRow, program: String) throws -> String {
        // The stored texts, so that an unknown source or kind is covered as well.
        try ChangeHash.of(
            previous: row.text("previous"), program: program, number: row.int64("number"), id: row.text("id"),
            time: row.int64("time"), kind: row.text("kind"), author: row.text("author"),
            authorName: row.text("author_name"), source: row.text("source"), reason: row.text("reason"),
            perform: row.text("perform"), body: row.text("body"))
    }
}

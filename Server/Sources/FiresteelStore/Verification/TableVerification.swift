package import FiresteelDatabase

/// The result of reading every row that no chain of hashes covers: accounts, rights, sessions, settings, counts, requests
/// and guards.
///
/// A row that can't be read is left out while the server runs; here each is named.
package struct TableVerification: Sendable {
    /// The number of rows that were read.
    package private(set) var rows = 0
    private var found = BoundedFindings()

    /// The rows that can't be read, at most 100.
    package var findings: [String] { found.first }
    /// The number of further findings.
    package var omitted: Int { found.omitted }

    /// Reads the tables.
    package init(in database: any DatabaseConnection) throws {
        try check(.settings, database) { try SettingTable.value($0) }
        try check(.counters, database) { try CounterTable.count($0) }
        // Other errors of an environment are findings of its program.
        try check(.environments, database) { try $0.text("program") }
        try check(.accounts, database) { try AccountTable.account($0) }
        try check(.roles, database) { row in
            _ = try (row.text("account"), row.text("program"))
            return try AccountTable.membership(row)
        }
        try check(.invitations, database) { try InvitationTable.invitation($0) }
        try check(.secondFactors, database) { try SecondFactorTable.factor($0) }
        try check(.signIns, database) { try SignInTable.signIn($0) }
        try check(.tokens, database) { try TokenTable.token($0) }
        try check(.requests, database) { try RequestTable.request($0) }
        try check(.planGuards, database) { row in
            _ = try row.text("program")
            return try PlanGuardTable.entry(row)
        }
    }

    private mutating func check<Value>(
        _ table: StoredTable, _ database: any DatabaseConnection, _ read: (DatabaseRow) throws -> Value
    ) throws {
        try RowPages(database: database, table: table).forEach { row in
            rows += 1
            do {
                _ = try read(row)
            } catch {
                found.add("\(DamagedRow(table, row, error))")
            }
        }
    }
}

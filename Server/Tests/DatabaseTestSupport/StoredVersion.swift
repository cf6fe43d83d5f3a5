package import FiresteelDatabase

/// Stores a version of an item, by default of an experiment, as the next change of a program.
///
/// - Parameters:
///   - name: The identifier of the item.
///   - value: Its value as JSON, or `nil` to remove it.
///   - kind: The kind of the item.
///   - scope: The program and the environment.
///   - time: The time of the change, in milliseconds since 1970.
///   - database: The database.
package func storeVersion(
    _ name: String, _ value: String?, kind: String = "experiment", in scope: (program: String, environment: String),
    at time: Int64, _ database: any Database
) async throws {
    try await database.write { database in
        _ = try database.execute("UPDATE programs SET changes = changes + 1 WHERE id = ?", [.text(scope.program)])
        let row = try database.query("SELECT changes FROM programs WHERE id = ?", [.text(scope.program)]).first
        let number = Int64(try row?.int("changes") ?? 0)
        _ = try database.execute(
            """
            INSERT INTO changes (program, number, id, time, kind, author, author_name, source, reason, perform, body, size,
                previous, hash, fingerprint)
            VALUES (?, ?, ?, ?, 'edit', '', '', '', '', '', '', 0, '', '', '')
            """, [.text(scope.program), .int(number), .text("experiment-\(number)"), .int(time)])
        _ = try database.execute(
            """
            INSERT INTO item_versions (program, kind, environment, name, change, value)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .text(scope.program), .text(kind), .text(scope.environment), .text(name), .int(number),
                value.map { .text($0) } ?? .null,
            ])
    }
}

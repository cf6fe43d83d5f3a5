extension Database {
    /// Checks the whole file of a SQLite database and all references, which reads all of it.
    ///
    /// PostgreSQL has no such check, and none is needed there.
    ///
    /// - Throws: ``DatabaseError/corrupt(reason:)`` with the first findings.
    package func checkIntegrity() async throws {
        guard dialect == .sqlite else { return }
        try await read { connection in
            let pages = try connection.query("PRAGMA integrity_check(10)").map { try $0.text("integrity_check") }
            let references = try connection.query("PRAGMA foreign_key_check").prefix(10)
                .map { "a row of \(try $0.text("table")) refers to a missing row of \(try $0.text("parent"))" }
            let findings = pages.filter { $0 != "ok" } + references
            guard findings.isEmpty else { throw DatabaseError.corrupt(reason: findings.joined(separator: "; ")) }
        }
    }
}

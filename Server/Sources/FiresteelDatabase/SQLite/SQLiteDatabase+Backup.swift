internal import Dispatch
internal import GRDB

extension SQLiteDatabase {
    /// Copies the database to a new file, while it is in use.
    ///
    /// The copy has the changes that were committed when it began, and only its owner can read it. The file exists only
    /// once it is complete.
    ///
    /// - Throws: ``DatabaseError/file(path:reason:)`` if the file exists or can't be created.
    public func backup(to path: String) async throws { try await backup(to: path, replaces: false) }

    func backup(to path: String, replaces: Bool) async throws {
        let call = PendingCall<Void>()
        try await call.value {
            try operations.begin()
            maintenance.async { [self] in
                call.run { try copy(to: path, replaces: replaces) }
                operations.end()
            }
        }
    }

    /// Checks the whole file and all references, which reads all of it.
    ///
    /// - Throws: ``DatabaseError/corrupt(reason:)`` with the first findings.
    public func checkIntegrity() async throws {
        try await read { connection in
            let pages = try connection.query("PRAGMA integrity_check(10)").map { try $0.text("integrity_check") }
            let references = try connection.query("PRAGMA foreign_key_check").prefix(10)
                .map { "a row of \(try $0.text("table")) refers to a missing row of \(try $0.text("parent"))" }
            let findings = pages.filter { $0 != "ok" } + references
            guard findings.isEmpty else { throw DatabaseError.corrupt(reason: findings.joined(separator: "; ")) }
        }
    }

    private func copy(to path: String, replaces: Bool) throws {
        let file = try BackupFile(path: path, replaces: replaces)
        do {
            let queue = try DatabaseQueue(path: file.partial)
            try pool.backup(to: queue)
            try queue.close()
        } catch {
            throw SQLiteError.convert(error)
        }
        try file.complete()
    }
}

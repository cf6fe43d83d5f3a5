import FiresteelDatabase

/// Gives environments the revisions by which nodes and programs notice a change, within its transaction.
struct RevisionTable {
    let database: any DatabaseConnection
    let program: Program

    init(_ database: any DatabaseConnection, of program: Program) {
        self.database = database
        self.program = program
    }

    /// Returns the next revision of each of the environments.
    func next(of environments: Set<String>) -> [String: Int64] {
        program.environments.reduce(into: [:]) { revisions, environment in
            if environments.contains(environment.id) { revisions[environment.id] = environment.revision + 1 }
        }
    }

    /// Stores the revisions that a change gave.
    func store(_ revisions: [String: Int64], change: Int64, time: Int64) throws {
        for (environment, revision) in revisions {
            _ = try database.execute(
                "UPDATE environments SET revision = ?, changed = ? WHERE program = ? AND id = ?",
                [.int(revision), .int(time), .text(program.id), .text(environment)])
            _ = try database.execute(
                "INSERT INTO revisions (program, environment, revision, change, time) VALUES (?, ?, ?, ?, ?)",
                [.text(program.id), .text(environment), .int(revision), .int(change), .int(time)])
        }
    }
}

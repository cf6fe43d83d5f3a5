public import FiresteelDatabase
import FiresteelFlags
public import FiresteelStore
import Foundation

/// What the command line does with a database, without a running server.
public enum Maintenance {
    /// An error that ends a command.
    public struct Failure: Error, CustomStringConvertible {
        /// The message.
        public let description: String
    }

    /// Returns the programs.
    public static func programs(in database: any Database) async throws -> [Program] {
        try await database.migrate(to: .server())
        return try await database.read { try ProgramTable($0).all() }
    }

    /// Checks the changes of all programs.
    public static func verify(_ database: any Database) async throws -> [Verification] {
        _ = try await programs(in: database)
        return try await database.read { database in
            try ProgramTable(database).all().map { try Verification(of: $0, in: database) }
        }
    }

    /// Copies a backup into a new folder.
    public static func restore(_ file: String, to folder: String) throws {
        let files = FileManager.default
        guard files.fileExists(atPath: file) else { throw Failure(description: "There is no file \(file).") }
        let target = "\(folder)/firesteel.sqlite"
        guard !["", "-wal", "-shm"].contains(where: { files.fileExists(atPath: target + $0) }) else {
            throw Failure(description: "\(folder) has a database already. Name a folder without one.")
        }
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // A copy that was interrupted doesn't look like a database.
        let copy = "\(folder)/restoring-\(Identifier.random())"
        do {
            try files.copyItem(atPath: file, toPath: copy)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
            try files.moveItem(atPath: copy, toPath: target)
        } catch {
            try? files.removeItem(atPath: copy)
            throw error
        }
    }

    /// Returns a program's flags and segments as JSON.
    public static func export(_ program: String, from database: any Database) async throws -> String {
        _ = try await programs(in: database)
        guard let state = try await ChangeService(database).state(of: program) else {
            throw Failure(description: "There is no program “\(program)”.")
        }
        return FlagFile(state).json.json(pretty: true)
    }

    /// Imports a file, or returns only what that would change, as lines.
    public static func importFlags(
        _ bytes: [UInt8], format: String, into program: String, environment: String, reason: String, applies: Bool,
        _ database: any Database
    ) async throws -> [String] {
        if applies {
            try await ensure(program, database)
        } else if try await !programs(in: database).contains(where: { $0.id == program }) {
            throw Failure(
                description: "There is no program “\(program)” yet. Repeat with --apply to create it and import.")
        }
        let changes = ChangeService(database)
        guard let state = try await changes.state(of: program) else {
            throw Failure(description: "There is no program “\(program)”.")
        }
        let imported: ImportedFlags
        do {
            imported = try ImportedFlags(bytes, format: format, environment: environment, into: state)
        } catch let error as APIError {
            throw Failure(description: error.message)
        }
        var lines = imported.notes
        guard !imported.edits.isEmpty else {
            return lines + ["The program has these flags already. Nothing to import."]
        }
        let proposal = Proposal(
            id: Identifier.random(), edits: imported.edits, reason: reason,
            author: Author(id: "command-line", name: NSUserName(), source: .commandLine),
            rights: Membership(role: .admin), kind: .import)
        let preview = try await changes.preview(proposal, of: program)
        for problem in preview.problems { lines.append("\(problem.item), \(problem.path): \(problem.message)") }
        for difference in preview.differences {
            lines.append("\(difference.before == nil ? "+" : "~") \(difference.item)")
        }
        guard applies else { return lines + ["Nothing was changed. Repeat with --apply to import."] }
        switch try await changes.propose(proposal, of: program, now: now) {
        case .applied(let change, _): lines.append("Imported as change \(change.number).")
        case .requested: lines.append("Another person has to approve the import on the dashboard.")
        case .scheduled, .unchanged: lines.append("Nothing was changed.")
        }
        return lines
    }

    /// Creates a token and returns its text.
    public static func createToken(
        kind: String, role: String?, name: String, program: String, environment: String, _ database: any Database
    ) async throws -> String {
        guard let kind = AccessToken.Kind(rawValue: kind) else {
            throw Failure(description: "“\(kind)” is no kind of token. Use client, server, ingest or admin.")
        }
        let known = role.flatMap(Role.init(rawValue:))
        guard (kind == .admin) == (role != nil), (role == nil) == (known == nil) else {
            throw Failure(
                description:
                    "A token of the kind admin needs --role viewer, editor, approver or admin; others have none.")
        }
        try await ensure(program, database)
        let now = now
        return try await database.write { database in
            guard let found = try ProgramTable(database).program(program),
                found.environments.contains(where: { $0.id == environment })
            else { throw Failure(description: "There is no environment “\(environment)” in “\(program)”.") }
            let (_, text) = try TokenTable(database).create(
                kind, named: name, program: program, environment: environment, role: known, expires: nil,
                by: "command line", time: now)
            try CounterTable(database).countAccess()
            return text
        }
    }

    /// Returns a new code for the first account.
    public static func firstAccountCode(_ database: any Database) async throws -> String {
        _ = try await programs(in: database)
        let service = SignInService(
            database: database, hasher: PasswordHasher(), clock: ServerClock { Self.now }, options: .init())
        guard let code = try await service.newFirstAccountCode() else {
            throw Failure(description: "There is an account already. Its owner can invite others.")
        }
        return code
    }

    private static func ensure(_ program: String, _ database: any Database) async throws {
        guard try await !programs(in: database).contains(where: { $0.id == program }) else { return }
        let now = now
        _ = try await database.write { try ProgramTable($0).create(program, name: program, time: now) }
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

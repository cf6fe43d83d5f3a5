package import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
package import FiresteelStore
import Foundation
import Logging

/// The command line's work on a database, without a running server.
package enum Maintenance {
    /// Returns the programs of a database, none if it is empty.
    ///
    /// It isn't migrated.
    package static func programs(in database: any Database) async throws -> [Program] {
        guard try await hasTables(database) else { return [] }
        return try await database.read { try ProgramTable($0).all() }
    }

    /// Returns whether a database has the tables of this version, rather than being empty.
    private static func hasTables(_ database: any Database) async throws -> Bool {
        let schema = try DatabaseSchema.server()
        let pending = try await database.pendingMigrations(of: schema)
        guard pending.count < schema.migrations.count else { return false }
        guard pending.isEmpty else {
            throw MaintenanceError(
                "The database has an earlier version of the schema. Start the server, which migrates it, and try again."
            )
        }
        return true
    }

    /// Checks the changes of all programs.
    package static func verify(_ database: any Database) async throws -> [Verification] {
        guard try await hasTables(database) else { return [] }
        return try await database.read { database in
            let stored = try ProgramTable(database).stored()
            return try stored.damaged.map { Verification(of: $0) }
                + stored.programs.map { try Verification(of: $0, in: database) }
        }
    }

    /// Reads every row that no chain of hashes covers; `nil` for an empty database.
    package static func verifyTables(_ database: any Database) async throws -> TableVerification? {
        guard try await hasTables(database) else { return nil }
        return try await database.read { try TableVerification(in: $0) }
    }

    /// Counts experiments again from the stored sessions; `nil` for an empty database.
    package static func verifyExperiments(_ database: any Database) async throws -> ExperimentVerification? {
        guard try await hasTables(database) else { return nil }
        return try await database.read { try ExperimentVerification(in: $0) }
    }

    /// Checks the access log of the whole server; `nil` for an empty database.
    package static func verifyAccessLog(_ database: any Database) async throws -> AccessLogVerification? {
        guard try await hasTables(database) else { return nil }
        return try await database.read { try AccessLogVerification(in: $0) }
    }

    /// Reads the configuration and keys of an OpenID Connect provider.
    ///
    /// - Throws: ``MaintenanceError`` with the reason if they can't be used.
    package static func check(_ configuration: OpenIDConfiguration) async throws {
        let provider = OpenIDProvider(
            configuration, transport: URLSessionTransport(), clock: ServerClock { Self.now },
            logger: Logger(label: "firesteel-server"))
        do {
            try await provider.check()
        } catch let error as OpenIDError {
            throw MaintenanceError(
                "\(configuration.issuer.absoluteString) can't be used to sign in: \(error.loggedReason ?? "")")
        }
    }

    /// Copies a backup into a new folder.
    package static func restore(_ file: String, to folder: String) throws {
        let files = FileManager.default
        guard files.fileExists(atPath: file) else { throw MaintenanceError("There is no file \(file).") }
        let target = "\(folder)/firesteel.sqlite"
        guard !["", "-wal", "-shm"].contains(where: { files.fileExists(atPath: target + $0) }) else {
            throw MaintenanceError("\(folder) has a database already. Name a folder without one.")
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
    package static func export(_ program: String, from database: any Database) async throws -> String {
        guard try await programs(in: database).contains(where: { $0.id == program }),
            let state = try await ChangeService(database).state(of: program)
        else {
            throw MaintenanceError("There is no program “\(program)”.")
        }
        return FlagFile(state).json.json(pretty: true)
    }

    /// A file to import, and its target.
    package struct Import: Sendable {
        /// The file.
        package var bytes: [UInt8]
        /// The name of its format, or `nil` to detect it by the content.
        package var format: String?
        /// The environment of the file whose rules are read, if it has several.
        package var source: String?
        /// The program.
        package var program: String
        /// The name of the program, if the import creates it; by default its identifier.
        package var programName: String?
        /// The environment that gets the file's rules.
        package var environment: String
        /// The reason of the change.
        package var reason: String
        /// Whether flags and segments that the program has already are left as they are.
        package var onlyNew: Bool
        /// Whether items that the file lacks are removed or archived, so that the program has exactly those of the file.
        package var isExact: Bool

        /// Creates an import.
        package init(
            _ bytes: [UInt8], format: String? = nil, source: String? = nil, into program: String,
            programName: String? = nil, environment: String, reason: String = "", onlyNew: Bool = false,
            isExact: Bool = false
        ) {
            self.bytes = bytes
            self.format = format
            self.source = source
            self.program = program
            self.programName = programName
            self.environment = environment
            self.reason = reason
            self.onlyNew = onlyNew
            self.isExact = isExact
        }
    }

    /// The effect of an import, as lines, and whether there is anything to import.
    package struct ImportReport: Sendable {
        /// The lines.
        package var lines: [String]
        /// Whether the import would change something.
        package var hasChanges: Bool
    }

    /// Imports a file, or only returns the changes that it would make.
    package static func importFlags(
        _ file: Import, applies: Bool, _ database: any Database
    ) async throws -> ImportReport {
        let program = file.program
        if applies {
            try await ensure(program, name: file.programName, database)
        } else if try await !programs(in: database).contains(where: { $0.id == program }) {
            throw MaintenanceError(
                "There is no program “\(program)” yet. Repeat with --yes to create it and import.")
        }
        let changes = ChangeService(database)
        guard let state = try await changes.state(of: program) else {
            throw MaintenanceError("There is no program “\(program)”.")
        }
        var imported: ImportedFlags
        do {
            imported = try ImportedFlags(
                ImportFile(
                    bytes: file.bytes, format: try file.format.map(ImportFormat.named), environment: file.environment,
                    source: file.source, isExact: file.isExact), into: state, now: now)
        } catch {
            throw MaintenanceError(error.message)
        }
        if file.onlyNew { imported.removeExisting(in: state) }
        var lines = ["Format: \(imported.format.title)"]
        for diagnostic in imported.diagnostics {
            lines.append("\(diagnostic.severity == .error ? "Left out" : "Note"): \(diagnostic)")
        }
        guard !imported.edits.isEmpty else {
            return ImportReport(
                lines: lines + ["The program has these flags already. Nothing to import."], hasChanges: false)
        }
        let proposal = Proposal(
            id: Identifier.random(), edits: imported.edits, reason: file.reason,
            author: Author(id: "command-line", name: NSUserName(), source: .commandLine),
            rights: Membership(role: .admin), kind: .import)
        let preview = try await changes.preview(proposal, of: program)
        for diagnostic in preview.diagnostics { lines.append("Error: \(diagnostic)") }
        let segments = state.segmentNames.named(by: preview.differences)
        for difference in preview.differences {
            let sign = difference.before == nil ? "+" : difference.after == nil ? "-" : "~"
            lines.append("\(sign) \(difference.item)")
            for line in difference.documentLines(naming: segments) {
                lines.append("    \(line.isAdded ? "+" : "-") \(line.text)")
            }
        }
        guard applies else { return ImportReport(lines: lines, hasChanges: preview.diagnostics.isEmpty) }
        switch try await changes.propose(proposal, of: program, now: now) {
        case .applied(let change, _): lines.append("Imported as change \(change.number).")
        case .requested: lines.append("Another person has to approve the import on the dashboard.")
        case .scheduled, .unchanged: lines.append("Nothing was changed.")
        }
        return ImportReport(lines: lines, hasChanges: true)
    }

    /// Creates a token and returns its text.
    package static func createToken(
        kind: String, role: String?, name: String, program: String, environment: String, _ database: any Database
    ) async throws -> String {
        guard let kind = AccessToken.Kind(rawValue: kind) else {
            throw MaintenanceError("“\(kind)” isn't a kind of token. Use client, server, ingest or admin.")
        }
        let known = role.flatMap(Role.init(rawValue:))
        guard (kind == .admin) == (role != nil), (role == nil) == (known == nil) else {
            throw MaintenanceError(
                "A token of the kind admin needs --role viewer, editor, approver or admin; others have none.")
        }
        try await ensure(program, database)
        let now = now
        return try await database.write { database in
            guard let found = try ProgramTable(database).program(program),
                found.environments.contains(where: { $0.id == environment })
            else { throw MaintenanceError("There is no environment “\(environment)” in “\(program)”.") }
            let (_, text) = try TokenTable(database).create(
                kind, named: name, program: program, environment: environment, role: known, expires: nil,
                by: "command line", time: now)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: program, event: "tokenCreated", actor: "command-line",
                    actorName: NSUserName(), details: "\(name), \(kind.rawValue), \(environment)"))
            try CounterTable(database).countAccess()
            return text
        }
    }

    /// Erases the data of a person, and returns the numbers of sessions and reports.
    ///
    /// - Parameters:
    ///   - person: The pseudonym.
    ///   - program: The program.
    ///   - environment: The environment.
    package static func erasePerson(
        _ person: String, of program: String, environment: String, _ database: any Database
    ) async throws -> (sessions: Int, reports: Int) {
        guard try await hasTables(database) else { return (0, 0) }
        let (scope, secret) = try await database.read { database in
            try (
                ScopeTable(database).number(of: InsightScope(program: program, environment: environment)),
                SettingTable(database).value(.insightSecret)
            )
        }
        guard let scope, let secret else { return (0, 0) }
        let record = try await PersonErasure(database, hash: PersonHash(secret: secret), scope: scope).erase(person)
        let entry = AccessLogEntry(
            time: now, program: program, event: "personErased", actor: "command-line", actorName: NSUserName(),
            details: "\(environment): \(record.sessions) sessions, \(record.reports) reports")
        try await database.write { try AccessLogTable($0).append(entry) }
        return (record.sessions, record.reports)
    }

    /// Returns a new code for the first account.
    package static func firstAccountCode(_ database: any Database) async throws -> String {
        try await database.migrate(to: .server())
        let service = SignInService(
            database: database, hasher: PasswordHasher(), clock: ServerClock { Self.now },
            devices: KnownDevices(secret: Secret.random()), options: .init())
        guard let code = try await service.newFirstAccountCode() else {
            throw MaintenanceError("There is an account already. Its owner can invite others.")
        }
        return code
    }

    private static func ensure(_ program: String, name: String? = nil, _ database: any Database) async throws {
        try await database.migrate(to: .server())
        guard try await !programs(in: database).contains(where: { $0.id == program }) else { return }
        let now = now
        _ = try await database.write { try ProgramTable($0).create(program, name: name ?? program, time: now) }
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

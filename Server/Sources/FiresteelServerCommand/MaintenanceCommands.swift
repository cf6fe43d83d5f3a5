import ArgumentParser
import Configuration
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation

/// Opens the database of the options, also while a server uses it, and closes it afterwards.
func withDatabase<Result: Sendable>(
    _ options: DatabaseOptions, forReading: Bool = false, _ body: (any Database) async throws -> Result
) async throws -> Result {
    let reader = try await options.reader()
    let database =
        forReading ? try await options.openForReading(reader) : try await options.open(reader, besideServer: true)
    do {
        let result = try await body(database)
        await database.close()
        return result
    } catch {
        await database.close()
        throw error
    }
}

/// Checks that stored changes were not altered.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that no stored change was altered, removed or added later, and that all rows can be read.",
        discussion: """
            Each change has the hash of the one before, and so has each entry of the access log. The command prints the last \
            hash of each program and of the access log: note them elsewhere to find out later that all were rewritten. \
            Accounts, roles, sessions, settings and other rows without hashes are read, and those that can't be are named. \
            Experiments are counted again from the stored sessions, and what differs is named.
            """)

    @OptionGroup var store: DatabaseOptions

    func run() async throws {
        let (results, access, tables, experiments) = try await withDatabase(store, forReading: true) {
            try await (
                Maintenance.verify($0), Maintenance.verifyAccessLog($0), Maintenance.verifyTables($0),
                Maintenance.verifyExperiments($0)
            )
        }
        var isAltered = false
        func report(_ findings: [String], _ omitted: Int) {
            for finding in findings { print("  \(finding)") }
            if omitted > 0 { print("  And \(omitted) more.") }
            if !findings.isEmpty { isAltered = true }
        }
        for result in results {
            print(
                "\(result.program): \(result.changes) changes, last hash \(result.head.isEmpty ? "none" : result.head)")
            report(result.findings, result.omitted)
        }
        if let access {
            print("Access log: \(access.entries) entries, last hash \(access.head.isEmpty ? "none" : access.head)")
            report(access.findings, access.omitted)
        }
        if let tables {
            print("Other tables: \(tables.rows) rows")
            report(tables.findings, tables.omitted)
        }
        if let experiments {
            print("Experiments: \(experiments.units) people")
            report(experiments.findings, experiments.omitted)
        }
        if isAltered { throw ExitCode(1) }
        print("All changes are as they were written.")
    }
}

/// Copies the database, also while a server uses it.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies a SQLite database to a file, also while the server runs.",
        discussion: """
            The copy has the changes that were committed when it began. For PostgreSQL use pg_dump.
            """)

    @OptionGroup var store: DatabaseOptions
    @Argument(help: "The file to write. It must not exist.") var file: String

    func run() async throws {
        try await withDatabase(store, forReading: true) { database in
            guard let sqlite = database as? SQLiteReadOnlyDatabase else {
                throw ValidationError("This is for SQLite. Use pg_dump for PostgreSQL.")
            }
            try await sqlite.backup(to: file)
        }
        print("Copied the database to \(file).")
    }
}

/// Puts a copy back.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Creates a folder with the SQLite database of a backup.")

    @Option(help: ArgumentHelp("The folder to create.", valueName: "folder")) var data: String
    @Argument(help: "The backup.") var file: String

    func run() async throws {
        try Maintenance.restore(file, to: data)
        let database = try await SQLiteDatabase.open(folder: data)
        do {
            try await database.checkIntegrity()
            await database.close()
        } catch {
            await database.close()
            throw error
        }
        print("Restored \(file) to \(data).")
    }
}

/// Writes a program's flags to a file.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes a program's flags and segments as JSON.")

    @OptionGroup var store: DatabaseOptions
    @Option(help: "The program.") var program: String

    func run() async throws {
        let text = try await withDatabase(store, forReading: true) { try await Maintenance.export(program, from: $0) }
        print(text)
    }
}

/// Creates tokens without the dashboard.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Creates a token, or a code for the first account.",
        discussion:
            "With --first-account it prints a new code for the first account instead. Servers may run meanwhile.")

    @OptionGroup var store: DatabaseOptions
    @Flag(help: "Print a new code for the first account.") var firstAccount = false
    @Option(help: "The program. It is created if there is none.") var program: String?
    @Option(help: "The environment.") var environment = "development"
    @Option(help: "The kind: client, server, ingest or admin.") var kind = "client"
    @Option(help: "The role of a token of the kind admin: viewer, editor, approver or admin.") var role: String?
    @Option(help: "The name.") var name = "Command line"

    func run() async throws {
        let text = try await withDatabase(store) { database in
            if firstAccount { return try await Maintenance.firstAccountCode(database) }
            guard let program else { throw ValidationError("Name the program with --program.") }
            return try await Maintenance.createToken(
                kind: kind, role: role, name: name, program: program, environment: environment, database)
        }
        print(text)
    }
}

/// Erases a person's data without the dashboard.
struct ErasePersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase-person", abstract: "Erases what programs sent about a person, by their pseudonym.",
        discussion: """
            Sessions and reports of the person are deleted, and they are removed from counts of people. Sums over many people \
            remain. Servers may run meanwhile.
            """)

    @OptionGroup var store: DatabaseOptions
    @Option(help: "The program.") var program: String
    @Option(help: "The environment.") var environment = "production"
    @Argument(help: "The pseudonym, as reports show it.") var person: String

    func run() async throws {
        let erased = try await withDatabase(store) {
            try await Maintenance.erasePerson(person, of: program, environment: environment, $0)
        }
        print("Erased \(erased.sessions) sessions and \(erased.reports) reports.")
    }
}

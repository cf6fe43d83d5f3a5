import ArgumentParser
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation
import Logging

/// Opens the database of the options, and closes it afterwards.
private func withDatabase<Result: Sendable>(
    _ options: DatabaseOptions, _ body: (any Database) async throws -> Result
) async throws -> Result {
    let logger = Logger(label: "firesteel-server")
    let database = try await options.open(try await options.reader(), logger: logger)
    do {
        let result = try await body(database)
        await database.close()
        return result
    } catch {
        await database.close()
        throw error
    }
}

/// Checks that the options and the database can be used.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks the options and the database, which is migrated if an earlier version wrote it.")

    @OptionGroup var store: DatabaseOptions

    func run() async throws {
        try await withDatabase(store) { database in
            if let sqlite = database as? SQLiteDatabase { try await sqlite.checkIntegrity() }
            let programs = try await Maintenance.programs(in: database)
            print("The database can be used. It has \(programs.count) program\(programs.count == 1 ? "" : "s").")
        }
    }
}

/// Checks that stored changes were not altered.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that no stored change was altered, removed or added later.",
        discussion: """
            Each change has the hash of the one before. The command prints the hash of the last change of each program: \
            note it elsewhere to find out later that all changes were rewritten.
            """)

    @OptionGroup var store: DatabaseOptions

    func run() async throws {
        let results = try await withDatabase(store) { try await Maintenance.verify($0) }
        var isAltered = false
        for result in results {
            print(
                "\(result.program): \(result.changes) changes, last hash \(result.head.isEmpty ? "none" : result.head)")
            for finding in result.findings {
                isAltered = true
                print("  \(finding)")
            }
        }
        if isAltered { throw ExitCode(1) }
        print("All changes are as they were written.")
    }
}

/// Copies the database while no server uses it.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies a SQLite database to a file.",
        discussion:
            "For PostgreSQL use pg_dump. The server has to be stopped, or use its folder's file with sqlite3 .backup.")

    @OptionGroup var store: DatabaseOptions
    @Argument(help: "The file to write. It must not exist.") var file: String

    func run() async throws {
        try await withDatabase(store) { database in
            guard let sqlite = database as? SQLiteDatabase else {
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
    @Argument(help: "The program.") var program: String

    func run() async throws {
        let text = try await withDatabase(store) { try await Maintenance.export(program, from: $0) }
        print(text)
    }
}

/// Imports flags from a file.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports flags from a file, as one change.",
        discussion: "Only the difference is printed unless --apply is set. Protected environments need --reason.")

    @OptionGroup var store: DatabaseOptions
    @Option(help: "The program. It is created if there is none.") var program: String
    @Option(help: "The environment that gets the file's rules.") var environment = "development"
    @Option(help: "The file's format: flagd or firesteel.") var format = "flagd"
    @Option(help: "The reason of the change.") var reason = ""
    @Flag(help: "Import, instead of printing the difference only.") var apply = false
    @Argument(help: "The file.") var file: String

    func run() async throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw ValidationError("Can't read \(file).")
        }
        let lines = try await withDatabase(store) { database in
            try await Maintenance.importFlags(
                Array(bytes), format: format, into: program, environment: environment, reason: reason, applies: apply,
                database)
        }
        for line in lines { print(line) }
    }
}

/// Creates tokens without the dashboard.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Creates a token, or a code for the first account.",
        discussion: "With --first-account it prints a new code for the first account instead.")

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

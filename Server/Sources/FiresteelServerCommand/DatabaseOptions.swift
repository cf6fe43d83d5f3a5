import ArgumentParser
import Configuration
import FiresteelDatabase
import Foundation
import SystemPackage

/// The location of the server's data.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the SQLite database.", valueName: "folder"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database instead, such as postgres://firesteel@db.example.com/firesteel?sslmode=verify-full.",
            valueName: "url"))
    var database: String?

    @Option(help: ArgumentHelp("A file with options in JSON.", valueName: "file"))
    var config: String?

    /// Returns the options of environment and file.
    func reader() async throws -> ConfigReader {
        let environment = EnvironmentVariablesProvider()
        var providers: [any ConfigProvider] = [environment]
        let path = config ?? ProcessInfo.processInfo.environment["FIRESTEEL_CONFIG"]
        if let path {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
            } catch {
                throw ValidationError("Can't read the options in \(path): \(error)")
            }
        }
        return ConfigReader(providers: providers).scoped(to: "firesteel")
    }

    /// Opens the database, which for SQLite no other server may use.
    ///
    /// - Parameter besideServer: Whether one may, for a command.
    func open(_ reader: ConfigReader, besideServer: Bool = false) async throws -> any Database {
        switch try location(reader) {
        case .postgres(let address): try PostgreSQLDatabase(url: address)
        case .folder(let folder): try await SQLiteDatabase.open(folder: folder, besideOthers: besideServer)
        }
    }

    /// Opens the database for reading, also while a server uses it.
    func openForReading(_ reader: ConfigReader) async throws -> any Database {
        switch try location(reader) {
        case .postgres(let address): try PostgreSQLDatabase(url: address)
        case .folder(let folder): try await SQLiteReadOnlyDatabase.open(folder: folder)
        }
    }

    /// The location of a database.
    enum Location {
        case folder(String)
        case postgres(String)
    }

    /// Returns where the database is.
    func location(_ reader: ConfigReader) throws -> Location {
        if let address = database ?? reader.string(forKey: "database") {
            guard data == nil else { throw ValidationError("Use --data or --database, not both.") }
            return .postgres(address)
        }
        guard let folder = data ?? reader.string(forKey: "data") else {
            throw ValidationError(
                "Name the folder of the database with --data, or a PostgreSQL database with --database.")
        }
        return .folder(folder)
    }
}

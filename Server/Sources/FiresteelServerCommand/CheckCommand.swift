import ArgumentParser
import Configuration
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation

/// Checks the options and the database, and changes nothing.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Checks the options, the OpenID Connect provider and the database, and prints what “serve” would do. Changes nothing.",
        discussion: "It takes the options of “serve”, and can be used while a server runs.")

    @OptionGroup var store: DatabaseOptions
    @OptionGroup var options: ServeOptions

    func run() async throws {
        let reader = try await store.reader()
        let configuration = try options.configuration(reader)
        _ = try options.inspector(reader)
        _ = try options.log(reader)
        print("Address: \(configuration.host), port \(configuration.port)")
        if let certificate = configuration.certificate {
            let isValid = certificate.expires > Date()
            print("Certificate: \(isValid ? "valid until" : "EXPIRED on") \(certificate.expires.ISO8601Format())")
        }
        if let limit = FileLimit.current {
            let needed = configuration.connections
            let available = FileLimit.connections(within: limit.hard)
            print(
                available >= needed
                    ? "File descriptors: enough for \(configuration.streams) event streams"
                    : "File descriptors: a limit of \(limit.hard) is too low for \(configuration.streams) event streams. “serve” would lower their number. Raise the limit (LimitNOFILE in systemd) above \(needed)."
            )
        }
        if let breached = configuration.breachedPasswords {
            print("Breached passwords: those in \(breached.path) can't be set")
        }
        if let provider = configuration.openID {
            try await Maintenance.check(provider)
            print("Sign-in: \(provider), which has to know the address \(provider.returnAddress)")
        }
        switch try store.location(reader) {
        case .folder(let folder): try await check(folder)
        case .postgres(let address):
            let database = try PostgreSQLDatabase(url: address)
            try await check(database)
        }
    }

    private func check(_ folder: String) async throws {
        guard FileManager.default.fileExists(atPath: "\(folder)/firesteel.sqlite") else {
            let parent = URL(filePath: folder).deletingLastPathComponent().path
            guard FileManager.default.fileExists(atPath: parent) else {
                throw ValidationError("There is no folder \(parent), in which “serve” would create \(folder).")
            }
            print("Database: none in \(folder). “serve” would create it.")
            return
        }
        try await check(try await SQLiteReadOnlyDatabase.open(folder: folder))
    }

    private func check(_ database: any Database) async throws {
        do {
            try await database.checkIntegrity()
            let pending = try await database.pendingMigrations(of: .server())
            if let version = pending.last {
                let copy = database.dialect == .sqlite && pending.first != 1 ? ", after copying the file" : ""
                print("Database: “serve” would migrate it to version \(version)\(copy).")
            } else {
                let count = try await Maintenance.programs(in: database).count
                print("Database: current, with \(count) program\(count == 1 ? "" : "s")")
            }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

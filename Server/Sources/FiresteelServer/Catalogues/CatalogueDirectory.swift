import FiresteelCatalogue
import FiresteelDatabase
import FiresteelStore
import Foundation
import Logging
import Synchronization

/// The catalogues that programs sent: the known versions, and the parts of the newest that pages read.
final class CatalogueDirectory: Sendable {
    private struct Known {
        /// The versions that are stored.
        var stored: Set<String> = []
        /// The time of the last request for each version's catalogue.
        var requested: [String: Int64] = [:]
        var summary: CatalogueSummary?
        /// The versions that the summary was made from, those that can't be read included.
        var read: [CatalogueSummary.Version] = []
    }

    private let database: any Database
    private let clock: ServerClock
    private let logger: Logger
    private let programs = Mutex<[String: Known]>([:])
    /// The time in which one program alone is to send a version's catalogue, in milliseconds.
    private static let patience: Int64 = 30_000
    /// The maximum number of versions of a program that are requested at the same time.
    private static let maximumRequested = 100

    init(_ database: any Database, clock: ServerClock, logger: Logger) {
        self.database = database
        self.clock = clock
        self.logger = logger
    }

    /// Reads which versions are stored.
    func refresh() async throws {
        let versions = try await database.read { try CatalogueTable($0).versions() }
        programs.withLock { programs in
            for (program, version) in versions { programs[program, default: Known()].stored.insert(version) }
        }
    }

    /// Returns whether a program is to send the catalogue of its version now.
    ///
    /// Of many that run the same version only one is to, so that a release doesn't cause as many uploads as it has instances.
    func isWanted(_ version: String, of program: String) -> Bool {
        guard !version.isEmpty else { return false }
        let now = clock.now()
        return programs.withLock { programs in
            var known = programs[program] ?? Known()
            guard !known.stored.contains(version) else { return false }
            if let time = known.requested[version], now < time + Self.patience { return false }
            if known.requested.count >= Self.maximumRequested {
                known.requested = known.requested.filter { now < $0.value + Self.patience }
                guard known.requested.count < Self.maximumRequested else { return false }
            }
            known.requested[version] = now
            programs[program] = known
            return true
        }
    }

    func store(_ body: String, version: String, of program: String) async throws {
        let time = clock.now()
        _ = try await database.write { database in
            try CatalogueTable(database).store(body, program: program, version: version, time: time)
        }
        programs.withLock { programs in
            programs[program, default: Known()].stored.insert(version)
            programs[program]?.requested[version] = nil
        }
    }

    /// Returns the contents of the newest catalogues of a program.
    ///
    /// They are read again only if another node stored one since.
    func summary(of program: String) async throws -> CatalogueSummary {
        let versions = try await database.read { try CatalogueTable($0).versions(of: program) }.prefix(5).map {
            CatalogueSummary.Version(name: $0.version, received: $0.received)
        }
        if let known = programs.withLock({ $0[program] }), known.read == Array(versions), let summary = known.summary {
            return summary
        }
        let stored = try await database.read { try CatalogueTable($0).newest(of: program) }
        let (summary, unreadable) = await Offload.run {
            var summary = CatalogueSummary()
            var unreadable: [String] = []
            for (version, received, body) in stored {
                guard let catalogue = try? Catalogue(json: Data(body.utf8)) else {
                    unreadable.append(version)
                    continue
                }
                summary.add(catalogue, CatalogueSummary.Version(name: version, received: received))
            }
            return (summary, unreadable)
        }
        for version in unreadable {
            logger.error(
                "A stored catalogue can't be read and is left out",
                metadata: ["program": "\(program)", "version": "\(version)"])
        }
        programs.withLock { programs in
            programs[program, default: Known()].summary = summary
            programs[program]?.read = Array(versions)
        }
        return summary
    }
}

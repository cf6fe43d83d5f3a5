package import Firesteel
package import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import Foundation
package import Logging
import Synchronization

/// The server: flags for running programs, with every change accounted for.
package final class FlagServer: Sendable {
    /// The version of the server.
    package static let version = "0.1.0"

    let parts: ServerParts
    private let http: HTTPServer
    private let metrics: HTTPServer?
    let webhooks: WebhookSender
    let database: any Database
    let node = Identifier.random()
    let logger: Logger
    let regularWork: RegularWork
    /// The counts of connected programs that this node stored last, and when.
    let reported = Mutex<(counts: [ConnectedCount], time: Int64)>(([], 0))
    let configuration: Configuration

    /// The port.
    package var port: UInt16 { http.port }

    /// The port at which Prometheus reads metrics, if there is one.
    package var metricsPort: UInt16? { metrics?.port }

    private init(
        _ parts: ServerParts, _ http: HTTPServer, _ metrics: HTTPServer?, _ webhooks: WebhookSender,
        _ database: any Database, _ logger: Logger, _ configuration: Configuration
    ) {
        self.parts = parts
        self.http = http
        self.metrics = metrics
        self.webhooks = webhooks
        self.database = database
        self.logger = logger
        self.configuration = configuration
        regularWork = RegularWork(logger, sleep: configuration.sleep)
    }

    /// Migrates a database, reads its flags, and starts serving.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - database: The database; the server closes it when it stops.
    ///   - runtime: The runtime in which operations are performed. It has to have ``ServerFeatures`` registered.
    ///   - logger: Records what operators need to know.
    package static func start(
        _ configuration: Configuration, database: any Database, runtime: FeatureRuntime, logger: Logger
    ) async throws -> FlagServer {
        try await database.migrate(to: .server())
        // The pool of connections and notifications aren't part of the metered database.
        let metered = MeteredDatabase(database, configuration.metrics)
        // No other process uses the folder of a SQLite database: leases are those of one that was killed.
        if database.dialect == .sqlite { try await metered.write { try LeaseTable($0).releaseAll() } }
        let damage = DamageLog(logger)
        let secrets = try await ServerSecrets.read(metered, damage)
        let parts = makeParts(configuration, metered, secrets, damage, logger)
        do {
            try await parts.catalogues.refresh()
        } catch {
            // Pages only complete what people write from them.
            logger.error("Catalogues can't be read", metadata: ["error": "\(error)"])
        }
        try await parts.access.refresh()
        try await parts.snapshots.refresh()
        let webhooks = WebhookSender(
            metered, options: configuration.webhooks, origin: configuration.origin, agent: "Firesteel/\(version)",
            clock: parts.clock, logger: logger)
        try await webhooks.recover()
        let http = try await listen(configuration, parts, secrets, runtime, logger)
        ServerMetrics(parts: parts, http: http, configuration: configuration).add(to: configuration.metrics)
        let metrics: HTTPServer?
        do {
            metrics = try await configuration.metricsListener?.start(configuration.metrics, logger: logger)
        } catch {
            await http.stop()
            throw error
        }
        let server = FlagServer(parts, http, metrics, webhooks, database, logger, configuration)
        server.begin()
        return server
    }

    /// Returns a new code for the first account, or `nil` if there is an account.
    package func newFirstAccountCode() async throws -> String? { try await parts.signIns.newFirstAccountCode() }

    /// Reads the files of the certificate again, and uses them for new connections if they changed.
    ///
    /// It happens every ten seconds as well.
    ///
    /// - Throws: ``ServerCertificateError``; then the earlier certificate remains in use.
    package func reloadCertificate() throws(ServerCertificateError) {
        guard let certificate = configuration.certificate, try certificate.reload() else { return }
        logger.info("New connections use another certificate", metadata: ["expires": "\(certificate.expires)"])
    }

    /// Ends streams, finishes requests within the configured time, and closes the database.
    package func stop() async {
        regularWork.cancel()
        parts.streams.drain()
        async let webhooksEnded: Void = webhooks.stop()
        await http.stop(grace: configuration.shutdown)
        await metrics?.stop()
        await regularWork.waitUntilEnded()
        await webhooksEnded
        let storing = Task { try await storeLastUses() }
        // An unreachable database must not delay the end.
        let limit = Task {
            try await Task.sleep(for: .seconds(1))
            storing.cancel()
        }
        do {
            try await storing.value
        } catch {
            logger.warning("Times of use could not be stored", metadata: ["error": "\(error)"])
        }
        limit.cancel()
        await database.close()
    }

    /// Stores when tokens and sessions were last used, which happens every 30 seconds as well.
    package func storeUses() async throws { try await parts.access.storeUses() }

    private func storeLastUses() async throws {
        try await storeUses()
        let node = node
        try await database.write { try ConnectedTable($0).replace([], of: node, time: 0) }
        try await parts.insight.release()
    }
}

extension FeatureRuntime {
    /// Creates the program's default runtime for the operations of a server, so that its logs are those of the program.
    ///
    /// - Throws: `FeatureSetupError` if there already is a default runtime.
    package static func setUpFlagServer(_ configuration: RuntimeConfiguration) throws -> FeatureRuntime {
        try FeatureRuntime.setUp(ServerFeatures.self, configuration)
    }

    /// Creates a runtime for the operations of a server.
    package static func flagServer(_ configuration: RuntimeConfiguration) throws -> FeatureRuntime {
        try FeatureRuntime(ServerFeatures.self, configuration)
    }
}

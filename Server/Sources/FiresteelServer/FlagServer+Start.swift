import Crypto
import Firesteel
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import Logging

/// The secrets of the server, which all nodes share.
struct ServerSecrets {
    let streams: String
    let devices: String
    let insight: String

    /// Reads the secrets, or stores new ones at the first start.
    ///
    /// A damaged secret ends the start here, with its name. A damaged rule for people doesn't stop programs.
    static func read(_ database: any Database, _ damage: DamageLog) async throws -> ServerSecrets {
        let (secrets, damagedRule) = try await database.write {
            let settings = SettingTable($0)
            func secret(_ setting: SettingTable.Name) throws -> String {
                try settings.value(setting, orStoring: Secret.random() + Secret.random())
            }
            return try (
                ServerSecrets(
                    streams: secret(.streamSecret), devices: secret(.deviceSecret), insight: secret(.insightSecret)),
                settings.secondFactorRule().damaged
            )
        }
        damage.report(damagedRule)
        return secrets
    }
}

extension FlagServer {
    /// Creates what operations use, and connects what follows changes.
    static func makeParts(
        _ configuration: Configuration, _ database: any Database, _ secrets: ServerSecrets, _ damage: DamageLog,
        _ logger: Logger
    ) -> ServerParts {
        let clock = ServerClock(now: configuration.clock)
        let changes = ChangeService(database)
        let snapshots = SnapshotStore(database, changes: changes, logger: logger)
        let streams = StreamHub(
            limits: StreamLimits(
                total: configuration.streams,
                perClient: configuration.streamsPerAddress ?? max(configuration.streams / 4, 1)),
            clock: clock)
        snapshots.onChange { snapshot in
            streams.send(
                snapshot.revision, to: EnvironmentKey(program: snapshot.program, environment: snapshot.environment))
        }
        var signInOptions = SignInService.Options()
        signInOptions.idle = configuration.sessionIdle.components.seconds * 1_000
        let access = CredentialVerifier(database, clock: clock, idle: signInOptions.idle, damage: damage)
        access.onTokens { streams.end(exceptOf: $0) }
        return ServerParts(
            database: database, changes: changes, snapshots: snapshots, access: access,
            signIns: SignInService(
                database: database, hasher: PasswordHasher(cost: configuration.passwordCost), clock: clock,
                devices: KnownDevices(secret: secrets.devices), options: signInOptions,
                breachedPasswords: configuration.breachedPasswords, damage: damage),
            openID: configuration.openID.map {
                OpenIDProvider($0, transport: configuration.openIDTransport, clock: clock, logger: logger)
            },
            streams: streams, instances: ProgramInstances(clock: clock),
            catalogues: CatalogueDirectory(database, clock: clock, logger: logger),
            insight: InsightService(
                database, secret: secrets.insight, retention: configuration.retention, clock: clock,
                node: Identifier.random(), logger: logger), retention: configuration.retention,
            webhooks: configuration.webhooks, clock: clock, isSecure: configuration.isSecure, damage: damage)
    }

    /// Starts to accept requests.
    static func listen(
        _ configuration: Configuration, _ parts: ServerParts, _ secrets: ServerSecrets, _ runtime: FeatureRuntime,
        _ logger: Logger
    ) async throws -> HTTPServer {
        let failures = FailureLog(logger, clock: parts.clock)
        let endpoints = endpoints(parts, secrets, runtime, failures)
        return try await HTTPServer.start(
            HTTPServerConfiguration(
                host: configuration.host, port: configuration.port,
                limits: HTTPServerLimits(
                    bodyBytes: 8 << 20, allBodyBytes: 256 << 20, connections: configuration.connections,
                    bodyTime: .seconds(30),
                    idleTime: .seconds(75), writeTime: .seconds(20)),
                fields: ServerFields.all(isSecure: configuration.isSecure), logger: logger,
                connectionSetup: configuration.certificate?.addHandler)
        ) { _ in
            RequestHandler(
                endpoints, access: parts.access, files: PageFiles(),
                options: RequestHandler.Options(
                    origin: configuration.origin, isSecure: configuration.isSecure,
                    trustsProxy: configuration.trustsProxy, provider: configuration.openID?.name ?? "The provider"),
                metrics: RequestMetrics(configuration.metrics), failures: failures, logger: logger)
        }
    }

    /// Returns all endpoints: of operations, of the protocols of programs, of the document that describes them, of agents.
    private static func endpoints(
        _ parts: ServerParts, _ secrets: ServerSecrets, _ runtime: FeatureRuntime, _ failures: FailureLog
    ) -> [Endpoint] {
        let access = parts.access, insight = parts.insight
        let protocols = ProtocolEndpoints(
            snapshots: parts.snapshots, streams: parts.streams, access: access, instances: parts.instances,
            catalogues: parts.catalogues, contexts: parts.contexts, clock: parts.clock,
            streamSecret: SymmetricKey(data: Array(secrets.streams.utf8)), failures: failures)
        let ingest = IngestEndpoints(
            writer: insight.writer, rates: insight.rates, counts: insight.counts, clock: parts.clock,
            onStored: { access.reported(by: $0) })
        var endpoints =
            ServerFeatures.endpoints(OperationCaller(server: parts, runtime: runtime)) + [parts.sessionEndpoint]
            + protocols.all + CatalogueEndpoints(catalogues: parts.catalogues).all
            + TestedEndpoints(database: parts.database, clock: parts.clock).all + ingest.all
            + OperationEndpoints(parts: parts).all
        endpoints.append(OpenAPIDocument.endpoint(describing: endpoints, version: version))
        let agents = ServerAgentService(endpoints, introducedBy: .server, clock: parts.clock, failures: failures)
        return endpoints + AgentEndpoints(agents).all
    }
}

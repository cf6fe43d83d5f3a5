import Crypto
public import Firesteel
public import FiresteelDatabase
import FiresteelFlags
package import FiresteelHTTP
import FiresteelHTTPServer
public import FiresteelStore
import FiresteelTimeline
import Foundation
public import Logging
import NIOCore
import Synchronization

/// The server: flags for running programs, with every change accounted for.
public final class FlagServer: Sendable {
    /// The configuration of a server.
    public struct Configuration: Sendable {
        /// The numeric address to listen on.
        public var host = "127.0.0.1"
        /// The port, or 0 for any free one.
        public var port: UInt16 = 8090
        /// The origin under which browsers reach the server, such as `https://flags.example.com`; `nil` for any.
        public var origin: String?
        /// Whether `X-Forwarded-For` and `X-Request-ID` are set by a trusted proxy.
        public var trustsProxy = false
        /// The certificate of the server, or `nil` without TLS.
        public var certificate: ServerCertificate?
        /// The metrics, in which the runtime may record as well.
        public var metrics = MetricRegistry()
        /// The address at which Prometheus reads metrics, or `nil` for none.
        public var metricsListener: MetricsListener?
        /// How events are sent to webhooks.
        public var webhooks = WebhookOptions()
        /// How people sign in at an OpenID Connect provider, or `nil` without one.
        public var openID: OpenIDConfiguration?
        /// Exchanges messages with the provider.
        package var openIDTransport: any HTTPTransport = URLSessionTransport()
        /// The passwords that aren't accepted as new ones because they are known from breaches, or `nil` for none.
        public var breachedPasswords: BreachedPasswords?
        /// The binary logarithm of the cost of a password's hash.
        package var passwordCost = PasswordHasher.cost
        /// The greatest number of connections.
        public var connections = 25_000
        /// The greatest number of event streams, fewer than connections.
        public var streams = 20_000
        /// The greatest number of event streams of one client's address, or `nil` for a quarter of all.
        public var streamsPerAddress: Int?
        /// How long a session lasts without use.
        public var sessionIdle = Duration.seconds(3 * 86_400)
        /// The time between two reads of revisions.
        public var pollInterval = Duration.seconds(1)
        /// The time between two heartbeats of event streams.
        public var heartbeat = Duration.seconds(15)
        /// The time between two reads of the certificate.
        public var certificateInterval = Duration.seconds(10)
        /// The time for which shutting down waits for requests.
        public var shutdown = Duration.seconds(8)
        /// How long what programs send is stored.
        public var retention = InsightRetention()
        /// The time between two looks for messages of programs to roll up.
        public var rollUpInterval = Duration.milliseconds(500)
        /// The time between two removals of what was stored for long enough.
        public var retentionInterval = Duration.seconds(3_600)
        /// The time, in milliseconds since 1970.
        public var clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        /// Waits between two times of regular work; tests replace it.
        package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// Whether browsers reach the server over HTTPS.
        var isSecure: Bool { certificate != nil || origin?.hasPrefix("https://") ?? false }

        /// Creates the default configuration.
        public init() {}
    }

    /// The version of the server.
    public static let version = "0.1.0"

    private let parts: ServerParts
    private let http: HTTPServer
    private let metrics: HTTPServer?
    private let webhooks: WebhookSender
    private let database: any Database
    private let node = Identifier.random()
    private let logger: Logger
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// The counts of connected programs that this node stored last, and when.
    private let reported = Mutex<(counts: [ConnectedCount], time: Int64)>(([], 0))
    private let configuration: Configuration

    /// The port.
    public var port: UInt16 { http.port }

    /// The port at which Prometheus reads metrics, if there is one.
    public var metricsPort: UInt16? { metrics?.port }

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
    }

    /// Migrates a database, reads its flags, and starts serving.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - database: The database; the server closes it when it stops.
    ///   - runtime: The runtime in which operations are performed. It has to have ``ServerFeatures`` registered.
    ///   - logger: Records what operators need to know.
    public static func start(
        _ configuration: Configuration, database: any Database, runtime: FeatureRuntime, logger: Logger
    ) async throws -> FlagServer {
        try await database.migrate(to: .server())
        // The pool of connections and notifications aren't part of the metered database.
        let base = database
        let database = MeteredDatabase(database, configuration.metrics)
        let clock = ServerClock(now: configuration.clock)
        let damage = DamageLog(logger)
        let (secret, deviceSecret, insightSecret, damagedRule) = try await database.write {
            let settings = SettingTable($0)
            // A damaged secret ends the start here, with its name. A damaged rule for people doesn't stop programs.
            return try (
                settings.value(.streamSecret, orStoring: Secret.random() + Secret.random()),
                settings.value(.deviceSecret, orStoring: Secret.random() + Secret.random()),
                settings.value(.insightSecret, orStoring: Secret.random() + Secret.random()),
                settings.secondFactorRule().damaged
            )
        }
        damage.report(damagedRule)
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
        let access = AccessDirectory(database, clock: clock, idle: signInOptions.idle, damage: damage)
        access.onTokens { streams.end(exceptOf: $0) }
        let parts = ServerParts(
            database: database, changes: changes, snapshots: snapshots, access: access,
            signIns: SignInService(
                database: database, hasher: PasswordHasher(cost: configuration.passwordCost), clock: clock,
                devices: KnownDevices(secret: deviceSecret), options: signInOptions,
                breachedPasswords: configuration.breachedPasswords, damage: damage),
            openID: configuration.openID.map {
                OpenIDProvider($0, transport: configuration.openIDTransport, clock: clock, logger: logger)
            },
            streams: streams, instances: ProgramInstances(clock: clock),
            catalogues: CatalogueDirectory(database, clock: clock, logger: logger),
            insight: InsightService(
                database, secret: insightSecret, retention: configuration.retention, clock: clock,
                node: Identifier.random(), logger: logger), retention: configuration.retention,
            webhooks: configuration.webhooks, clock: clock, damage: damage)
        do {
            try await parts.catalogues.refresh()
        } catch {
            // Pages only complete what people write from them.
            logger.error("Catalogues can't be read", metadata: ["error": "\(error)"])
        }
        try await access.refresh()
        try await snapshots.refresh()
        let webhooks = WebhookSender(
            database, options: configuration.webhooks, origin: configuration.origin, agent: "Firesteel/\(version)",
            clock: clock, logger: logger)
        try await webhooks.recover()
        let isSecure = configuration.isSecure
        let api = APIEndpoints(server: parts, runtime: runtime, version: version, isSecure: isSecure)
        let failures = FailureLog(logger, clock: clock)
        let protocols = ProtocolEndpoints(
            snapshots: snapshots, streams: streams, access: access, instances: parts.instances,
            catalogues: parts.catalogues, contexts: parts.contexts, clock: clock,
            streamSecret: SymmetricKey(data: Array(secret.utf8)), failures: failures)
        let operations = OperationEndpoints(parts: parts)
        let insight = parts.insight
        let ingest = IngestEndpoints(
            writer: insight.writer, rates: insight.rates, counts: insight.counts, clock: clock)
        var endpoints =
            api.all + protocols.all + CatalogueEndpoints(catalogues: parts.catalogues).all + ingest.all + operations.all
        endpoints.append(OpenAPIDocument.endpoint(describing: endpoints, version: version))
        let http = try await HTTPServer.start(
            HTTPServerConfiguration(
                host: configuration.host, port: configuration.port,
                limits: HTTPServerLimits(
                    bodyBytes: 8 << 20, allBodyBytes: 256 << 20, connections: configuration.connections,
                    bodyTime: .seconds(30),
                    idleTime: .seconds(75), writeTime: .seconds(20)),
                fields: ServerFields.all(isSecure: isSecure), logger: logger,
                connectionSetup: configuration.certificate?.addHandler)
        ) { _ in
            RequestHandler(
                endpoints, access: access, files: PageFiles(),
                options: RequestHandler.Options(
                    origin: configuration.origin, isSecure: isSecure, trustsProxy: configuration.trustsProxy,
                    provider: configuration.openID?.name ?? "The provider"),
                metrics: RequestMetrics(configuration.metrics), failures: failures, logger: logger)
        }
        ServerMetrics(parts: parts, http: http, configuration: configuration).add(to: configuration.metrics)
        let metrics: HTTPServer?
        do {
            metrics = try await configuration.metricsListener?.start(configuration.metrics, logger: logger)
        } catch {
            await http.stop()
            throw error
        }
        let server = FlagServer(parts, http, metrics, webhooks, base, logger, configuration)
        server.begin()
        return server
    }

    /// Returns a new code for the first account, or `nil` if there is an account.
    public func newFirstAccountCode() async throws -> String? { try await parts.signIns.newFirstAccountCode() }

    /// Reads the files of the certificate again, and uses them for new connections if they changed.
    ///
    /// It happens every ten seconds as well.
    ///
    /// - Throws: ``ServerCertificateError``; then the earlier certificate remains in use.
    public func reloadCertificate() throws(ServerCertificateError) {
        guard let certificate = configuration.certificate, try certificate.reload() else { return }
        logger.info("New connections use another certificate", metadata: ["expires": "\(certificate.expires)"])
    }

    /// Ends streams, finishes requests within the configured time, and closes the database.
    public func stop() async {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        parts.streams.drain()
        async let webhooksEnded: Void = webhooks.stop()
        await http.stop(grace: configuration.shutdown)
        await metrics?.stop()
        for task in tasks.withLock({ $0 }) { await task.value }
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

    // MARK: Regular work

    private func begin() {
        repeating(every: configuration.pollInterval, "read revisions") { server in
            try await server.parts.snapshots.refresh()
        }
        repeating(every: configuration.pollInterval, "read access") { server in
            try await server.parts.access.refresh()
        }
        if let database = database as? PostgreSQLDatabase {
            let hints = ChangeHints(database: database, logger: logger)
            let parts = parts
            let following = Task {
                await hints.follow {
                    try await parts.access.refresh()
                    try await parts.snapshots.refresh()
                }
            }
            let probing = Task { await hints.probe() }
            tasks.withLock { $0 += [following, probing] }
        }
        repeating(every: configuration.pollInterval, "carry out schedules") { server in
            let done = try await server.parts.changes.runSchedules(now: server.parts.clock.now())
            for request in done where request.state == .failed {
                server.logger.warning(
                    "A schedule failed", metadata: ["request": "\(request.id)", "reason": "\(request.comment)"])
            }
            if !done.isEmpty { try await server.parts.snapshots.refresh() }
        }
        repeating(every: configuration.pollInterval, "take steps of plans") { server in
            let steps = try await server.parts.changes.runPlans(now: server.parts.clock.now())
            for step in steps { server.log(step) }
            if !steps.isEmpty { try await server.parts.snapshots.refresh() }
        }
        repeating(every: configuration.pollInterval, "read the evidence of guarded plans") { server in
            let looks = try await server.parts.lookAtGuardedPlans()
            for look in looks { server.log(look) }
            if !looks.isEmpty { try await server.parts.snapshots.refresh() }
        }
        repeating(every: .seconds(1), "report connected programs") { server in
            let counts = server.parts.instances.counts()
            let node = server.node
            let now = server.parts.clock.now()
            // A write waits for the disk, so counts that are the same are only confirmed now and then.
            let isDue = server.reported.withLock { reported in
                guard Set(reported.counts) != Set(counts) || abs(now - reported.time) >= 5_000 else { return false }
                reported = (counts, now)
                return true
            }
            if isDue { try await server.database.write { try ConnectedTable($0).replace(counts, of: node, time: now) } }
            server.parts.connections.replace(
                try await server.database.read { try ConnectedTable($0).all(since: now - 15_000) })
        }
        repeating(every: configuration.rollUpInterval, "roll up what programs sent") { server in
            try await server.parts.insight.rollUpReceived()
        }
        // Soon at first, so that a server that is often restarted removes it as well.
        repeating(
            every: configuration.retentionInterval, first: min(configuration.retentionInterval, .seconds(60)),
            "remove what was stored for long enough"
        ) { server in
            try await server.parts.insight.retain()
        }
        repeating(every: configuration.pollInterval, "send events to webhooks") { server in
            try await server.webhooks.dispatch()
        }
        repeating(every: .seconds(600), "delete old events") { server in
            let now = server.parts.clock.now()
            try await server.database.write { try DeliveryTable($0).prune(at: now) }
        }
        if configuration.certificate != nil {
            repeating(every: configuration.certificateInterval, "read the certificate") { server in
                try server.reloadCertificate()
            }
        }
        repeating(every: configuration.heartbeat / StreamHub.beatParts, "send heartbeats") { server in
            server.parts.streams.beat()
        }
        repeating(every: .seconds(30), "store times of use") { server in
            try await server.storeUses()
            let now = server.parts.clock.now()
            try await server.database.write { try ConnectedTable($0).removeStale(before: now - 600_000) }
        }
    }

    private func log(_ look: GuardLook) {
        let place: Logger.Metadata = ["program": "\(look.program)", "plan": "\(look.key)"]
        switch look.outcome {
        case .acted(let change):
            logger.warning("A guard stopped a plan", metadata: place.merging(["reason": "\(change.reason)"]) { $1 })
        case .postponed(let reason):
            logger.error(
                "A guard can't read its evidence and looks again later",
                metadata: place.merging(["error": "\(reason)"]) { $1 })
        }
    }

    private func log(_ step: PlanStep) {
        let place: Logger.Metadata = ["program": "\(step.program)", "plan": "\(step.key)"]
        switch step.outcome {
        case .taken: break
        case .paused(_, let reason):
            logger.warning("A plan paused", metadata: place.merging(["reason": "\(reason)"]) { $1 })
        case .postponed(let reason):
            logger.error(
                "A plan can't take its step and is read again later",
                metadata: place.merging(["error": "\(reason)"]) { $1 })
        }
    }

    /// Repeats work until the server stops.
    ///
    /// A failure is logged once until it succeeds again.
    ///
    /// - Parameters:
    ///   - interval: The time between two times.
    ///   - first: The time before the first one, by default the same.
    ///   - name: What is repeated.
    ///   - work: The work.
    private func repeating(
        every interval: Duration, first: Duration? = nil, _ name: String,
        _ work: @escaping @Sendable (FlagServer) async throws -> Void
    ) {
        let task = Task { [weak self, sleep = configuration.sleep] in
            var isFailing = false
            var pause = first ?? interval
            while !Task.isCancelled {
                try? await sleep(pause)
                pause = interval
                guard !Task.isCancelled, let self else { return }
                do {
                    try await work(self)
                    if isFailing { self.logger.info("Regular work continues", metadata: ["work": "\(name)"]) }
                    isFailing = false
                } catch is CancellationError {
                    return
                } catch {
                    if !isFailing {
                        self.logger.error(
                            "Regular work fails and is repeated", metadata: ["work": "\(name)", "error": "\(error)"])
                    }
                    isFailing = true
                }
            }
        }
        tasks.withLock { $0.append(task) }
    }
}

extension FeatureRuntime {
    /// Creates the program's default runtime for the operations of a server, so that its logs are those of the program.
    ///
    /// - Throws: `FeatureSetupError` if there already is a default runtime.
    public static func setUpFlagServer(_ configuration: RuntimeConfiguration) throws -> FeatureRuntime {
        try FeatureRuntime.setUp(ServerFeatures.self, configuration)
    }

    /// Creates a runtime for the operations of a server.
    public static func flagServer(_ configuration: RuntimeConfiguration) throws -> FeatureRuntime {
        try FeatureRuntime(ServerFeatures.self, configuration)
    }
}

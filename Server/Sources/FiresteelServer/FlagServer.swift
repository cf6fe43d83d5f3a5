import Crypto
public import Firesteel
public import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import Foundation
public import Logging
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
        /// Whether `X-Forwarded-For` is set by a trusted proxy.
        public var trustsProxy = false
        /// The greatest number of connections.
        public var connections = 25_000
        /// The greatest number of event streams, fewer than connections.
        public var streams = 20_000
        /// The time between two reads of revisions.
        public var pollInterval = Duration.seconds(1)
        /// The time between two heartbeats of event streams.
        public var heartbeat = Duration.seconds(15)
        /// The time for which shutting down waits for requests.
        public var shutdown = Duration.seconds(8)
        /// The time, in milliseconds since 1970.
        public var clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }

        /// Creates the default configuration.
        public init() {}
    }

    /// The version of the server.
    public static let version = "0.1.0"

    private let parts: ServerParts
    private let http: HTTPServer
    private let database: any Database
    private let node = Identifier.random()
    private let logger: Logger
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// The counts of connected programs that this node stored last, and when.
    private let reported = Mutex<(counts: [ConnectedCount], time: Int64)>(([], 0))
    private let configuration: Configuration

    /// The port.
    public var port: UInt16 { http.port }

    private init(
        _ parts: ServerParts, _ http: HTTPServer, _ database: any Database, _ logger: Logger,
        _ configuration: Configuration
    ) {
        self.parts = parts
        self.http = http
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
        let clock = ServerClock(now: configuration.clock)
        let secret = try await database.write {
            try SettingTable($0).value(.streamSecret, orStoring: Secret.random() + Secret.random())
        }
        let changes = ChangeService(database)
        let snapshots = SnapshotStore(database, changes: changes, logger: logger)
        let streams = StreamHub(limit: configuration.streams, clock: clock)
        snapshots.onChange { snapshot in
            streams.send(
                snapshot.revision, to: EnvironmentKey(program: snapshot.program, environment: snapshot.environment))
        }
        let access = AccessDirectory(database, clock: clock)
        let parts = ServerParts(
            database: database, changes: changes, snapshots: snapshots, access: access,
            signIns: SignInService(database: database, hasher: PasswordHasher(), clock: clock, options: .init()),
            streams: streams, instances: ProgramInstances(clock: clock), clock: clock)
        try await access.refresh()
        try await snapshots.refresh()
        let isSecure = configuration.origin?.hasPrefix("https://") ?? false
        let api = APIEndpoints(server: parts, runtime: runtime, version: version, isSecure: isSecure)
        let protocols = ProtocolEndpoints(
            snapshots: snapshots, streams: streams, instances: parts.instances, clock: clock,
            streamSecret: SymmetricKey(data: Array(secret.utf8)))
        let operations = OperationEndpoints(parts: parts)
        var endpoints = api.all + protocols.all + operations.all
        endpoints.append(OpenAPIDocument.endpoint(describing: endpoints, version: version))
        let http = try await HTTPServer.start(
            HTTPServerConfiguration(
                host: configuration.host, port: configuration.port,
                limits: HTTPServerLimits(
                    bodyBytes: 8 << 20, connections: configuration.connections, bodyTime: .seconds(30),
                    idleTime: .seconds(75), writeTime: .seconds(20)),
                fields: ServerFields.all, logger: logger)
        ) { _ in
            RequestHandler(
                Router(endpoints), access: access, files: PageFiles(),
                options: RequestHandler.Options(origin: configuration.origin, trustsProxy: configuration.trustsProxy),
                logger: logger)
        }
        let server = FlagServer(parts, http, database, logger, configuration)
        server.begin()
        return server
    }

    /// Returns a new code for the first account, or `nil` if there is an account.
    public func newFirstAccountCode() async throws -> String? { try await parts.signIns.newFirstAccountCode() }

    /// Ends streams, finishes requests within the configured time, and closes the database.
    public func stop() async {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        parts.streams.drain()
        await http.stop(grace: configuration.shutdown)
        for task in tasks.withLock({ $0 }) { await task.value }
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

    private func storeLastUses() async throws {
        try await parts.access.storeUses()
        let node = node
        try await database.write { try ConnectedTable($0).replace([], of: node, time: 0) }
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
        repeating(every: .seconds(1), "report connected programs") { server in
            let counts = server.parts.instances.counts()
            let node = server.node
            let now = server.parts.clock.now()
            // A write waits for the disk, so counts that are the same are only confirmed now and then.
            let isDue = server.reported.withLock { reported in
                guard Set(reported.counts) != Set(counts) || reported.time + 5_000 <= now else { return false }
                reported = (counts, now)
                return true
            }
            if isDue { try await server.database.write { try ConnectedTable($0).replace(counts, of: node, time: now) } }
            server.parts.connections.replace(
                try await server.database.read { try ConnectedTable($0).all(since: now - 15_000) })
        }
        repeating(every: configuration.heartbeat, "send heartbeats") { server in server.parts.streams.beat() }
        repeating(every: .seconds(30), "store times of use") { server in
            try await server.parts.access.storeUses()
            let now = server.parts.clock.now()
            try await server.database.write { try ConnectedTable($0).removeStale(before: now - 600_000) }
        }
    }

    /// Repeats work until the server stops.
    ///
    /// A failure is logged once until it succeeds again.
    private func repeating(
        every interval: Duration, _ name: String, _ work: @escaping @Sendable (FlagServer) async throws -> Void
    ) {
        let task = Task { [weak self] in
            var isFailing = false
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
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
    /// Creates a runtime for the operations of a server.
    public static func flagServer(_ configuration: RuntimeConfiguration) throws -> FeatureRuntime {
        try FeatureRuntime(ServerFeatures.self, configuration)
    }
}

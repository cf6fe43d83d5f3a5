public import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
import FiresteelWeb
public import Foundation
import Logging

/// Shows a running program in a browser: its features, performed actions, stacks, logs and runs.
///
/// ```swift
/// let inspector = try await Inspector.start(runtime)
/// print("Inspector: \(inspector.url)")
/// ```
///
/// It listens on this machine only, responds only to requests with the token in ``url``, and doesn't start in a release
/// build unless allowed. It reads recorded data and is idle without a client, so it doesn't slow down the program.
/// `docs/threat-model.md` describes its protections.
///
/// The pages are in the resource bundle `firesteel_FiresteelWeb`, which must be where the package manager puts it:
/// beside the executable, or inside the app.
public final class Inspector: Sendable {
    /// The address to open, with the token in the fragment, which browsers don't send to servers.
    ///
    /// The address grants access to everything. Print it for the operator of the program, and never write it to a log.
    public let url: URL
    /// The port that it listens on.
    public let port: UInt16

    let server: HTTPServer
    private let hub: LiveHub
    private let timelines: Timelines
    private let reports: ReportJobs

    init(url: URL, server: HTTPServer, hub: LiveHub, timelines: Timelines, reports: ReportJobs) {
        self.url = url
        self.port = server.port
        self.server = server
        self.hub = hub
        self.timelines = timelines
        self.reports = reports
    }

    /// Starts an inspector.
    ///
    /// Several inspectors may run at the same time.
    ///
    /// - Parameters:
    ///   - runtime: The runtime. It is retained until the inspector is stopped.
    ///   - configuration: The address and the access.
    /// - Throws: ``InspectorError``.
    public static func start(
        _ runtime: FeatureRuntime, _ configuration: InspectorConfiguration = InspectorConfiguration()
    ) async throws(InspectorError) -> Inspector {
        try await start(runtime, configuration, tuning: Tuning())
    }

    /// Closes the port and all connections, and returns when they are closed.
    ///
    /// Further calls have no effect.
    public func stop() async {
        await hub.stop()
        await server.stop()
        await timelines.forgetAll()
        await reports.cancel()
    }

    /// Returns the number of clients of the live stream.
    func streamCount() async -> Int { await hub.subscriptionCount }
}

extension Inspector {
    /// The parameters that tests change.
    struct Tuning: Sendable {
        var build = BuildKind.current
        var pace = LiveHub.Pace()
        var patience: Duration = .seconds(60)
        /// The maximum time that a response waits for the end of a perform.
        var performPatience: Duration = .seconds(10)
        var pages = WebPages()
        var limits = HTTPServerLimits()
        var logger = Logger(label: "firesteel.inspector")
    }

    static func start(
        _ runtime: FeatureRuntime, _ configuration: InspectorConfiguration, tuning: Tuning
    ) async throws(InspectorError) -> Inspector {
        guard configuration.isEnabled(in: tuning.build) else { throw .releaseBuild }
        let token: AccessToken
        if let given = configuration.token {
            guard let valid = AccessToken(given) else { throw .weakToken }
            token = valid
        } else if let file = configuration.tokenFile {
            token = try TokenFile(file: file).token()
        } else {
            token = AccessToken()
        }
        let timelines = Timelines(runtime, patience: tuning.patience)
        let hub = LiveHub(runtime, timelines, pace: tuning.pace, logger: tuning.logger)
        let reports = ReportJobs(configuration.reporter)
        let performer = ExternalActionPerformer(
            runtime: runtime, router: configuration.presentationRouter, patience: tuning.performPatience)
        let routes = routes(
            runtime, timelines, hub, performer, reports, address: configuration.programAddress, logger: tuning.logger)
        let server: HTTPServer
        do {
            server = try await HTTPServer.start(
                HTTPServerConfiguration(
                    host: configuration.host, port: configuration.port, limits: tuning.limits,
                    fields: SecurityFields.all, logger: tuning.logger)
            ) { port in
                let address = ListeningAddress(host: configuration.host, port: port)
                return Router(
                    requestGuard: RequestGuard(token: token, address: address, names: configuration.names),
                    pages: StaticPages(tuning.pages), routes: routes, logger: tuning.logger)
            }
        } catch {
            throw InspectorError(error, configuration)
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        guard let url = URL(string: "http://\(host):\(server.port)/#token=\(token.reveal())") else {
            await server.stop()
            throw .unusableHost(configuration.host)
        }
        return Inspector(url: url, server: server, hub: hub, timelines: timelines, reports: reports)
    }

    /// Returns the whole interface.
    static func routes(
        _ runtime: FeatureRuntime, _ timelines: Timelines, _ hub: LiveHub, _ performer: ExternalActionPerformer,
        _ reports: ReportJobs, address: URL? = nil, logger: Logger
    ) -> [Route] {
        ProgramEndpoint(runtime: runtime, timelines: timelines, address: address).routes
            + FeatureEndpoint(runtime: runtime, timelines: timelines).routes
            + FlagEndpoint(runtime: runtime, timelines: timelines).routes
            + TimelineEndpoint(runtime: runtime, timelines: timelines).routes
            + StackEndpoint(runtime: runtime).routes
            + LogEndpoint(runtime: runtime, timelines: timelines).routes
            + LoggingEndpoint(runtime: runtime).routes
            + RunEndpoint(runtime: runtime, timelines: timelines, summaries: RunSummaryCache(), logger: logger).routes
            + StreamEndpoint(runtime: runtime, timelines: timelines, hub: hub).routes
            + EdgeEndpoints(runtime: runtime, performer: performer).routes
            + ReportEndpoint(jobs: reports).routes
    }
}

extension InspectorError {
    /// Creates an error from that of the server.
    init(_ error: HTTPServerStartError, _ configuration: InspectorConfiguration) {
        switch error {
        case .portTaken: self = .portTaken(host: configuration.host, port: configuration.port)
        case .notPermitted: self = .notPermitted(host: configuration.host, port: configuration.port)
        case .unusableHost: self = .unusableHost(configuration.host)
        case .system(let reason): self = .system(reason)
        }
    }
}

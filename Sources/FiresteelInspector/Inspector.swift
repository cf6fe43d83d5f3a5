public import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
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
/// The pages are in the resource bundles `firesteel_FiresteelInspector` and `firesteel_FiresteelWeb`, which must be where
/// the package manager puts them: beside the executable, or inside the app.
public final class Inspector: Sendable {
    /// The address to open, with the token in the fragment, which browsers don't send to servers.
    ///
    /// The address grants access to everything. Print it for the operator of the program, and never write it to a log.
    public let url: URL
    /// The port that it listens on.
    public let port: UInt16

    let server: HTTPServer
    private let responder: InspectorResponder

    init(url: URL, server: HTTPServer, responder: InspectorResponder) {
        self.url = url
        self.port = server.port
        self.server = server
        self.responder = responder
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
        await responder.endStreams()
        await server.stop()
        await responder.stop()
    }

    /// Returns the number of clients of the live stream.
    func streamCount() async -> Int { await responder.streamCount() }
}

extension Inspector {
    /// The parameters that tests change.
    struct Tuning: Sendable {
        var build = BuildKind.current
        var pace = LiveHub.Pace()
        var patience: Duration = .seconds(60)
        /// The maximum time that a response waits for the end of a perform.
        var performPatience: Duration = .seconds(10)
        /// The maximum time of a replay.
        var replayLimit: Duration = .seconds(60)
        var limits = HTTPServerLimits()
        var logger = Logger(label: "firesteel.inspector")
    }

    static func start(
        _ runtime: FeatureRuntime, _ configuration: InspectorConfiguration, tuning: Tuning
    ) async throws(InspectorError) -> Inspector {
        guard configuration.isEnabled(in: tuning.build) else { throw .releaseBuild }
        let token: SecretToken
        if let given = configuration.token {
            guard let valid = SecretToken(given) else { throw .weakToken }
            token = valid
        } else if let file = configuration.tokenFile {
            token = try TokenFile(file: file).token()
        } else {
            token = SecretToken()
        }
        let responder = try InspectorResponder(
            runtime, showing: configuration.parts, presentationRouter: configuration.presentationRouter,
            reporter: configuration.reporter, programAddress: configuration.programAddress,
            replayCommand: configuration.replayCommand, secretWords: configuration.secretWords, needsToken: true,
            tuning: tuning)
        let server: HTTPServer
        do {
            server = try await HTTPServer.start(
                HTTPServerConfiguration(
                    host: configuration.host, port: configuration.port, limits: tuning.limits,
                    fields: .securityOfPages, logger: tuning.logger)
            ) { port in
                GuardedRouter(
                    requestGuard: RequestGuard(
                        of: "The inspector", host: configuration.host, port: port, names: configuration.names),
                    token: token, router: responder.router)
            }
        } catch {
            throw InspectorError(error, configuration)
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        guard let url = URL(string: "http://\(host):\(server.port)/#token=\(token.reveal())") else {
            await server.stop()
            throw .unusableHost(configuration.host)
        }
        return Inspector(url: url, server: server, responder: responder)
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

import FiresteelHTTP
import FiresteelHTTPServer
public import Foundation
import HTTPTypes
import Logging

/// The configuration of an ``AutomationServer``.
public struct AutomationServerConfiguration: Sendable {
    /// The numeric address to listen on; by default that of this machine.
    public var host: String
    /// The port, or 0 for any free one.
    public var port: UInt16
    /// Additional names of this machine that requests may address.
    public var names: [String]
    /// Returns the caller with a token, or `nil` if the token isn't valid.
    ///
    /// It must compare in a time that doesn't depend on where texts differ.
    public var caller: @Sendable (_ token: String) -> AutomationCaller?

    /// Creates a configuration for callers with their own tokens.
    ///
    /// - Parameters:
    ///   - host: The numeric address to listen on.
    ///   - port: The port, or 0 for any free one.
    ///   - names: Additional names of this machine that requests may address.
    ///   - caller: Returns the caller with a token, or `nil` if the token isn't valid.
    public init(
        host: String = "127.0.0.1", port: UInt16 = 0, names: [String] = [],
        caller: @escaping @Sendable (_ token: String) -> AutomationCaller?
    ) {
        self.host = host
        self.port = port
        self.names = names
        self.caller = caller
    }

    /// Creates a configuration for one caller.
    ///
    /// - Parameters:
    ///   - host: The numeric address to listen on.
    ///   - port: The port, or 0 for any free one.
    ///   - token: Its token: 32 hexadecimal digits.
    ///   - caller: The caller, by default the app's user.
    /// - Returns: `nil` if the token has another form.
    public init?(
        host: String = "127.0.0.1", port: UInt16 = 0, token: String,
        caller: AutomationCaller = AutomationCaller("Automation")
    ) {
        guard let token = SecretToken(token) else { return nil }
        self.init(host: host, port: port) { token.matches($0) ? caller : nil }
    }
}

/// Offers actions to scripts over HTTP, and to agents by the Model Context Protocol.
///
/// ```swift
/// let server = try await AutomationServer.start(automation, configuration)
/// print("Actions: \(server.url)actions, for agents: \(server.url)mcp")
/// ```
///
/// | address | effect |
/// |---|---|
/// | `GET /actions` | lists the published actions, and why some aren't available to the caller |
/// | `POST /actions/App/Notes/AddNote` | performs an action; the body is its input |
/// | `GET /openapi.json` | describes the actions that are available to the caller, in OpenAPI 3.1 |
/// | `GET /changes` | sends an event whenever those change |
/// | `GET /results/ID?offset=N` | returns the rest of a long result |
/// | `/mcp` | is the endpoint of agents |
///
/// Requests need a token, and are rejected from other web pages and under other names of the machine.
public final class AutomationServer: Sendable {
    /// The address, without a token.
    public let url: URL
    /// The port that it listens on.
    public let port: UInt16
    private let server: HTTPServer

    private init(url: URL, server: HTTPServer) {
        self.url = url
        self.port = server.port
        self.server = server
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - automation: What it offers. It is retained until the server is stopped.
    ///   - configuration: The address and the access.
    /// - Throws: `HTTPServerStartError`.
    public static func start(
        _ automation: Automation, _ configuration: AutomationServerConfiguration
    ) async throws -> AutomationServer {
        let logger = Logger(label: "firesteel.automation")
        // A body has the input and what MCP adds to it.
        let limits = HTTPServerLimits(bodyBytes: automation.limits.inputBytes + (64 << 10), connections: 256)
        let server = try await HTTPServer.start(
            HTTPServerConfiguration(
                host: configuration.host, port: configuration.port, limits: limits, fields: .securityOfPages,
                logger: logger)
        ) { port in
            AutomationHandler(automation: automation, configuration: configuration, port: port, logger: logger)
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        guard let url = URL(string: "http://\(host):\(server.port)/") else {
            await server.stop()
            throw HTTPServerStartError.unusableHost
        }
        return AutomationServer(url: url, server: server)
    }

    /// Closes the port and all connections, and returns when they are closed.
    public func stop() async { await server.stop() }
}

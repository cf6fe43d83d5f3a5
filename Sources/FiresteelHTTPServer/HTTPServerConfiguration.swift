public import HTTPTypes
public import Logging
public import NIOCore

/// The configuration of a server.
public struct HTTPServerConfiguration: Sendable {
    /// The numeric address to listen on.
    public var host: String
    /// The port, or 0 for any free one.
    public var port: UInt16
    /// The limits on clients.
    public var limits: HTTPServerLimits
    /// The fields of every response, those to invalid bytes included.
    ///
    /// A response's own field of the same name takes precedence.
    public var fields: HTTPFields
    /// Records when the server stops listening and restarts.
    public var logger: Logger
    /// Adds handlers between the socket and HTTP to each connection, such as those of TLS.
    ///
    /// `nil` by default. Called on the connection's event loop before any of its bytes are read; if it throws, the connection
    /// is closed.
    public var connectionSetup: (@Sendable (any Channel) throws -> Void)?

    /// Creates a configuration.
    public init(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPServerLimits = HTTPServerLimits(),
        fields: HTTPFields = [:], logger: Logger,
        connectionSetup: (@Sendable (any Channel) throws -> Void)? = nil
    ) {
        self.host = host
        self.port = port
        self.limits = limits
        self.fields = fields
        self.logger = logger
        self.connectionSetup = connectionSetup
    }
}

import FiresteelHTTP
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// The shared parts of all connections of a server.
final class HTTPService: Sendable {
    let configuration: HTTPServerConfiguration
    let connections: ConnectionTable
    /// The handler, or `nil` until the port is known.
    let handler = Mutex<(any HTTPRequestHandler)?>(nil)

    init(_ configuration: HTTPServerConfiguration) {
        self.configuration = configuration
        connections = ConnectionTable(limit: configuration.limits.connections)
    }

    var limits: HTTPServerLimits { configuration.limits }
    var logger: Logger { configuration.logger }

    /// Adds the handlers of a connection.
    ///
    /// - Parameter perform: Lets the request handler respond.
    func addHandlers(
        to channel: any Channel, perform: @escaping HTTPConnection.Perform = HTTPConnection.performInTask
    ) throws {
        guard let handler = handler.withLock({ $0 }) else { throw ChannelError.alreadyClosed }
        let connection = HTTPConnection(self, handler, perform)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = configuration.limits.headBytes
        limits.maxHeaderListSize = configuration.limits.headBytes
        limits.maxHeaderFieldCount = configuration.limits.fields
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteMeter(connection))
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)))
        try pipeline.addHandler(connection)
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }
}

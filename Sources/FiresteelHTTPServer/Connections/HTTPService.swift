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
    let times: ConnectionTimes
    let heads: ResponseHeadWriter
    /// The size of the bodies that are received or handled, in bytes.
    private let bodies = Atomic(0)
    /// The handler, or `nil` until the port is known.
    let handler = Mutex<(any HTTPRequestHandler)?>(nil)

    init(_ configuration: HTTPServerConfiguration) {
        self.configuration = configuration
        times = ConnectionTimes(configuration.limits)
        heads = ResponseHeadWriter(commonFields: configuration.fields)
        connections = ConnectionTable(limit: configuration.limits.connections)
        // The runtime creates the handler's generic type at its first use. When two event loops did so at the same time, for clients that
        // returned together, Swift 6.2 dereferenced a null pointer (swift_checkMetadataState).
        _ = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
    }

    var limits: HTTPServerLimits { configuration.limits }
    var logger: Logger { configuration.logger }

    var bodyBytes: Int { bodies.load(ordering: .relaxed) }

    /// Counts bytes of a body, or returns `false` if there are too many.
    func reserveBody(_ bytes: Int) -> Bool {
        guard bodies.add(bytes, ordering: .relaxed).newValue <= limits.allBodyBytes else {
            releaseBody(bytes)
            return false
        }
        return true
    }

    /// Counts bytes of bodies that were discarded.
    func releaseBody(_ bytes: Int) { bodies.subtract(bytes, ordering: .relaxed) }

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
        try configuration.connectionSetup?(channel)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteMeter(connection))
        try pipeline.addHandler(
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)))
        try pipeline.addHandler(connection)
    }
}

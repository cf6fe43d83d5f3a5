import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP/1.1 server inside a running program, with limits on everything that a client controls.
///
/// ```swift
/// let server = try await HTTPServer.start(HTTPServerConfiguration(logger: logger)) { port in Pages(port: port) }
/// ```
///
/// SwiftNIO reads requests on its own threads, in linear time, and never processes invalid bytes as a request: it
/// doesn't depend on the program's tasks, nor do they on it.
public final class HTTPServer: Sendable {
    private struct State {
        var channel: any Channel
        var isStopped = false
        /// The task that listens again after the channel was closed.
        var restart: Task<Void, Never>?
    }

    /// The port.
    public let port: UInt16
    /// The numeric address that the server listens on.
    public let host: String
    private let state: Mutex<State>
    let connections: ConnectionTable
    private let service: HTTPService

    private init(_ channel: any Channel, port: UInt16, host: String, _ service: HTTPService) {
        state = Mutex(State(channel: channel))
        self.port = port
        self.host = host
        self.service = service
        connections = service.connections
    }

    /// Starts listening and serving.
    ///
    /// If the system closes the port, the server listens on it again until it is stopped.
    ///
    /// - Parameters:
    ///   - configuration: The address and the limits.
    ///   - makeHandler: Creates the handler for a port, which may be chosen by the system.
    /// - Throws: ``HTTPServerStartError``.
    public static func start(
        _ configuration: HTTPServerConfiguration, makeHandler: (_ port: UInt16) -> any HTTPRequestHandler
    ) async throws(HTTPServerStartError) -> HTTPServer {
        // No client is accepted before the port, and with it the handler, is known.
        let service = HTTPService(configuration)
        let channel = try await service.listen(on: configuration.port)
        guard let address = channel.localAddress, let number = address.port, let port = UInt16(exactly: number) else {
            channel.close(promise: nil)
            throw .unusableHost
        }
        service.handler.withLock { $0 = makeHandler(port) }
        let server = HTTPServer(channel, port: port, host: address.ipAddress ?? configuration.host, service)
        server.accept(on: channel)
        return server
    }

    /// Closes the port and every connection, and returns when they are closed.
    ///
    /// Requests in progress get a second to finish; then their tasks are cancelled. Further calls have no effect.
    public func stop() async {
        await stop(grace: .seconds(1))
    }

    /// Closes the port and every connection, and returns when they are closed.
    ///
    /// - Parameter grace: The time that requests in progress get to finish; then their tasks are cancelled.
    public func stop(grace: Duration) async {
        let restart = state.withLock { state in
            state.isStopped = true
            return state.restart
        }
        // It may be opening the port.
        restart?.cancel()
        await restart?.value
        let channel = self.channel
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
        let open = connections.stop()
        let loop = channel.eventLoop
        let closing = loop.scheduleTask(in: TimeAmount(grace)) { [connections] in connections.closeAll() }
        for connection in open { try? await connection.closeFuture.get() }
        closing.cancel()
        // The handler may own this server.
        service.handler.withLock { $0 = nil }
    }

    /// Closes the port as the system does when it fails.
    func closePort() async {
        let channel = state.withLock(\.channel)
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
    }

    var channel: any Channel { state.withLock(\.channel) }

    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// The number of connections whose request's body is being received.
    var receivingCount: Int { connections.receivingCount }

    /// The size of the bodies that are received or handled, in bytes.
    var bodyBytes: Int { service.bodyBytes }

    /// Accepts clients, and listens again after the channel was closed.
    private func accept(on channel: any Channel) {
        channel.setOption(ChannelOptions.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [weak self] _ in
            guard let self else { return }
            self.state.withLock { state in
                guard !state.isStopped else { return }
                state.restart = Task { await self.listenAgain() }
            }
        }
    }

    private func listenAgain() async {
        service.logger.warning("The server stopped listening and restarts.", metadata: ["port": "\(port)"])
        var isFirst = true
        while !state.withLock(\.isStopped) {
            do {
                let channel = try await service.listen(on: port)
                let isNeeded = state.withLock { state in
                    guard !state.isStopped else { return false }
                    state.channel = channel
                    return true
                }
                if isNeeded { accept(on: channel) } else { try? await channel.close().get() }
                return
            } catch {
                if isFirst {
                    service.logger.error(
                        "The server can't restart yet, and tries again every second.",
                        metadata: ["port": "\(port)", "error": "\(error)"])
                }
                isFirst = false
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}

extension HTTPServerStartError {
    fileprivate init(_ error: any Error) {
        guard let error = error as? IOError else {
            self = error is SocketAddressError ? .unusableHost : .system("\(error)")
            return
        }
        switch error.errnoCode {
        case EADDRINUSE: self = .portTaken
        case EACCES, EPERM: self = .notPermitted
        case EADDRNOTAVAIL: self = .unusableHost
        default: self = .system("\(error)")
        }
    }
}

extension HTTPService {
    /// Returns a channel that listens and accepts no client yet.
    fileprivate func listen(on port: UInt16) async throws(HTTPServerStartError) -> any Channel {
        do {
            let address = try SocketAddress(ipAddress: configuration.host, port: Int(port))
            return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                // Clients that return together after a failure wait here; the system has its own limit.
                .serverChannelOption(.backlog, value: Int32(min(max(configuration.limits.connections, 256), 4_096)))
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.autoRead, value: false)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try self.addHandlers(to: channel) }
                }
                .bind(to: address)
                .get()
        } catch {
            throw HTTPServerStartError(error)
        }
    }
}

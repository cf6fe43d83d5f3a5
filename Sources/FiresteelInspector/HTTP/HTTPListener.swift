import FlyingFox
import FlyingSocks
import Foundation
import Logging
import Synchronization

/// Listens on an address and passes every request to a handler.
///
/// FlyingFox implements HTTP. It has no dependencies, and a program should not link SwiftNIO for its inspector: a clean
/// debug build of a hello program takes 11 s and 4.7 MB with FlyingFox, 65 s and 60 MB with Hummingbird. Its missing
/// limits (the length of a header line, the patience with a slow client) are described in `docs/threat-model.md`.
final class HTTPListener: Sendable {
    /// The maximum size of a request's body, in bytes.
    static let bodyLimit = 64 << 10

    /// The port.
    let port: UInt16
    private let turn: Turn
    private let running: Task<Void, Never>

    /// The current server.
    var server: HTTPServer { turn.server }

    private init(port: UInt16, turn: Turn, running: Task<Void, Never>) {
        self.port = port
        self.turn = turn
        self.running = running
    }

    /// Starts listening and serving.
    ///
    /// - Parameter makeHandler: Creates the handler for a port, which may be chosen by the system.
    /// - Throws: `SocketError` if the address isn't available.
    static func start(
        _ address: ListeningAddress, logger: Logger, makeHandler: (UInt16) -> any RequestHandler
    ) async throws -> HTTPListener {
        // FlyingFox requires its handler before the port is known.
        let adapter = HandlerAdapter()
        let turn = Turn(try makeServer(at: address, adapter))
        let running = try await run(turn, logger) { port in
            try makeServer(at: ListeningAddress(host: address.host, port: port), adapter)
        }
        guard let port = turn.port else {
            running.cancel()
            await turn.server.stop()
            throw turn.error ?? SocketError.unsupportedAddress
        }
        adapter.handler.withLock { $0 = makeHandler(port) }
        return HTTPListener(port: port, turn: turn, running: running)
    }

    private static func makeServer(at address: ListeningAddress, _ handler: HandlerAdapter) throws -> HTTPServer {
        HTTPServer(
            config: HTTPServer.Configuration(
                address: try address.socketAddress, timeout: 60, sharedRequestReplaySize: bodyLimit, logger: .disabled),
            handler: handler)
    }

    /// Closes the port and every connection, and returns when they are closed.
    func stop() async {
        running.cancel()
        await server.stop(timeout: 1)
        await running.value
    }

    /// Runs a server and returns when it listens.
    ///
    /// It is replaced if accepting a client fails, for example while the process has no free file descriptor. The
    /// replacement listens on the same port, which is part of the printed address and the only one that requests may
    /// name.
    private static func run(
        _ turn: Turn, _ logger: Logger, makeNext: @escaping @Sendable (UInt16) throws -> HTTPServer
    ) async throws -> Task<Void, Never> {
        let first = turn.server
        let listening = Task { try await first.waitUntilListening(timeout: 60) }
        let running = Task.detached {
            while !Task.isCancelled {
                do {
                    try await turn.server.run()
                    return
                } catch {
                    guard let port = turn.port else {
                        turn.fail(with: error)
                        listening.cancel()
                        return
                    }
                    if Task.isCancelled { return }
                    logger.warning(
                        "The inspector stopped listening and restarts.",
                        metadata: ["port": "\(port)", "error": "\(error)"])
                    try? await Task.sleep(for: .milliseconds(100))
                    do {
                        turn.pass(to: try makeNext(port))
                    } catch {
                        logger.error(
                            "The inspector can't restart.", metadata: ["port": "\(port)", "error": "\(error)"])
                        return
                    }
                }
            }
        }
        do {
            try await listening.value
            turn.listens(on: await first.listeningAddress?.port)
            return running
        } catch {
            running.cancel()
            await first.stop()
            throw turn.error ?? error
        }
    }
}

/// The state shared by successive servers: the port, or the error.
private final class Turn: Sendable {
    private struct State {
        var server: HTTPServer
        var port: UInt16?
        var error: (any Error)?
    }

    private let state: Mutex<State>

    init(_ server: HTTPServer) { state = Mutex(State(server: server)) }

    var server: HTTPServer { state.withLock { $0.server } }
    /// The port of the first server, or `nil` until it listens.
    var port: UInt16? { state.withLock { $0.port } }
    var error: (any Error)? { state.withLock { $0.error } }
    func listens(on port: UInt16?) { state.withLock { $0.port = port } }
    func pass(to server: HTTPServer) { state.withLock { $0.server = server } }
    func fail(with error: any Error) { state.withLock { $0.error = error } }
}

extension FlyingSocks.Socket.Address {
    fileprivate var port: UInt16? {
        switch self {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: nil
        }
    }
}

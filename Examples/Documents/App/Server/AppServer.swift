import DocumentsCore
import FlyingFox
import FlyingSocks
import Foundation
import Logging
import Synchronization

/// The server of the app: one page, its files, and what the page asks for.
final class AppServer: Sendable {
    /// What listens, on a port that is known once it does.
    private struct State {
        var http: HTTPServer
        var running: Task<Void, Never>?
        var port: UInt16?
        var isStopped = false
    }

    private let state: Mutex<State>
    private let handler = Handler()
    private let guarding: RequestGuard
    private let files: PageFiles
    private let routes: Routes
    private let log: Logger

    /// - Parameters:
    ///   - port: where to listen on 127.0.0.1; 0 lets the system choose.
    ///   - files: the page.
    ///   - routes: what answers below `/api/`.
    ///   - log: where the server says what happens to it.
    init(port: UInt16, files: PageFiles, routes: Routes, log: Logger = Logger(label: "documents.server")) throws {
        self.log = log
        self.files = files
        self.routes = routes
        guarding = RequestGuard(secret: Secret())
        state = Mutex(State(http: try Self.makeHTTP(port: port, handler: handler)))
        handler.server.withLock { $0 = self }
    }

    private static func makeHTTP(port: UInt16, handler: Handler) throws -> HTTPServer {
        // A request may take a minute: searching many large documents does.
        let configuration = HTTPServer.Configuration(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60, sharedRequestReplaySize: 4_096,
            logger: .disabled)
        return HTTPServer(config: configuration, handler: handler)
    }

    /// What a page has to send with each request below `/api/`.
    var secret: Secret { guarding.secret }

    /// What listens now; another takes its place when it fails.
    var http: HTTPServer { state.withLock { $0.http } }

    /// The address that is listened on; `nil` before and after.
    var address: String? {
        get async {
            guard case .ip4(let address, _) = await http.listeningAddress else { return nil }
            return address
        }
    }

    /// Starts to listen, and answers once it does; what fails later is logged and started again on the same port.
    ///
    /// - Returns: the port.
    /// - Throws: ``ServerError/portTaken``, and what the system says.
    func start() async throws -> UInt16 {
        let http = http
        let listening = Task { try await http.waitUntilListening(timeout: 60) }
        let failure = Mutex<(any Error)?>(nil)
        let running = Task {
            do {
                try await http.run()
            } catch {
                failure.withLock { $0 = error }
                listening.cancel()
                await listenAgain(after: error)
            }
        }
        state.withLock { $0.running = running }
        do {
            try await listening.value
        } catch {
            throw Self.fault(failure.withLock { $0 } ?? error)
        }
        guard case .ip4(_, let port) = await http.listeningAddress else { throw ServerError.noAddress }
        state.withLock { $0.port = port }
        log.info("Listening on 127.0.0.1:\(port)")
        return port
    }

    /// Listens on the same port, which the pages know, until ``stop()``.
    ///
    /// Accepting a client fails where the process has no file descriptor left for a moment, and ends FlyingFox's server.
    private func listenAgain(after failure: any Error) async {
        var failure = failure
        while let port = portToKeep() {
            log.error("Listening on 127.0.0.1:\(port) failed and starts again: \(failure)")
            do {
                try await Task.sleep(for: .milliseconds(100))
                let next = try Self.makeHTTP(port: port, handler: handler)
                state.withLock { $0.http = next }
                if portToKeep() != nil { try await next.run() }
            } catch {
                failure = error
            }
        }
    }

    /// Where to listen after a failure; `nil` before a start has succeeded, and after a stop.
    private func portToKeep() -> UInt16? { state.withLock { $0.isStopped ? nil : $0.port } }

    private static func fault(_ error: any Error) -> any Error {
        guard case .failed(_, let code, _) = error as? SocketError else { return error }
        switch code {
        case EADDRINUSE: return ServerError.portTaken
        case EACCES: return ServerError.portNotPermitted
        default: return error
        }
    }

    /// Stops to listen.
    ///
    /// Streams should have been ended before; connections that are still open then are cut.
    func stop() async {
        let (http, running) = state.withLock { state in
            state.isStopped = true
            return (state.http, state.running)
        }
        await http.stop(timeout: 1)
        // Ends one that was about to listen again.
        running?.cancel()
        await running?.value
        log.info("No longer listening")
    }

    fileprivate func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let port = state.withLock({ $0.port }) else {
            return .refusal(RequestError(.serviceUnavailable, code: "starting", "Documents is starting."))
        }
        if let refusal = guarding.refusal(of: request, port: port) {
            log.warning("Refused \(request.method.rawValue) \(request.path): \(refusal.code)")
            return .refusal(refusal)
        }
        if let file = files.response(to: request.path) { return file }
        do {
            return try await routes.respond(to: request)
        } catch {
            return answer(to: request, failedWith: error)
        }
    }

    /// What is answered to a request that failed.
    func answer(to request: HTTPRequest, failedWith error: any Error) -> HTTPResponse {
        if let refusal = error as? RequestError { return .refusal(refusal) }
        // The server stops, or whoever asked is gone: nothing is wrong.
        if error is CancellationError { return .refusal(.stopping) }
        log.error("\(request.method.rawValue) \(request.path) failed: \(error)")
        return .refusal(
            RequestError(.internalServerError, code: "internal", "The request failed. The log has the details."))
    }
}

/// FlyingFox wants its handler before the server is there.
private final class Handler: HTTPHandler {
    let server = Mutex<AppServer?>(nil)

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let server = server.withLock({ $0 }) else { throw HTTPUnhandledError() }
        return await server.respond(to: request)
    }
}

/// Why a server couldn't start.
enum ServerError: Error {
    case portTaken, portNotPermitted, noAddress
}

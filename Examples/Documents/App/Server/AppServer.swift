import DocumentsCore
import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// The app's server: the page, its files, and its calls.
final class AppServer: Sendable {
    /// The listening server, once it has started.
    private let listening = Mutex<HTTPServer?>(nil)
    private let port: UInt16
    private let guarding: RequestGuard
    private let files: PageFiles
    private let routes: Routes
    private let log: Logger
    private let refusals: RefusalLog

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1; 0 lets the system choose.
    ///   - files: The files of the page.
    ///   - routes: The routes below `/api/`.
    ///   - secret: The secret of its pages.
    ///   - log: The server's logger.
    init(
        port: UInt16, files: PageFiles, routes: Routes, secret: Secret = Secret(),
        log: Logger = Logger(label: "documents.server")
    ) throws {
        self.port = port
        self.log = log
        refusals = RefusalLog(log)
        self.files = files
        self.routes = routes
        guarding = RequestGuard(secret: secret)
    }

    /// The secret that requests below `/api/` must contain.
    var secret: Secret { guarding.secret }

    /// The listening server; `nil` before it has started.
    var http: HTTPServer? { listening.withLock { $0 } }

    /// The address of the server; `nil` before it has started.
    var address: String? { http?.host }

    /// Starts to listen, and returns when it does.
    ///
    /// Later failures are logged, and the server listens again on the same port.
    ///
    /// - Returns: The port.
    /// - Throws: ``ServerError/portTaken``, and errors of the system.
    func start() async throws -> UInt16 {
        // Each tab has a connection for its stream.
        let limits = HTTPServerLimits(bodyBytes: RequestBody.limit, connections: TabHub.most + 50)
        let configuration = HTTPServerConfiguration(
            port: port, limits: limits, fields: .securityOfPages, logger: log)
        let server: HTTPServer
        do {
            server = try await HTTPServer.start(configuration) { port in Handler(server: self, port: port) }
        } catch {
            switch error {
            case .portTaken: throw ServerError.portTaken
            case .notPermitted: throw ServerError.portNotPermitted
            case .unusableHost, .system: throw error
            }
        }
        listening.withLock { $0 = server }
        log.info("Listening on 127.0.0.1:\(server.port)")
        return server.port
    }

    /// Stops listening.
    ///
    /// End all streams first; connections that are still open are closed.
    func stop() async {
        await http?.stop()
        refusals.flush()
        log.info("No longer listening")
    }

    /// Returns the response to a rejected request, decided before its body is read; `nil` if it is allowed.
    fileprivate func refusal(of request: HTTPRequestMessage, port: UInt16) -> HTTPServerResponse? {
        guard let refusal = guarding.refusal(of: request, port: port) else { return nil }
        refusals.add("Refused \(request.method.rawValue) \(request.path): \(refusal.code)")
        return refusal.response
    }

    fileprivate func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        if let file = files.response(to: request) { return file }
        do {
            return try await routes.respond(to: request)
        } catch {
            return answer(to: request, failedWith: error)
        }
    }

    /// Returns the response to a failed request.
    func answer(to request: HTTPRequestMessage, failedWith error: any Error) -> HTTPServerResponse {
        if let problem = error as? HTTPProblem { return problem.response }
        // The server is stopping, or the client has disconnected.
        if error is CancellationError { return HTTPProblem.stopping.response }
        log.error("\(request.method.rawValue) \(request.path) failed: \(error)")
        return HTTPProblem(
            status: .internalServerError, code: "internal", message: "The request failed. The log has the details."
        ).response
    }
}

/// The handler of requests to a port.
private struct Handler: HTTPRequestHandler {
    let server: AppServer
    let port: UInt16

    func rejection(of head: HTTPRequest) -> HTTPServerResponse? {
        server.refusal(of: HTTPRequestMessage(head: head), port: port)
    }

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse { await server.respond(to: request) }

    func response(to error: HTTPServerError) -> HTTPServerResponse { HTTPProblem(error).response }
}

/// A reason why the server can't start.
enum ServerError: Error {
    case portTaken, portNotPermitted
}

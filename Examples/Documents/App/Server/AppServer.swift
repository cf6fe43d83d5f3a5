import DocumentsCore
import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// The server of the app: one page, its files, and what the page asks for.
final class AppServer: Sendable {
    /// What listens, once it does.
    private let listening = Mutex<HTTPServer?>(nil)
    private let port: UInt16
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
        self.port = port
        self.log = log
        self.files = files
        self.routes = routes
        guarding = RequestGuard(secret: Secret())
    }

    /// What a page has to send with each request below `/api/`.
    var secret: Secret { guarding.secret }

    /// What listens; `nil` before.
    var http: HTTPServer? { listening.withLock { $0 } }

    /// The address that is listened on; `nil` before.
    var address: String? { http?.host }

    /// Starts to listen, and answers once it does; what fails later is logged and started again on the same port.
    ///
    /// - Returns: the port.
    /// - Throws: ``ServerError/portTaken``, and what the system says.
    func start() async throws -> UInt16 {
        // As many tabs as there may be each hold a connection.
        let limits = HTTPServerLimits(bodyBytes: RequestBody.limit, connections: TabHub.most + 50)
        let configuration = HTTPServerConfiguration(
            port: port, limits: limits, fields: GuardingFields.all, logger: log)
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

    /// Stops to listen.
    ///
    /// Streams should have been ended before; connections that are still open then are cut.
    func stop() async {
        await http?.stop()
        log.info("No longer listening")
    }

    /// Why a request isn't answered, decided before its body is read; `nil` where it is.
    fileprivate func refusal(of request: HTTPRequestMessage, port: UInt16) -> HTTPServerResponse? {
        guard let refusal = guarding.refusal(of: request, port: port) else { return nil }
        log.warning("Refused \(request.method.rawValue) \(request.path): \(refusal.code)")
        return .refusal(refusal)
    }

    fileprivate func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        if let file = files.response(to: request.path, secret: secret) { return file }
        do {
            return try await routes.respond(to: request)
        } catch {
            return answer(to: request, failedWith: error)
        }
    }

    /// What is answered to a request that failed.
    func answer(to request: HTTPRequestMessage, failedWith error: any Error) -> HTTPServerResponse {
        if let refusal = error as? RequestError { return .refusal(refusal) }
        // The server stops, or whoever asked is gone: nothing is wrong.
        if error is CancellationError { return .refusal(.stopping) }
        log.error("\(request.method.rawValue) \(request.path) failed: \(error)")
        return .refusal(
            RequestError(.internalServerError, code: "internal", "The request failed. The log has the details."))
    }
}

/// What answers on a port.
private struct Handler: HTTPRequestHandler {
    let server: AppServer
    let port: UInt16

    func rejection(of head: HTTPRequest) -> HTTPServerResponse? {
        server.refusal(of: HTTPRequestMessage(head: head), port: port)
    }

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse { await server.respond(to: request) }

    func response(to error: HTTPServerError) -> HTTPServerResponse { .refusal(RequestError(error)) }
}

/// Why a server couldn't start.
enum ServerError: Error {
    case portTaken, portNotPermitted
}

import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging

/// A call of the interface, with the parameters of its path.
struct Call: Sendable {
    let request: HTTPRequestMessage
    let query: QueryParameters
    /// The decoded parameters of the path.
    let parameters: [String: String]

    /// Returns a parameter of the path, which the router found.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Returns the decoded JSON body.
    /// - Throws: `HTTPProblem` if it is invalid.
    func body<Value: Decodable>(_ type: Value.Type) throws(HTTPProblem) -> Value {
        guard request.fields[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw .badRequest("The body must be application/json.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch {
            throw .badRequest("The body isn't the expected JSON.")
        }
    }
}

/// A path of the interface with its handler.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path below `/api/`, with its parameters in braces.
    let path: String
    let answer: @Sendable (Call) async throws -> ServerResponse

    init(
        _ method: HTTPRequest.Method, _ path: String, answer: @escaping @Sendable (Call) async throws -> ServerResponse
    ) {
        self.method = method
        self.path = path
        self.answer = answer
    }
}

/// Responds to requests: calls the interface or returns a page.
struct Router: Sendable {
    let pages: StaticPages
    let routes: [Route]
    private let router: HTTPRouter
    let logger: Logger

    init(pages: StaticPages, routes: [Route], logger: Logger) {
        self.pages = pages
        self.logger = logger
        self.routes = routes
        // HEAD would open the stream as well.
        router = HTTPRouter(routes.map { ($0.method, "/api/\($0.path)") }, respondsToHead: false)
    }

    func respond(to request: HTTPRequestMessage) async -> ServerResponse {
        do {
            return try await answer(request)
        } catch let error as HTTPProblem {
            return error.response
        } catch {
            // The path contains no secrets: an address never has the token.
            logger.error(
                "The inspector can't respond to a request.",
                metadata: ["method": "\(request.method)", "path": "\(request.path)", "error": "\(error)"])
            return HTTPProblem.internal.response
        }
    }

    private func answer(_ request: HTTPRequestMessage) async throws -> ServerResponse {
        guard Self.isCall(request) else { return try pages.answer(request) }
        switch router.match(request.method, path: request.path) {
        case .found(let route, let parameters):
            return try await routes[route].answer(
                Call(request: request, query: QueryParameters(String(request.query)), parameters: parameters))
        case .otherMethods(let methods): throw HTTPProblem.methodNotAllowed(methods)
        case .missing: throw HTTPProblem.notFound("There is nothing at this address.")
        }
    }

    /// Returns whether a request is for the interface, and not for a page.
    static func isCall(_ request: HTTPRequestMessage) -> Bool {
        request.path == "/api" || request.path.hasPrefix("/api/")
    }
}

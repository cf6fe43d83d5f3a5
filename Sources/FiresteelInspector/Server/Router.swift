import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging

/// A call of the interface, with the parameters of its path.
struct Call: Sendable {
    let request: HTTPRequestMessage
    let query: QueryParameters
    /// The parts of the path that match `*`, decoded.
    let parts: [String]

    /// Returns the decoded JSON body.
    /// - Throws: `APIError` if it is invalid.
    func body<Value: Decodable>(_ type: Value.Type) throws(APIError) -> Value {
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
    let method: String
    /// The path below `/api/`, in which `*` matches any part.
    let pattern: [String]
    let answer: @Sendable (Call) async throws -> ServerResponse

    init(_ method: String, _ pattern: String, answer: @escaping @Sendable (Call) async throws -> ServerResponse) {
        self.method = method
        self.pattern = pattern.split(separator: "/").map(String.init)
        self.answer = answer
    }

    /// Returns the parts that match `*`, or `nil` for another path.
    func match(_ path: [String]) -> [String]? {
        guard path.count == pattern.count else { return nil }
        var parts: [String] = []
        for (part, expected) in zip(path, pattern) {
            if expected == "*" { parts.append(part) } else if part != expected { return nil }
        }
        return parts
    }
}

/// Responds to requests: checks them, then calls the interface or returns a page.
struct Router: HTTPRequestHandler {
    let requestGuard: RequestGuard
    let pages: StaticPages
    let routes: [Route]
    let logger: Logger

    func rejection(of head: HTTPRequest) -> ServerResponse? {
        let request = HTTPRequestMessage(head: head)
        let isCall = Self.isCall(request)
        do {
            try requestGuard.checkOrigin(request, isPage: !isCall)
            if isCall { try requestGuard.checkToken(request) } else { try Self.checkBody(request) }
            return nil
        } catch {
            var response = ServerResponse(error)
            if error.status == .unauthorized { response.fields[.wwwAuthenticate] = "Bearer" }
            return response
        }
    }

    /// Rejects a request for a page with a body, which needs no token and would occupy its connection until it is there.
    private static func checkBody(_ request: HTTPRequestMessage) throws(APIError) {
        guard request.fields[.transferEncoding] == nil, (request.fields[.contentLength] ?? "0") == "0" else {
            throw .badRequest("Requests for pages have no body.")
        }
    }

    func response(to error: HTTPServerError) -> ServerResponse { ServerResponse(APIError(error)) }

    func respond(to request: HTTPRequestMessage) async -> ServerResponse {
        do {
            return try await answer(request)
        } catch let error as APIError {
            return ServerResponse(error)
        } catch {
            // The path contains no secrets: an address never has the token.
            logger.error(
                "The inspector can't respond to a request.",
                metadata: ["method": "\(request.method)", "path": "\(request.path)", "error": "\(error)"])
            return ServerResponse(.internal)
        }
    }

    private func answer(_ request: HTTPRequestMessage) async throws -> ServerResponse {
        guard Self.isCall(request) else { return try pages.answer(request) }
        guard let path = Self.parts(of: request.path.dropFirst("/api".count)) else {
            throw APIError.notFound("There is nothing at this address.")
        }
        let matching = routes.compactMap { route in route.match(path).map { (route, $0) } }
        guard !matching.isEmpty else { throw APIError.notFound("There is nothing at this address.") }
        guard let (route, parts) = matching.first(where: { $0.0.method == request.method.rawValue }) else {
            throw APIError.method(matching.map(\.0.method))
        }
        return try await route.answer(
            Call(request: request, query: QueryParameters(String(request.query)), parts: parts))
    }

    /// Returns whether a request is for the interface, and not for a page.
    private static func isCall(_ request: HTTPRequestMessage) -> Bool {
        request.path == "/api" || request.path.hasPrefix("/api/")
    }

    /// Returns the parts of a path, decoded one by one, so that an encoded slash stays within its part.
    static func parts(of path: some StringProtocol) -> [String]? {
        guard path.first == "/" else { return path.isEmpty ? [] : nil }
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = String(part).removingPercentEncoding, !decoded.isEmpty else { return nil }
            parts.append(decoded)
        }
        return parts
    }
}

import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

/// Responds to the requests of a socket: checks them before the router responds.
struct GuardedRouter: HTTPRequestHandler {
    let requestGuard: RequestGuard
    let token: SecretToken
    let router: Router

    func rejection(of head: HTTPRequest) -> ServerResponse? {
        let request = HTTPRequestMessage(head: head)
        let isCall = Router.isCall(request)
        do {
            try requestGuard.checkOrigin(request, isPage: !isCall)
            if isCall { try checkToken(request) } else { try Self.checkBody(request) }
            return nil
        } catch {
            return error.response
        }
    }

    private func checkToken(_ request: HTTPRequestMessage) throws(HTTPProblem) {
        guard token.matches(try RequestGuard.token(of: request)) else { throw .missingToken }
    }

    /// Rejects a request for a page with a body, which needs no token and would occupy its connection until it is there.
    private static func checkBody(_ request: HTTPRequestMessage) throws(HTTPProblem) {
        guard request.fields[.transferEncoding] == nil, (request.fields[.contentLength] ?? "0") == "0" else {
            throw .badRequest("Requests for pages have no body.")
        }
    }

    func response(to error: HTTPServerError) -> ServerResponse { HTTPProblem(error).response }

    func respond(to request: HTTPRequestMessage) async -> ServerResponse { await router.respond(to: request) }
}

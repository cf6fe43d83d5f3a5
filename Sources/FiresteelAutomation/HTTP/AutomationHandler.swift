import FiresteelAgents
import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging

/// Responds to requests: checks where they come from, finds the caller, and passes them to the endpoints.
struct AutomationHandler: HTTPRequestHandler {
    private let guarding: RequestGuard
    private let caller: @Sendable (String) -> AutomationCaller?
    private let actions: ActionEndpoints
    private let agents: AgentEndpoint<AutomationAgentService>

    init(automation: Automation, configuration: AutomationServerConfiguration, port: UInt16, logger: Logger) {
        guarding = RequestGuard(
            of: "The server of actions", host: configuration.host, port: port, names: configuration.names)
        caller = configuration.caller
        actions = ActionEndpoints(automation: automation)
        agents = AgentEndpoint(AutomationAgentService(automation: automation))
    }

    func plan(for head: HTTPRequest) -> HTTPRequestPlan {
        let request = HTTPRequestMessage(head: head)
        do throws(HTTPProblem) {
            try guarding.checkOrigin(request, isPage: false)
            guard let token = try? RequestGuard.token(of: request), let caller = caller(String(token)) else {
                throw HTTPProblem.noCaller
            }
            return HTTPRequestPlan { request, _ in await respond(to: request, of: caller) }
        } catch {
            return HTTPRequestPlan(rejection: error.response)
        }
    }

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse { HTTPProblem.noCaller.response }

    func response(to error: HTTPServerError) -> HTTPServerResponse { HTTPProblem(error).response }

    private func respond(to request: HTTPRequestMessage, of caller: AutomationCaller) async -> HTTPServerResponse {
        let target = RequestTarget(request)
        do {
            if target.path == "/mcp" { return try await agents.respond(to: request, of: caller) }
            return try await actions.respond(to: request, at: target, of: caller)
        } catch {
            return error.response
        }
    }
}

extension HTTPProblem {
    /// The request has no valid token.
    fileprivate static let noCaller = HTTPProblem(
        status: .unauthorized, code: "unauthorized",
        message: "The token is missing or wrong. Send it in the field Authorization, as Bearer and the token.",
        fields: [.wwwAuthenticate: "Bearer"])
}

/// The address of a request.
struct RequestTarget {
    /// The path as it was sent, percent-encoded.
    let path: Substring
    /// The values of the query, decoded.
    let query: [String: String]

    init(_ request: HTTPRequestMessage) {
        let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first ?? ""
        var query: [String: String] = [:]
        for pair in parts.count == 2 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { query[String(sides[0])] = sides[1].removingPercentEncoding ?? String(sides[1]) }
        }
        self.query = query
    }

    /// The segments of the path, decoded; `nil` if one isn't valid.
    var segments: [String]? {
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = segment.removingPercentEncoding else { return nil }
            segments.append(decoded)
        }
        return segments
    }
}

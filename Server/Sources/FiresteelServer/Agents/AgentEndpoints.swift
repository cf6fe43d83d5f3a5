import FiresteelAgents
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// The endpoint of agents.
///
/// The description of the API doesn't have it: the tools describe themselves.
struct AgentEndpoints: Sendable {
    /// The maximum size of a message, in bytes.
    static let bodyLimit = 1 << 20

    private let agents: AgentEndpoint<ServerAgentService>

    init(_ service: ServerAgentService) { agents = AgentEndpoint(service) }

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/mcp", id: "useTools",
                summary: "Lists and calls tools by the Model Context Protocol", access: .program([.admin]),
                bodyLimit: Self.bodyLimit
            ) { try await respond(to: $0) }
        ]
    }

    private func respond(to request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        guard case .token(let token) = request.caller else { throw .unauthorized }
        // Agents aren't pages. A page, also one whose name was made to lead here, can't leave the field out.
        guard request.fields[.origin] == nil else {
            throw .forbidden("Requests of pages are not allowed here. Agents send no Origin.")
        }
        let head = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/mcp", headerFields: request.fields)
        return try await agents.respond(
            to: HTTPRequestMessage(head: head, body: request.body),
            of: ServerAgent(token: token, request: request.id, address: request.address))
    }
}

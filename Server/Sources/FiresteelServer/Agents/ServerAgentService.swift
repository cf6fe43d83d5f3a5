import FiresteelAgents
import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging

/// The operations of the server as tools.
///
/// A tool performs the operation of an endpoint as a request does: rights are decided there, and the caller is the token. It
/// has no sessions, so that an agent notices neither a restart nor another node.
struct ServerAgentService: AgentService {
    typealias Caller = ServerAgent

    /// A tool with its operation.
    private struct Offered: Sendable {
        let tool: AgentTool
        let endpoint: Endpoint
        let declaration: JSONValue
    }

    /// The maximum size of what a call returns, in bytes.
    private static let outputBytes = 20_000

    let introduction: AgentIntroduction
    private let tools: [Offered]
    private let clock: ServerClock
    private let failures: FailureLog
    private let results = ResultStore(limit: 64 << 20)
    private let slots = CallSlots(64, ofGroup: 32, ofCaller: 16)

    var messageLimits: JSONLimits { JSONLimits(bytes: AgentEndpoints.bodyLimit, depth: APIRequest.jsonLimits.depth) }
    var hasSessions: Bool { false }

    /// Creates the tools of endpoints.
    init(
        _ endpoints: [Endpoint], introducedBy introduction: AgentIntroduction, clock: ServerClock, failures: FailureLog
    ) {
        self.introduction = introduction
        let known = Dictionary(endpoints.map { ($0.id, $0) }) { first, _ in first }
        tools = AgentTool.all.compactMap { tool in
            known[tool.operation].map { Offered(tool: tool, endpoint: $0, declaration: tool.declaration($0)) }
        }
        self.clock = clock
        self.failures = failures
    }

    func tools(for agent: ServerAgent) -> [JSONValue] {
        let probe = APIRequest(parameters: ["program": agent.token.program], caller: .agent(agent.token))
        return tools.filter { $0.endpoint.isAvailable(probe) }.map(\.declaration) + [AgentText.readTool()]
    }

    func result(
        of call: AgentCall, for agent: ServerAgent, from peer: AgentPeer
    ) async throws(AgentError) -> JSONValue {
        if call.tool == AgentText.readName { return peer.completed(part(call.arguments, for: agent)) }
        guard let offered = tools.first(where: { $0.tool.name == call.tool }) else {
            throw AgentError(.invalidParams, "Unknown tool: \(call.tool.beginning(upTo: 100)). List the tools again.")
        }
        guard slots.take(agent.token.id, of: agent.token.program) else {
            return peer.completed(Self.failed("There are too many calls at a time. Try again in a moment."))
        }
        defer { slots.release(agent.token.id, of: agent.token.program) }
        return peer.completed(await result(of: offered, call.arguments, for: agent))
    }

    private func result(
        of offered: Offered, _ arguments: [String: JSONValue], for agent: ServerAgent
    ) async -> [String: JSONValue] {
        do {
            let request = try offered.tool.request(arguments, to: offered.endpoint, of: agent)
            guard case .bytes(let bytes) = try await offered.endpoint.handle(request).body else {
                return Self.failed("The result is a stream, which agents can't read.")
            }
            return done(String(decoding: bytes, as: UTF8.self), for: agent)
        } catch {
            let problem = RequestHandler.problem(
                of: error, failures, request: agent.request, offered.endpoint.id, provider: "The provider")
            if problem.status == .forbidden {
                failures.record(
                    "A request was refused", of: agent.token.id, level: .notice,
                    [
                        "operation": "\(offered.endpoint.id)", "code": "\(problem.code)", "caller": "\(agent.token.id)",
                        "address": "\(agent.address)", "request": "\(agent.request)",
                    ])
            }
            // What both sides of a conflict have may be data as well.
            let details = problem.details.isEmpty ? "" : "\n\(JSONValue.object(problem.details).json())"
            return Self.failed(AgentText.marked(problem.message + details))
        }
    }

    private func done(_ json: String, for agent: ServerAgent) -> [String: JSONValue] {
        let now = clock.now()
        let date = Date(timeIntervalSince1970: Double(now) / 1_000).ISO8601Format()
        let part = json.beginning(upTo: Self.outputBytes)
        var text = """
            Done in \(agent.token.program), environment \(agent.token.environment). It is \(date), or \(now).
            \(AgentText.marked(part))
            """
        if part.utf8.count < json.utf8.count {
            let identifier = results.store(json, for: agent.token.id, of: agent.token.program)
            text += "\n" + AgentText.rest(of: identifier, from: part.utf8.count, bytes: json.utf8.count)
        }
        return Self.text(text)
    }

    private func part(_ arguments: [String: JSONValue], for agent: ServerAgent) -> [String: JSONValue] {
        guard let found = results.part(arguments, for: agent.token.id, length: Self.outputBytes) else {
            return Self.failed("The result is no longer stored. Call the tool again.")
        }
        return Self.text(found.text)
    }

    private static func failed(_ message: String) -> [String: JSONValue] { text("Not done. \(message)", isError: true) }

    /// Returns a result as text alone: clients pass structured content to models as well, without the marks.
    private static func text(_ text: String, isError: Bool = false) -> [String: JSONValue] {
        ["content": [["type": "text", "text": .string(text)]], "isError": .bool(isError)]
    }
}

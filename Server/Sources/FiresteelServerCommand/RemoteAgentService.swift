import FiresteelAgents
import FiresteelBase
import FiresteelHTTP
import FiresteelServer
import Foundation
import HTTPTypes

/// The tools of a running server, which are used by stateless requests.
struct RemoteAgentService: AgentService {
    /// The only caller: the agent that started this process.
    enum Caller: Hashable, Sendable {
        case here
    }

    private let address: URL
    private let token: String
    private let transport: any HTTPTransport

    /// Calls may take long, and nothing is redirected.
    private static let limits = HTTPLimits(timeout: .seconds(120), redirects: 0)
    /// The members of stateless results, which those of sessions don't have.
    private static let stateless: Set<String> = ["resultType", "ttlMs", "cacheScope"]

    init(_ address: URL, token: String, transport: any HTTPTransport) {
        self.address = address
        self.token = token
        self.transport = transport
    }

    var introduction: AgentIntroduction { .server }
    var messageLimits: JSONLimits { JSONLimits(bytes: 1 << 20, depth: 64) }
    var hasSessions: Bool { false }

    func tools(for caller: Caller) async throws(AgentError) -> [JSONValue] {
        try await result(of: "tools/list", [:])["tools"]?.arrayValue ?? []
    }

    func result(of call: AgentCall, for caller: Caller, from peer: AgentPeer) async throws(AgentError) -> JSONValue {
        let params: [String: JSONValue] = ["name": .string(call.tool), "arguments": .object(call.arguments)]
        return peer.completed(try await result(of: "tools/call", params))
    }

    private func result(
        of method: String, _ params: [String: JSONValue]
    ) async throws(AgentError) -> [String: JSONValue] {
        let response = try await response(to: method, params)
        let members: [String: JSONValue]
        do {
            members = try JSONValue(json: response.body).objectValue ?? [:]
        } catch {
            throw AgentError(.failed, "\(address) isn't the address of a Firesteel server: \(response.status).")
        }
        if let result = members["result"]?.objectValue { return result.filter { !Self.stateless.contains($0.key) } }
        let error = members["error"]?.objectValue ?? [:]
        let code = error["code"]?.intValue.flatMap(AgentError.Code.init(rawValue:)) ?? .failed
        let message = error["message"]?.stringValue ?? "The status is \(response.status)."
        let advice = response.status == .unauthorized ? " The token may have expired, or isn't of the kind admin." : ""
        throw AgentError(code, message + advice)
    }

    private func response(
        to method: String, _ params: [String: JSONValue]
    ) async throws(AgentError) -> HTTPResponseMessage<[UInt8]> {
        var params = params
        params["_meta"] = [
            AgentProtocol.versionKey: .string(AgentProtocol.stateless), AgentProtocol.capabilitiesKey: [:],
        ]
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(params),
        ]
        var fields: HTTPFields = [
            .authorization: "Bearer \(token)", .contentType: "application/json", .accept: "application/json",
            .agentProtocol: AgentProtocol.stateless, .agentMethod: method,
        ]
        // A name may have what a field can't.
        fields[.agentName] = params["name"]?.stringValue.map { "=?base64?\(Data($0.utf8).base64EncodedString())?=" }
        do {
            return try await transport.send(
                HTTPRequestMessage(.post, address, fields: fields, body: Array(message.json().utf8)),
                limits: Self.limits)
        } catch {
            throw AgentError(
                .failed,
                "Can't use the server at \(address): \(error) Try again; a proposal with the same id has the same result."
            )
        }
    }
}

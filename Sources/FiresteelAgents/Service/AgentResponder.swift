import FiresteelBase

/// Responds to the requests of an agent, whatever they came by.
struct AgentResponder<Service: AgentService>: Sendable {
    let service: Service
    let caller: Service.Caller

    /// Returns the response to a request.
    func response(to request: AgentRequest, from peer: AgentPeer) async -> JSONValue {
        do {
            return request.response(try await result(of: request, from: peer))
        } catch {
            return request.response(error)
        }
    }

    private func result(of request: AgentRequest, from peer: AgentPeer) async throws(AgentError) -> JSONValue {
        switch (request.method, peer.isStateless) {
        case ("server/discover", true): return discovery
        case ("initialize", false): return initialization(request)
        case ("ping", false): return [:]
        case ("tools/list", _):
            return peer.completed(["tools": .array(try await service.tools(for: caller))], isCacheable: true)
        case ("tools/call", _): return try await service.result(of: AgentCall(request.params), for: caller, from: peer)
        default:
            throw AgentError(.unknownMethod, "There is no method \(request.method.beginning(upTo: 100)).")
        }
    }

    private var capabilities: JSONValue { ["tools": ["listChanged": .bool(service.hasSessions)]] }

    private var discovery: JSONValue {
        let versions = ([AgentProtocol.stateless] + AgentProtocol.sessions).map { JSONValue.string($0) }
        return [
            "resultType": "complete", "supportedVersions": .array(versions), "capabilities": capabilities,
            "instructions": .string(service.introduction.instructions), "ttlMs": 0, "cacheScope": "private",
            "_meta": [AgentProtocol.serverKey: service.introduction.information],
        ]
    }

    private func initialization(_ request: AgentRequest) -> JSONValue {
        let wanted = request.params["protocolVersion"]?.stringValue ?? ""
        let version = AgentProtocol.sessions.first { $0 == wanted } ?? AgentProtocol.sessions[0]
        return [
            "protocolVersion": .string(version), "capabilities": capabilities,
            "serverInfo": service.introduction.information, "instructions": .string(service.introduction.instructions),
        ]
    }
}

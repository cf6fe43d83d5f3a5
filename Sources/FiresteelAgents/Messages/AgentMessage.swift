package import FiresteelBase

/// A message of JSON-RPC 2.0, as the Model Context Protocol uses it.
enum AgentMessage: Sendable {
    case request(AgentRequest)
    case notification(method: String, params: [String: JSONValue])
    /// The response to a request of this program; `nil` if it is an error.
    case response(id: String, result: JSONValue?)

    /// Reads a message.
    ///
    /// - Throws: ``AgentError``.
    init(_ bytes: some Collection<UInt8>, _ limits: JSONLimits) throws(AgentError) {
        let value: JSONValue
        do {
            value = try JSONValue(json: bytes, limits: limits)
        } catch {
            throw AgentError(.parse, "The message can't be read as JSON: \(error)")
        }
        guard case .object(let members) = value, members["jsonrpc"] == "2.0" else {
            throw AgentError(.invalidRequest, "The message isn't an object of JSON-RPC 2.0. Batches aren't supported.")
        }
        guard let method = members["method"]?.stringValue else {
            guard let id = members["id"]?.stringValue else {
                throw AgentError(.invalidRequest, "The message has neither a method nor the id of a request.")
            }
            self = .response(id: id, result: members["result"])
            return
        }
        let params = members["params"]?.objectValue ?? [:]
        guard let id = members["id"] else {
            self = .notification(method: method, params: params)
            return
        }
        guard id.stringValue != nil || id.intValue != nil else {
            throw AgentError(.invalidRequest, "The id must be a text or a whole number.")
        }
        self = .request(AgentRequest(id: id, method: method, params: params))
    }
}

/// A request of an agent.
struct AgentRequest: Sendable {
    let id: JSONValue
    let method: String
    let params: [String: JSONValue]

    /// The protocol's data of the request.
    var meta: [String: JSONValue] { params["_meta"]?.objectValue ?? [:] }

    /// The version that a stateless request names, or `nil` for a request of a session.
    var version: JSONValue? { meta[AgentProtocol.versionKey] }

    /// Returns the response with a result.
    func response(_ result: JSONValue) -> JSONValue { ["jsonrpc": "2.0", "id": id, "result": result] }

    /// Returns the response with an error.
    func response(_ error: AgentError) -> JSONValue { error.response(to: id) }
}

/// An error of the protocol.
package struct AgentError: Error {
    package enum Code: Int, Sendable {
        case parse = -32_700
        case invalidRequest = -32_600
        case unknownMethod = -32_601
        case invalidParams = -32_602
        case failed = -32_603
        case headerMismatch = -32_020
        case unsupportedVersion = -32_022
    }

    package let code: Code
    package let message: String
    package var data: JSONValue?

    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Returns the response to a request, or to a message without an id.
    func response(to id: JSONValue?) -> JSONValue {
        var error: [String: JSONValue] = ["code": .int(code.rawValue), "message": .string(message)]
        if let data { error["data"] = data }
        return ["jsonrpc": "2.0", "id": id ?? .null, "error": .object(error)]
    }
}

/// The names of the Model Context Protocol.
package enum AgentProtocol {
    /// The version whose requests are stateless.
    package static let stateless = "2026-07-28"
    /// The versions whose sessions begin with `initialize`, the newest first.
    static let sessions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    package static let versionKey = "io.modelcontextprotocol/protocolVersion"
    package static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    static let serverKey = "io.modelcontextprotocol/serverInfo"
    static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"
}

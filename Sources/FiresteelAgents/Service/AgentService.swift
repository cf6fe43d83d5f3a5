package import FiresteelBase

/// The tools of a program for agents, which transports offer by the Model Context Protocol.
///
/// Implementations decide what a caller may do: the transports only know who it is.
package protocol AgentService: Sendable {
    /// The identity of an agent, with which its sessions are compared.
    associatedtype Caller: Hashable & Sendable

    /// The name and version of the program, and what an agent has to know about all tools.
    var introduction: AgentIntroduction { get }

    /// The limits of messages.
    var messageLimits: JSONLimits { get }

    /// Whether clients over HTTP get sessions, which questions to users and changes of tools need.
    ///
    /// Without them, requests don't depend on each other, nor on the process that responds.
    var hasSessions: Bool { get }

    /// Returns the tools of a caller.
    func tools(for caller: Caller) async throws(AgentError) -> [JSONValue]

    /// Uses a tool for a caller.
    ///
    /// - Returns: The result, from `AgentPeer.completed`, or a question to the user.
    func result(of call: AgentCall, for caller: Caller, from peer: AgentPeer) async throws(AgentError) -> JSONValue

    /// Returns a stream with an element whenever the tools of a caller change; without any by default.
    func changes(for caller: Caller, _ element: String) -> AsyncStream<String>
}

extension AgentService {
    package func changes(for caller: Caller, _ element: String) -> AsyncStream<String> { AsyncStream { $0.finish() } }
}

/// The name and version of a program with tools, and what an agent has to know about them.
package struct AgentIntroduction: Sendable {
    package let name: String
    package let version: String
    package let instructions: String

    package init(name: String, version: String, instructions: String) {
        self.name = name
        self.version = version
        self.instructions = instructions
    }

    var information: JSONValue { ["name": .string(name), "version": .string(version)] }
}

/// The use of a tool.
package struct AgentCall: Sendable {
    /// The name of the tool.
    package let tool: String
    package let arguments: [String: JSONValue]
    /// The state of the question to which the call is the answer, as the client returns it.
    package let state: String?
    /// The answers of the user.
    package let answers: [String: JSONValue]

    /// Reads a call.
    ///
    /// - Throws: ``AgentError``.
    init(_ params: [String: JSONValue]) throws(AgentError) {
        guard let tool = params["name"]?.stringValue else {
            throw AgentError(.invalidParams, "params.name must be the name of a tool.")
        }
        guard case .object(let arguments) = params["arguments"] ?? .object([:]) else {
            throw AgentError(.invalidParams, "params.arguments must be an object.")
        }
        self.tool = tool
        self.arguments = arguments
        state = params["requestState"]?.stringValue
        answers = params["inputResponses"]?.objectValue ?? [:]
    }
}

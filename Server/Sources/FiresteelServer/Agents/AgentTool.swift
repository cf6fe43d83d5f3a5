import FiresteelAgents
import FiresteelBase
import FiresteelHTTPServer
import FiresteelStore

/// A tool of agents: an operation in the program and environment of the agent's token.
struct AgentTool: Sendable {
    let name: String
    let title: String
    let description: String
    /// The identifier of the operation's endpoint.
    let operation: String
    /// The inputs of the operation that an agent sets, with descriptions where the endpoint has none.
    let inputs: [String: String]
    /// Values of the query that an agent need not set.
    var defaults: [String: String] = [:]
    /// Whether the operation changes nothing.
    var isReading = true

    /// The maximum size of a text of path or query, in bytes.
    private static let maximumText = 2_000

    init<Operation: ServerOperation>(
        _ name: String, _ operation: Operation.Type, _ title: String, _ description: String,
        _ inputs: [String: String], defaults: [String: String] = [:], isReading: Bool = true
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.operation = Operation.endpoint.id
        self.inputs = inputs
        self.defaults = defaults
        self.isReading = isReading
    }

    /// Returns the declaration for agents, whose texts are of this program alone.
    func declaration(_ endpoint: Endpoint) -> JSONValue {
        let body = OpenAPIDocument.inlined(endpoint.request ?? [:]).members
        let needed = Set((body["required"]?.arrayValue ?? []).compactMap(\.stringValue)).union(endpoint.parameterNames)
        var properties: [String: JSONValue] = [:]
        for (name, description) in inputs {
            let parameter = endpoint.query.first { $0.name == name }
            let schema = parameter?.schema ?? body["properties"]?.members[name] ?? Schema.string
            var members = schema.members
            members["description"] = .string(description.isEmpty ? parameter?.description ?? "" : description)
            properties[name] = .object(members)
        }
        var schema: [String: JSONValue] = [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
        ]
        let required = needed.intersection(inputs.keys)
        if !required.isEmpty { schema["required"] = .array(required.sorted().map { .string($0) }) }
        return AgentText.tool(
            name, title, description, input: .object(schema),
            hints: ["readOnlyHint": .bool(isReading), "destructiveHint": .bool(!isReading)])
    }

    /// Returns the request of the operation.
    ///
    /// - Throws: `HTTPProblem` if an argument isn't an input, or not of its type.
    func request(
        _ arguments: [String: JSONValue], to endpoint: Endpoint, of agent: ServerAgent
    ) throws(HTTPProblem) -> APIRequest {
        var request = APIRequest(id: agent.request, caller: .agent(agent.token), address: agent.address)
        request.query = defaults
        if endpoint.query.contains(where: { $0.name == "environment" }) {
            request.query["environment"] = agent.token.environment
        }
        var body: [String: JSONValue] = [:]
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) where value != .null {
            guard inputs[name] != nil else {
                let known = inputs.keys.sorted().joined(separator: ", ")
                throw .badRequest("\(self.name) has no input “\(name.beginning(upTo: 50))”. It has \(known).")
            }
            if endpoint.parameterNames.contains(name) {
                request.parameters[name] = try Self.text(value, of: name)
            } else if endpoint.query.contains(where: { $0.name == name }) {
                request.query[name] = try Self.text(value, of: name)
            } else {
                body[name] = value
            }
        }
        for name in endpoint.parameterNames.intersection(inputs.keys) where request.parameters[name] == nil {
            throw .badRequest("“\(name)” is missing.")
        }
        request.parameters["program"] = agent.token.program
        if endpoint.parameterNames.contains("environment") {
            request.parameters["environment"] = agent.token.environment
        }
        if endpoint.request != nil { request.body = Array(JSONValue.object(body).json().utf8) }
        try request.refuseNull()
        return request
    }

    /// Returns a value of path or query as its text.
    private static func text(_ value: JSONValue, of name: String) throws(HTTPProblem) -> String {
        switch value {
        case .string(let text) where !text.isEmpty && text.utf8.count <= maximumText: return text
        case .int(let number): return "\(number)"
        case .bool(let flag): return "\(flag)"
        default: throw .badRequest("“\(name)” has to be a text of 1 to \(maximumText) bytes, or a whole number.")
        }
    }
}

extension Endpoint {
    /// The names of the path's parameters.
    fileprivate var parameterNames: Set<String> {
        Set(segments.filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) })
    }
}

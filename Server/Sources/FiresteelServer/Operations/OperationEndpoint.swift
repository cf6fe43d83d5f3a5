import FiresteelBase
import HTTPTypes

/// The declaration of an operation's endpoint.
struct OperationEndpoint: Sendable {
    let method: HTTPRequest.Method
    /// The path below `/api/v1`; a segment in braces is a parameter.
    let path: String
    /// The identifier.
    let id: String
    /// A sentence about what it does.
    let summary: String
    /// Who may use it, if not everyone with the feature's right.
    var access: Endpoint.Access?
    var query: [Endpoint.Parameter] = []
    /// The schemas of members of the body that say more than their types.
    var body: [String: JSONValue] = [:]
    /// The schema of a body that isn't decoded.
    var request: JSONValue?
    /// The name of a schema of a response without a type.
    var response: String? = "Object"
    var status = HTTPResponse.Status.ok
    /// The maximum size of the body, in bytes.
    var bodyLimit = 64 << 10
    /// Whether people who have to set up a second factor first are refused.
    var needsSecondFactor = true

    init(
        _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String, access: Endpoint.Access? = nil,
        query: [Endpoint.Parameter] = [], body: [String: JSONValue] = [:], request: JSONValue? = nil,
        response: String? = "Object", status: HTTPResponse.Status = .ok, bodyLimit: Int = 64 << 10,
        needsSecondFactor: Bool = true
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.summary = summary
        self.access = access
        self.query = query
        self.body = body
        self.request = request
        self.response = response
        self.status = status
        self.bodyLimit = bodyLimit
        self.needsSecondFactor = needsSecondFactor
    }
}

extension Endpoint.Parameter {
    /// Returns a parameter for the maximum number of entries.
    static func limit(_ entries: String, default value: Int, in range: ClosedRange<Int> = 1...200) -> Self {
        Self(
            name: "limit", description: "The most \(entries) to return, \(value) by default",
            schema: ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)],
            defaultValue: .int(value))
    }
}

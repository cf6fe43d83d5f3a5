import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline

/// Something that people and scripts can do with the server.
///
/// One type is an endpoint of the API, an action on the server's timeline, and the input of both: path, query and body are
/// decoded to its properties by their names. The right that it needs is that of its feature.
protocol ServerOperation: ReplyAction, Sendable where Input == OperationInput<Self>, Output: Sendable {
    associatedtype Input = OperationInput<Self>
    associatedtype Output
    associatedtype Presenter = Reply<Output>

    /// The endpoint, whose path is below `/api/v1`.
    static var endpoint: OperationEndpoint { get }

    /// Reads the input from a request; decodes it by default.
    init(_ request: APIRequest) throws

    /// Adds to the description of the input on the timeline, which has the parameters of the path; nothing by default.
    func describe(to summary: inout InputSummary)

    /// Carries out the operation.
    func perform(_ call: ServerCall) async throws -> Output

    /// Returns the response; by default JSON, or no body without output.
    static func response(_ output: Output) throws -> HTTPServerResponse

    /// The type of the response for the API's description, `nil` if the endpoint names a schema, or has no body.
    static var responseType: (any (Decodable & SendableMetatype).Type)? { get }
}

extension ServerOperation {
    static func reply(to context: ActionContext<OperationInput<Self>>) async throws -> Output {
        try await context.input.operation.perform(context.input.call(context.performIdentifier))
    }

    func describe(to summary: inout InputSummary) {}
    static var responseType: (any (Decodable & SendableMetatype).Type)? { nil }
}

extension ServerOperation where Self: Decodable {
    init(_ request: APIRequest) throws { self = try request.decode(Self.self, Self.endpoint) }
}

extension ServerOperation where Output == Void {
    static func response(_ output: Void) -> HTTPServerResponse { .empty }
}

extension ServerOperation where Output == HTTPServerResponse {
    static func response(_ output: HTTPServerResponse) -> HTTPServerResponse { output }
}

extension ServerOperation where Output == JSONValue {
    static func response(_ output: JSONValue) -> HTTPServerResponse {
        HTTPServerResponse(status: endpoint.status, json: output)
    }
    static var responseType: (any (Decodable & SendableMetatype).Type)? { nil }
}

extension ServerOperation where Output: Codable {
    static func response(_ output: Output) throws -> HTTPServerResponse {
        HTTPServerResponse(status: endpoint.status, json: try JSONValue(encoding: output))
    }

    static var responseType: (any (Decodable & SendableMetatype).Type)? { Output.self }
}

/// The input of an operation on the timeline, and its caller.
struct OperationInput<Operation: ServerOperation>: Sendable, TimelineDescribable {
    let server: ServerParts
    let caller: Caller
    /// The parameters of the path.
    let parameters: [String: String]
    let operation: Operation

    /// The labels of parameters on the timeline; the value of one without a label isn't recorded.
    private static var labels: [(name: String, label: StaticString)] {
        [
            ("program", "Program"), ("environment", "Environment"), ("account", "Account"), ("flag", "Flag"),
            ("experiment", "Experiment"),
            ("group", "Group"), ("run", "Run"), ("number", "Number"), ("request", "Request"), ("token", "Token"),
            ("invitation", "Invitation"), ("webhook", "Webhook"), ("delivery", "Delivery"),
        ]
    }

    func describe(to summary: inout InputSummary) {
        for (name, label) in Self.labels {
            if let value = parameters[name] { summary.add(label, value) }
        }
        // The pseudonym would outlive the erasure of the person.
        if parameters["person"] != nil { summary.hide("Person") }
        operation.describe(to: &summary)
    }

    /// Returns the call.
    ///
    /// - Parameter perform: The identifier of the perform.
    func call(_ perform: String) -> ServerCall { ServerCall(server: server, caller: caller, perform: perform) }
}

/// The server and the caller of an operation.
struct ServerCall: Sendable {
    let server: ServerParts
    let caller: Caller
    /// The identifier of the perform on the server's timeline.
    let perform: String

    /// The time, in milliseconds since 1970.
    var now: Int64 { server.clock.now() }

    /// The identifier of the account behind the caller, empty for a token of the command line.
    var account: String {
        switch caller {
        case .anonymous: ""
        case .person(let person): person.account.id
        case .token(let token), .agent(let token): token.creator
        }
    }

    /// Returns the author of changes.
    func author() throws(HTTPProblem) -> Author {
        guard let author = caller.author else { throw .unauthorized }
        return author
    }

    /// Returns the signed-in person.
    func person() throws(HTTPProblem) -> SignedInPerson {
        guard case .person(let person) = caller else { throw .unauthorized }
        return person
    }

    /// Appends to the access log, as part of a transaction.
    func log(
        _ event: String, _ details: String, in program: String = "", _ database: any DatabaseConnection
    ) throws {
        let author = try author()
        try AccessLogTable(database).append(
            AccessLogEntry(
                time: now, program: program, event: event, actor: author.id, actorName: author.name, details: details))
    }
}

/// The program in an operation's path.
struct ProgramInput: Decodable, Sendable {
    let program: String
}

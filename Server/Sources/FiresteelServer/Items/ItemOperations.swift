import Firesteel
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Lists the flags, segments and experiments of a program.
struct ListItems: ServerOperation {
    static let description = "List flags, segments and experiments"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/items", "listItems",
        "Returns all flags, targetings, segments and experiments of a program, with a validator", response: "Items")
    let program: String
    /// The validators that the caller knows.
    let known: String?

    init(_ request: APIRequest) {
        program = request.parameter("program")
        known = request.fields[.ifNoneMatch]
    }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        let state = try await call.state(of: program)
        let weekAgo = call.now - 7 * 86_400_000
        let document = try await call.server.documents.document(
            of: state, call.server.snapshots.diagnostics(of: state),
            weekAgo: call.server.database.read { try ChangeTable($0, program: program).lastChange(at: weekAgo) })
        let fields: HTTPFields = [.eTag: document.tag]
        return IfNoneMatch.contains(document.tag, in: known)
            ? HTTPServerResponse(status: .notModified, fields: fields)
            : HTTPServerResponse(json: document.bytes, fields: fields)
    }
}

/// Returns one flag.
struct ShowFlag: ServerOperation, Decodable {
    static let description = "Show a flag"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/flags/{flag}", "getFlag",
        "Returns a flag, its targetings, and the segments of the program", response: "Items")
    let program, flag: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let state = try await call.state(of: program)
        try state.requireFlag(flag)
        return state.itemsJSON(call.server.snapshots.diagnostics(of: state)) {
            $0.kind == .segment || ($0.name == flag && $0.kind != .experiment)
        }
    }
}

extension ProgramState {
    /// Throws unless there is a flag with a key.
    fileprivate func requireFlag(_ key: String) throws(HTTPProblem) {
        guard items[ItemKey(.flag, key)] != nil else { throw .notFound("There is no flag “\(key)”.") }
    }
}

/// Returns one flag as programs receive it.
struct ShowFlagDefinition: ServerOperation, Decodable {
    static let description = "Show the definition of a flag"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/flags/{flag}/definition", "getFlagDefinition",
        "Returns a flag in flagd's format, with the segments that it needs",
        query: [.init(name: "environment", description: "The environment")])
    let program, flag: String
    let environment: String?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let state = try await call.state(of: program)
        try state.requireFlag(flag)
        guard let environment, state.program.environments.contains(where: { $0.id == environment }) else {
            throw HTTPProblem.invalid("Name an environment of the program.")
        }
        do {
            return try StateValidation.definition(of: flag, in: state, environment: environment)
        } catch let error as FlagDocumentError {
            throw HTTPProblem.invalid("\(error)")
        }
    }
}

/// Lists the running programs by version and revision.
struct ListConnections: ServerOperation, Decodable {
    static let description = "List running programs by version and revision"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/connections", "listConnections",
        "Counts the running programs by environment, version and revision")
    let program: String

    func perform(_ call: ServerCall) -> Connections { Connections(connections: call.server.connections.of(program)) }
}

/// The running programs, by environment, version and revision.
struct Connections: Codable {
    let connections: [ConnectedCount]
}

/// Follows the last change of a program, its requests and its connections.
struct FollowProgram: ServerOperation, Decodable {
    static let description = "Follow a program's changes, requests and connections"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/events", "followProgram",
        "Sends a line of JSON when a change takes effect, or requests or connections change, until the client leaves",
        response: "Lines")
    let program: String

    func perform(_ call: ServerCall) throws -> HTTPServerResponse {
        let (server, caller) = (call.server, call.caller)
        guard server.connections.openPage() else {
            throw HTTPProblem.unavailable(
                "Too many pages follow changes. This one reads them every few seconds.", retryAfter: 10)
        }
        let events = ProgramEvents(
            current: {
                [
                    "change": .int(Int(server.snapshots.lastChange(of: program))),
                    "requests": .int(Int(server.snapshots.requestCount(of: program))),
                    "connections": try JSONValue(encoding: server.connections.of(program)),
                ]
            },
            isAllowed: { await server.access.isCurrent(caller, in: program) },
            onClose: { server.connections.closePage() })
        return HTTPServerResponse(
            status: .ok, fields: [.contentType: "application/jsonl", .accelBuffering: "no"], body: .stream(events))
    }
}

import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// Responds to all requests of the server: finds the endpoint, checks who asks, and sends its response.
final class RequestHandler: HTTPRequestHandler {
    private let router: Router
    private let access: AccessDirectory
    private let files: PageFiles
    private let options: Options
    private let logger: Logger
    let refusals = RefusalCounts()

    /// How requests are accepted.
    struct Options: Sendable {
        /// The origin under which browsers reach the server, such as `https://flags.example.com`, or `nil` for any.
        var origin: String?
        /// Whether browsers reach the server over HTTPS.
        var isSecure: Bool { origin?.hasPrefix("https://") ?? false }
        /// Whether `X-Forwarded-For` names the client, because a trusted proxy sets it.
        var trustsProxy = false
    }

    init(_ router: Router, access: AccessDirectory, files: PageFiles, options: Options, logger: Logger) {
        self.router = router
        self.access = access
        self.files = files
        self.options = options
        self.logger = logger
    }

    /// Rejects a request whose head is enough to reject it, before its body is read.
    func rejection(of head: HTTPRequest) -> HTTPServerResponse? {
        let (path, _) = Self.split(head.path ?? "/")
        guard case .found(let endpoint, _) = router.match(head.method, path: path) else {
            // A page, or an error: neither needs a body.
            guard head.method == .get || head.method == .head else {
                return send(refuse(.notFound("This address accepts no such request.")))
            }
            return nil
        }
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > endpoint.bodyLimit {
            return send(Self.tooLarge(endpoint.bodyLimit))
        }
        guard endpoint.access != .everyone, endpoint.access != .capability else { return nil }
        // Without anything like a credential, the body isn't read.
        guard Self.token(head.headerFields) != nil || cookie(head.headerFields) != nil else {
            return send(refuse(.unauthorized))
        }
        return nil
    }

    /// Returns the limit of the endpoint's body.
    ///
    /// Only a credential that is known makes room for a large one.
    func bodyLimit(of head: HTTPRequest) -> Int? {
        let (path, _) = Self.split(head.path ?? "/")
        guard case .found(let endpoint, _) = router.match(head.method, path: path) else { return Self.smallBody }
        guard endpoint.bodyLimit > Self.smallBody else { return endpoint.bodyLimit }
        let isKnown = access.isKnown(token: Self.token(head.headerFields), secret: cookie(head.headerFields))
        return isKnown ? endpoint.bodyLimit : Self.smallBody
    }

    /// The size of bodies that are read for everyone, in bytes.
    private static let smallBody = 64 << 10

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        await respond(to: request, from: "")
    }

    func respond(to request: HTTPRequestMessage, from address: String) async -> HTTPServerResponse {
        let (path, query) = Self.split(request.head.path ?? "/")
        switch router.match(request.method, path: path) {
        case .found(let endpoint, let parameters):
            var call = APIRequest(
                parameters: parameters, query: Router.query(query), fields: request.fields, body: request.body,
                address: client(request.fields, address))
            do {
                call.caller = try await caller(of: request, for: endpoint, parameters)
                guard request.body.count <= endpoint.bodyLimit else { throw Self.tooLarge(endpoint.bodyLimit) }
                return send(try await endpoint.handle(call))
            } catch {
                return send(refuse(Self.problem(of: error, logger, endpoint.id)))
            }
        case .otherMethods(let methods):
            let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
            return send(
                refuse(
                    APIError(
                        status: .methodNotAllowed, code: "method-not-allowed",
                        message: "This address accepts \(allowed).", fields: [.allow: allowed])))
        case .missing:
            guard request.method == .get || request.method == .head,
                let response = files.response(to: String(path), request.fields)
            else { return send(refuse(.notFound("There is nothing at this address."))) }
            return send(response)
        }
    }

    func response(to error: HTTPServerError) -> HTTPServerResponse {
        send(
            refuse(
                APIError(
                    status: error.status, code: "bad-request", message: "\(error)",
                    fields: error == .tooManyConnections ? [.retryAfter: "\(Int.random(in: 1...10))"] : [:])))
    }

    // MARK: Who asks

    private func caller(
        of request: HTTPRequestMessage, for endpoint: Endpoint, _ parameters: [String: String]
    ) async throws -> Caller {
        let caller: Caller
        if let token = Self.token(request.fields) {
            caller = try await access.token(token).map { .token($0) } ?? .anonymous
        } else if let secret = cookie(request.fields) {
            try checkOrigin(of: request)
            caller = try await access.person(secret).map { .person($0) } ?? .anonymous
        } else {
            if endpoint.access == .everyone, request.method != .get, request.method != .head {
                try checkOrigin(of: request)
            }
            caller = .anonymous
        }
        try Self.check(caller, for: endpoint.access, program: parameters["program"])
        return caller
    }

    /// Throws if who asks may not use an endpoint.
    ///
    /// Rights of single operations are constraints of their features.
    private static func check(_ caller: Caller, for access: Endpoint.Access, program: String?) throws(APIError) {
        switch access {
        case .everyone, .capability: return
        case .person:
            guard case .person = caller else { throw .unauthorized }
        case .administrator:
            guard case .person(let person) = caller else { throw .unauthorized }
            guard person.account.isAdministrator else {
                throw .forbidden("You need to be an administrator of the server.")
            }
        case .role:
            // A program's token isn't a credential here, and neither is another program's: both learn the same.
            guard let program, caller.membership(in: program) != nil else {
                if case .person = caller { throw .notFound("There is no such program, or you have no role in it.") }
                throw .unauthorized
            }
        case .program(let kinds):
            guard case .token(let token) = caller, kinds.contains(token.kind) else { throw .unauthorized }
        }
    }

    /// Browsers send cookies with requests of other sites, so a changing request has to come from a page of this server.
    private func checkOrigin(of request: HTTPRequestMessage) throws(APIError) {
        guard request.method != .get, request.method != .head else { return }
        let isOwn: Bool
        if let origin = request.fields[.origin] {
            let host = request.head.authority ?? request.fields[.hostField]
            isOwn = origin == options.origin || (options.origin == nil && host != nil && Self.host(of: origin) == host)
        } else {
            isOwn = false
        }
        guard isOwn, request.fields[.firesteel] == "1" else {
            throw .forbidden("The request doesn't come from a page of this server.")
        }
    }

    private static func host(of origin: String) -> String? {
        guard let range = origin.firstRange(of: "://") else { return nil }
        return String(origin[range.upperBound...])
    }

    private func client(_ fields: HTTPFields, _ address: String) -> String {
        guard options.trustsProxy, let forwarded = fields[.forwardedFor] else { return address }
        // The last one is what the trusted proxy added; those before it are the client's claim.
        return forwarded.split(separator: ",").last.map { $0.filter { !$0.isWhitespace } } ?? address
    }

    static func token(_ fields: HTTPFields) -> String? {
        if let key = fields[.apiKey] { return key }
        guard let value = fields[.authorization], value.count > 7, value.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        return String(value.dropFirst(7))
    }

    /// Returns the secret of a session.
    ///
    /// Another site of the same domain can set a cookie without the secure prefix, so only the name in use counts.
    private func cookie(_ fields: HTTPFields) -> String? {
        let expected = options.isSecure ? SessionCookie.secureName : SessionCookie.plainName
        for value in fields[values: .cookie] {
            for pair in value.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let name = parts[0].filter { $0 != " " }
                if name == expected { return String(parts[1]) }
            }
        }
        return nil
    }

    // MARK: Responses

    private func refuse(_ error: APIError) -> APIResponse {
        refusals.count(error.status.code)
        return error.response
    }

    private func send(_ response: APIResponse) -> HTTPServerResponse {
        HTTPServerResponse(status: response.status, fields: response.fields, body: response.body)
    }

    private func send(_ error: APIError) -> HTTPServerResponse { send(refuse(error)) }

    private static func tooLarge(_ limit: Int) -> APIError {
        APIError(
            status: .contentTooLarge, code: "too-large", message: "The body is larger than \(limit) bytes.",
            details: ["limit": .int(limit)])
    }

    private static func split(_ target: String) -> (path: Substring, query: Substring) {
        guard let mark = target.firstIndex(of: "?") else { return (target[...], "") }
        return (target[..<mark], target[target.index(after: mark)...])
    }
}

extension HTTPField.Name {
    /// Marks a request of a page's script, which no other site can set.
    static let firesteel = HTTPField.Name(known: "X-Firesteel")
    /// A program's token, as an alternative to `Authorization`.
    static let apiKey = HTTPField.Name(known: "X-API-Key")
    /// The host that a request names.
    static let hostField = HTTPField.Name(known: "Host")
    /// The random identifier of a program's run.
    static let instance = HTTPField.Name(known: "X-Firesteel-Instance")
    /// A program's version.
    static let programVersion = HTTPField.Name(known: "X-Firesteel-Version")
    /// The clients that a proxy received a request through.
    static let forwardedFor = HTTPField.Name(known: "X-Forwarded-For")
}

/// The number of refused requests by status.
final class RefusalCounts: Sendable {
    private let counts = Mutex<[Int: Int]>([:])

    func count(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }

    var all: [Int: Int] { counts.withLock { $0 } }
}

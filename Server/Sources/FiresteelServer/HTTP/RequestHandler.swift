import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging

/// Responds to all requests of the server: finds the endpoint, checks who asks, and sends its response.
final class RequestHandler: HTTPRequestHandler {
    private let routes: [Route]
    private let router: HTTPRouter
    private let access: CredentialVerifier
    private let files: PageFiles
    private let options: Options
    private let logger: Logger
    private let metrics: RequestMetrics
    private let failures: FailureLog
    private let identifiers = RequestIdentifiers()

    struct Options: Sendable {
        /// The origin under which browsers reach the server, such as `https://flags.example.com`, or `nil` for any.
        var origin: String?
        /// Whether browsers reach the server over HTTPS.
        var isSecure = false
        /// Whether `X-Forwarded-For` names the client, because a trusted proxy sets it.
        var trustsProxy = false
        /// The name of the OpenID Connect provider.
        var provider = "The provider"
    }

    /// An endpoint with its metrics.
    private struct Route: Sendable {
        let endpoint: Endpoint
        let metrics: RouteMetrics
    }

    /// The endpoint of a request's head, found once.
    private struct Target: Sendable {
        let path: Substring
        let query: Substring
        let match: HTTPRouter.Match
        let credential: Credential?
    }

    /// The sender's credential.
    private enum Credential {
        case token(String)
        /// The secret of a session.
        case session(String)
    }

    init(
        _ endpoints: [Endpoint], access: CredentialVerifier, files: PageFiles, options: Options,
        metrics: RequestMetrics,
        failures: FailureLog, logger: Logger
    ) {
        routes = endpoints.map { Route(endpoint: $0, metrics: metrics.route($0)) }
        router = HTTPRouter(endpoints.map { ($0.method, $0.path) })
        self.access = access
        self.files = files
        self.options = options
        self.metrics = metrics
        self.logger = logger
        self.failures = failures
    }

    /// Finds the endpoint, and rejects a request whose head is enough to reject it.
    func plan(for head: HTTPRequest) -> HTTPRequestPlan {
        let (path, query) = Self.split(head.path ?? "/")
        let match = router.match(head.method, path: path)
        let target = Target(path: path, query: query, match: match, credential: credential(head.headerFields))
        let responder: HTTPRequestPlan.Responder = { [self] request, client in
            await respond(to: request, target, from: client)
        }
        guard case .found(let index, let parameters) = match else {
            // A page, or an error: neither needs a body.
            guard head.method == .get || head.method == .head else {
                return HTTPRequestPlan(
                    rejection: reject(.notFound("This address accepts no such request."), metrics.other))
            }
            return HTTPRequestPlan(bodyLimit: Self.smallBody, respond: responder)
        }
        let route = routes[index]
        let endpoint = route.endpoint
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > endpoint.bodyLimit {
            return HTTPRequestPlan(rejection: reject(Self.tooLarge(endpoint.bodyLimit), route.metrics))
        }
        if let coding = head.headerFields[.contentEncoding]?.lowercased(), coding != "identity" {
            guard endpoint.acceptsGzip, coding == "gzip" else {
                return HTTPRequestPlan(rejection: reject(Self.compressed, route.metrics))
            }
        }
        // Without anything like a credential, the body isn't read.
        if target.credential == nil, endpoint.access != .everyone, endpoint.access != .capability {
            return HTTPRequestPlan(rejection: reject(.unauthorized, route.metrics))
        }
        let lookUp: @Sendable () async -> HTTPLargeBody = { [self] in
            await largeBody(of: head, target.credential, route, parameters)
        }
        return HTTPRequestPlan(
            bodyLimit: bodyLimit(of: endpoint, target.credential, parameters),
            largeBody: endpoint.bodyLimit > Self.smallBody ? lookUp : nil, isBrief: endpoint.isBrief,
            respond: responder)
    }

    /// Refuses a request by its head.
    private func reject(_ error: HTTPProblem, _ metrics: RouteMetrics) -> HTTPServerResponse {
        metrics.record(status: error.status.code, duration: nil)
        return refuse(error)
    }

    /// Returns the limit of the endpoint's body.
    ///
    /// Only a credential that is known, and may use the endpoint, makes room for a large one: that of an app may not. One that
    /// isn't in memory is looked up by `largeBody` first.
    private func bodyLimit(
        of endpoint: Endpoint, _ credential: Credential?, _ parameters: [String: String]
    ) -> Int {
        guard endpoint.bodyLimit > Self.smallBody else { return endpoint.bodyLimit }
        let caller: Caller
        switch credential {
        case nil: caller = .anonymous
        case .token(let token)?: caller = access.known(token: token)
        case .session(let secret)?: caller = access.known(secret: secret)
        }
        do {
            try Self.check(caller, for: endpoint, program: parameters["program"])
            return endpoint.bodyLimit
        } catch {
            return Self.smallBody
        }
    }

    /// Looks up a credential that isn't in memory: after a restart, or after signing in on another node.
    private func largeBody(
        of head: HTTPRequest, _ credential: Credential?, _ route: Route, _ parameters: [String: String]
    ) async -> HTTPLargeBody {
        let endpoint = route.endpoint
        do {
            let caller: Caller
            switch credential {
            case .token(let token)?: caller = try await access.token(token).map { .token($0) } ?? .anonymous
            case .session(let secret)?: caller = try await access.person(secret).map { .person($0) } ?? .anonymous
            case nil: caller = .anonymous
            }
            // A page whose session ended has to say that, not that the body is too large.
            if case .anonymous = caller, credential != nil { return .rejected(reject(.unauthorized, route.metrics)) }
            let isAllowed = (try? Self.check(caller, for: endpoint, program: parameters["program"])) != nil
            return .accepted(limit: isAllowed ? endpoint.bodyLimit : Self.smallBody)
        } catch {
            let problem = Self.problem(
                of: error, failures, request: requestIdentifier(head.headerFields), endpoint.id,
                provider: options.provider)
            return .rejected(reject(problem, route.metrics))
        }
    }

    /// The size of bodies that are read for everyone, in bytes.
    private static let smallBody = 64 << 10

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        await plan(for: request.head).respond(request, "")
    }

    private func respond(
        to request: HTTPRequestMessage, _ target: Target, from address: String
    ) async -> HTTPServerResponse {
        let start = ContinuousClock.now
        let id = requestIdentifier(request.fields)
        var response = await response(to: request, target, from: address, id)
        response.fields[.requestID] = id
        let duration = ContinuousClock.now - start
        let metrics =
            switch target.match {
            case .found(let route, _): routes[route].metrics
            case .otherMethods: self.metrics.other
            case .missing: response.status == .notFound ? self.metrics.other : self.metrics.pages
            }
        metrics.record(status: response.status.code, duration: duration)
        logger.debug(
            "Responded",
            metadata: [
                "request": "\(id)", "method": "\(metrics.method)", "route": "\(metrics.route)",
                "status": "\(response.status.code)", "duration": "\(duration)",
            ])
        return response
    }

    private func response(
        to request: HTTPRequestMessage, _ target: Target, from address: String, _ id: String
    ) async -> HTTPServerResponse {
        switch target.match {
        case .found(let route, let parameters):
            let endpoint = routes[route].endpoint
            var call = APIRequest(
                id: id, parameters: parameters, query: QueryText.values(of: target.query), fields: request.fields,
                body: request.body, address: client(request.fields, address))
            do {
                call.caller = try await caller(of: request, target.credential, for: endpoint, parameters)
                guard request.body.count <= endpoint.bodyLimit else { throw Self.tooLarge(endpoint.bodyLimit) }
                if endpoint.storesTexts { try call.refuseNull() }
                return try await endpoint.handle(call)
            } catch {
                let problem = Self.problem(
                    of: error, failures, request: id, endpoint.id, provider: options.provider)
                record(problem, endpoint.id, call, request: id)
                return refuse(problem)
            }
        case .otherMethods(let methods): return refuse(.methodNotAllowed(methods))
        case .missing:
            guard request.method == .get || request.method == .head,
                let response = files.response(to: String(target.path), request.fields)
            else { return refuse(.notFound("There is nothing at this address.")) }
            return response
        }
    }

    func response(to error: HTTPServerError) -> HTTPServerResponse {
        metrics.other.record(status: error.status.code, duration: nil)
        var problem = HTTPProblem(error)
        if error.status == .serviceUnavailable { problem.fields[.retryAfter] = "\(Int.random(in: 1...10))" }
        return refuse(problem)
    }

    /// Returns the identifier of a request in logs: that of a trusted proxy, or a new one.
    private func requestIdentifier(_ fields: HTTPFields) -> String {
        if options.trustsProxy, let given = fields[.requestID], (1...64).contains(given.utf8.count),
            given.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            })
        {
            return given
        }
        return identifiers.next()
    }

    /// Logs wrong passwords and codes, whose number is limited, and what people and scripts tried without the right to it,
    /// once a minute for each of them.
    ///
    /// Requests without a credential are only counted: anyone could fill the log with them.
    private func record(_ problem: HTTPProblem, _ operation: String, _ call: APIRequest, request id: String) {
        let caller = call.caller.author?.id
        var metadata: Logger.Metadata {
            [
                "operation": "\(operation)", "code": "\(problem.code)", "address": "\(call.address)",
                "caller": "\(caller ?? "none")", "request": "\(id)",
            ]
        }
        if problem.code == "wrong-password" || problem.code == "wrong-code" {
            logger.notice("A request was refused", metadata: metadata)
        } else if problem.status == .forbidden, let caller {
            failures.record("A request was refused", of: caller, level: .notice, metadata)
        }
    }

    // MARK: Who asks

    private func caller(
        of request: HTTPRequestMessage, _ credential: Credential?, for endpoint: Endpoint,
        _ parameters: [String: String]
    ) async throws -> Caller {
        let caller: Caller
        switch credential {
        case .token(let token)?:
            caller = try await access.token(token).map { .token($0) } ?? .anonymous
        case .session(let secret)?:
            try checkOrigin(of: request)
            caller = try await access.person(secret).map { .person($0) } ?? .anonymous
        case nil:
            if endpoint.access == .everyone, request.method != .get, request.method != .head {
                try checkOrigin(of: request)
            }
            caller = .anonymous
        }
        try Self.check(caller, for: endpoint, program: parameters["program"])
        return caller
    }

    /// Throws if who asks may not use an endpoint.
    ///
    /// Rights of single operations are constraints of their features.
    private static func check(_ caller: Caller, for endpoint: Endpoint, program: String?) throws(HTTPProblem) {
        switch endpoint.access {
        case .everyone, .capability: return
        case .person, .administrator, .role:
            guard endpoint.needsSecondFactor, case .person(let person) = caller, person.needsSecondFactor else { break }
            throw secondFactorRequired
        case .program: break
        }
        switch endpoint.access {
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

    private static let secondFactorRequired = HTTPProblem(
        status: .forbidden, code: "second-factor-required",
        message: "This server requires a second factor. Set it up on the dashboard first.")

    /// Browsers send cookies with requests of other sites, so a changing request has to come from a page of this server.
    private func checkOrigin(of request: HTTPRequestMessage) throws(HTTPProblem) {
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
        guard let value = fields[.authorization], value.utf8.count > 7,
            value.utf8.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 })
        else { return nil }
        return String(value.utf8.dropFirst(7))
    }

    /// Returns the token of a request, else the secret of a session, else `nil`.
    private func credential(_ fields: HTTPFields) -> Credential? {
        if let token = Self.token(fields) { return .token(token) }
        return ServerCookie.session.value(in: fields, isSecure: options.isSecure).map { .session($0) }
    }

    // MARK: Responses

    /// Counts a refusal; the log has a line for each code once a minute.
    private func refuse(_ error: HTTPProblem) -> HTTPServerResponse {
        metrics.refused(error.code)
        failures.record("Requests are refused", of: error.code, level: .info, ["code": "\(error.code)"])
        return error.response
    }

    private static func tooLarge(_ limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: .contentTooLarge, code: "too-large", message: "The body is larger than \(limit) bytes.",
            details: ["limit": .int(limit)])
    }

    /// A compressed body is read only where its contents are limited as well: its size says nothing about theirs.
    private static let compressed = HTTPProblem(
        status: .unsupportedMediaType, code: "compressed",
        message: "Compressed bodies aren't supported. Send the body without Content-Encoding.",
        fields: [.acceptEncoding: "identity"])

    private static func split(_ target: String) -> (path: Substring, query: Substring) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (target[...], "") }
        return (target[..<mark], target[target.utf8.index(after: mark)...])
    }
}

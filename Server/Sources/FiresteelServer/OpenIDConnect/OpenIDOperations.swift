import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// Begins signing in at the OpenID Connect provider.
struct StartOpenID: ServerOperation, Decodable {
    static let description = "Sign in at the OpenID Connect provider"
    static let endpoint = OperationEndpoint(
        .post, "/session/openid/start", "startOpenID",
        "Begins signing in at the OpenID Connect provider, and returns the address of its page",
        response: "OpenIDStart")
    let purpose: OpenIDFlow.Purpose

    func describe(to summary: inout InputSummary) { summary.add("Purpose", purpose.rawValue) }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        guard let provider = call.server.openID else { throw OpenIDError.notConfigured }
        let flow = OpenIDFlow(purpose: purpose, time: call.now)
        let cookie = ServerCookie.openID.field(
            flow.cookie, isSecure: call.server.isSecure, maxAge: OpenIDFlow.length / 1_000)
        return try await HTTPServerResponse(json: ["address": .string(provider.authorizationAddress(for: flow))])
            .setting(cookie)
    }
}

/// Finishes signing in at the OpenID Connect provider, with what its page sent the browser back with.
struct FinishOpenID: ServerOperation {
    static let description = "Return from the OpenID Connect provider"
    static let endpoint = OperationEndpoint(
        .post, "/session/openid", "finishOpenID",
        "Signs in, or confirms who is signed in, with the response of the OpenID Connect provider",
        request: Schema.object([
            "state": Schema.string, "code": Schema.optional(Schema.string), "iss": Schema.optional(Schema.string),
            "error": Schema.optional(Schema.string),
        ]), response: "Session")
    let state: String
    let code, issuer, error: String?
    let request: APIRequest

    init(_ request: APIRequest) throws {
        let body = try request.object()
        (code, state) = try (body.textIfPresent("code"), body.text("state"))
        (issuer, error) = try (body.textIfPresent("iss"), body.textIfPresent("error"))
        self.request = request
    }

    func describe(to summary: inout InputSummary) { summary.hide("Code") }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        guard let provider = call.server.openID else { throw OpenIDError.notConfigured }
        let (signIns, isSecure) = (call.server.signIns, call.server.isSecure)
        let client = call.client(of: request)
        try await signIns.countAddress(of: client)
        // The cookie that began the sign-in.
        let cookie = ServerCookie.openID.value(in: request.fields, isSecure: isSecure)
        let flow = try OpenIDFlow(cookie, state: state, at: call.now)
        let identity = try await provider.identity(code: code, issuer: issuer, error: error, for: flow)
        let success: SignInService.Success
        switch flow.purpose {
        case .signIn:
            success = try await signIns.signIn(identity, at: provider.configuration, client)
            try await call.server.access.refresh()
        case .confirm:
            success = try await signIns.confirm(call.person(), by: identity, client)
            try await call.renewed(success)
        }
        return try await call.server.signedIn(success)
            .setting(ServerCookie.openID.field(nil, isSecure: isSecure, maxAge: 0))
    }
}

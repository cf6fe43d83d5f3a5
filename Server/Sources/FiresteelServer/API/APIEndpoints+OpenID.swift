import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Signing in at the OpenID Connect provider.
    var openIDEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "\(Self.root)/session/openid/start", id: "startOpenID",
                summary: "Begins signing in at the OpenID Connect provider, and returns the address of its page",
                access: .everyone,
                request: Schema.object(["purpose": Schema.word(["sign-in", "confirm"])]), response: "OpenIDStart"
            ) { request in
                guard let purpose = OpenIDFlow.Purpose(rawValue: try request.object().text("purpose")) else {
                    throw APIError.malformed("“purpose” has to be sign-in or confirm.")
                }
                let started: StartOpenID.Started = try await perform(
                    SigningIn.startOpenID, OpenIDStartPayload(purpose: purpose), for: request)
                var response = APIResponse(json: ["address": .string(started.address)])
                response.fields.append(
                    ServerCookie.openID.field(
                        started.flow.cookie, isSecure: isSecure, maxAge: OpenIDFlow.length / 1_000))
                return response
            },
            Endpoint(
                method: .post, path: "\(Self.root)/session/openid", id: "finishOpenID",
                summary: "Signs in, or confirms who is signed in, with the response of the OpenID Connect provider",
                access: .everyone,
                request: Schema.object([
                    "state": Schema.string, "code": Schema.optional(Schema.string),
                    "iss": Schema.optional(Schema.string), "error": Schema.optional(Schema.string),
                ]), response: "Session"
            ) { request in
                let body = try request.object()
                let payload = try OpenIDReturnPayload(
                    code: body.textIfPresent("code"), state: body.text("state"), issuer: body.textIfPresent("iss"),
                    error: body.textIfPresent("error"),
                    flow: ServerCookie.openID.value(in: request.fields, isSecure: isSecure), client: client(request))
                let success: SignInService.Success = try await perform(
                    SigningIn.finishOpenID, payload, for: request)
                var response = try await signedIn(success)
                response.fields.append(ServerCookie.openID.field(nil, isSecure: isSecure, maxAge: 0))
                return response
            },
        ]
    }
}

extension OpenIDError {
    /// The error response.
    func response(for provider: String) -> APIError {
        switch self {
        case .notConfigured: .notFound("OpenID Connect isn't configured on this server.")
        case .denied:
            APIError(
                status: .forbidden, code: "sign-in-denied",
                message: "The sign-in was declined at \(provider). Try again, or sign in with a password.")
        case .expired:
            APIError(
                status: .forbidden, code: "sign-in-expired",
                message: "This sign-in was begun more than 10 minutes ago, in another browser, or was used. Try again.")
        case .unavailable:
            APIError(
                status: .serviceUnavailable, code: "provider-unavailable",
                message: "\(provider) can't be used to sign in now. The server's log has the reason.",
                fields: [.retryAfter: "\(Int.random(in: 5...15))"])
        case .untrusted:
            APIError(
                status: .forbidden, code: "sign-in-refused",
                message: "The response of \(provider) was refused. The server's log has the reason. Try again.")
        case .unverified:
            APIError(
                status: .forbidden, code: "email-unverified",
                message: "\(provider) has not verified your email address. Verify it there, then try again.")
        case .noAccount(let email):
            APIError(
                status: .forbidden, code: "no-account",
                message: "\(email) has no access. Ask an admin to invite this address.")
        case .wrongAccount:
            APIError(
                status: .forbidden, code: "wrong-account",
                message: "This is another account of \(provider) than the one that belongs to yours here. Use that one."
            )
        case .first:
            APIError(
                status: .forbidden, code: "no-first-account",
                message: "Create the first account first, with the code that the server printed when it started.")
        }
    }

    /// The reason for the log, if it isn't in the response.
    var loggedReason: String? {
        switch self {
        case .unavailable(let reason), .untrusted(let reason): reason
        default: nil
        }
    }
}

import FiresteelFlags
import FiresteelStore
import Foundation
import HTTPTypes

extension APIEndpoints {
    /// The second factor of the signed-in account, and forgotten passwords.
    var secondFactorEndpoints: [Endpoint] {
        let path = "\(Self.root)/session/second-factor"
        let code = Schema.object(["code": Schema.string])
        return [
            Endpoint(
                method: .get, path: path, id: "getSecondFactor",
                summary: "Returns whether the signed-in account has a second factor", access: .person,
                response: "SecondFactor", needsSecondFactor: false
            ) { request in
                let status: SignInService.SecondFactorStatus = try await perform(
                    SigningIn.showSecondFactor, OwnPayload(), for: request)
                return APIResponse(
                    json: [
                        "isOn": .bool(status.since != nil), "since": status.since.map { .int(Int($0)) } ?? .null,
                        "recoveryCodes": .int(status.recoveryCodes), "isRequired": .bool(status.isRequired),
                    ])
            },
            Endpoint(
                method: .post, path: path, id: "beginSecondFactor",
                summary: "Creates a secret for an authenticator app, which is returned once", access: .person,
                response: "SecondFactorSecret", status: .created, needsSecondFactor: false
            ) { request in
                let secret: String = try await perform(SigningIn.beginSecondFactor, OwnPayload(), for: request)
                guard case .person(let person) = request.caller else { throw APIError.unauthorized }
                return APIResponse(
                    status: .created,
                    json: [
                        "secret": .string(secret),
                        "address": .string(Self.address(secret, for: person.account.email)),
                    ])
            },
            Endpoint(
                method: .put, path: path, id: "enableSecondFactor",
                summary: "Turns the second factor on with a code of the app, and returns recovery codes once",
                access: .person, request: code, response: "RecoveryCodes", needsSecondFactor: false
            ) { request in
                let codes: [String] = try await perform(
                    SigningIn.enableSecondFactor, SecondFactorPayload(code: request.object().text("code")),
                    for: request)
                return Self.recoveryCodes(codes)
            },
            Endpoint(
                method: .post, path: "\(path)/removal", id: "disableSecondFactor",
                summary: "Turns the second factor off, with the password and a code", access: .person,
                request: Schema.object(["password": Schema.string, "code": Schema.string]), response: nil,
                status: .noContent
            ) { request in
                let body = try request.object()
                let _: Void = try await perform(
                    SigningIn.disableSecondFactor,
                    SecondFactorPayload(password: body.text("password"), code: body.text("code")), for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(path)/recovery-codes", id: "renewRecoveryCodes",
                summary: "Replaces the recovery codes, which are returned once", access: .person, request: code,
                response: "RecoveryCodes"
            ) { request in
                let codes: [String] = try await perform(
                    SigningIn.renewRecoveryCodes, SecondFactorPayload(code: request.object().text("code")),
                    for: request)
                return Self.recoveryCodes(codes)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/password-resets", id: "resetPassword",
                summary: "Replaces a forgotten password with the code of a link, and ends all sessions of the account",
                access: .everyone, request: Schema.object(["code": Schema.string, "password": Schema.string]),
                response: nil, status: .noContent
            ) { request in
                let body = try request.object()
                let _: Void = try await perform(
                    SigningIn.resetPassword,
                    PasswordResetPayload(
                        code: body.text("code"), password: body.text("password"), client: client(request)),
                    for: request)
                return .empty
            },
        ]
    }

    private static func recoveryCodes(_ codes: [String]) -> APIResponse {
        APIResponse(json: ["recoveryCodes": .array(codes.map { .string($0) })])
    }

    /// Returns the address with which authenticator apps read a secret.
    private static func address(_ secret: String, for email: String) -> String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/:?&=+")
        let name = email.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return "otpauth://totp/Firesteel:\(name)?secret=\(secret)&issuer=Firesteel&algorithm=SHA1&digits=6&period=30"
    }
}

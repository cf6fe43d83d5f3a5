import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import HTTPTypes
import Logging

extension RequestHandler {
    /// Returns the error response for an error of an endpoint.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - failures: Records what the response doesn't say.
    ///   - request: The identifier of the request.
    ///   - operation: The identifier of the endpoint.
    ///   - provider: The name of the OpenID Connect provider.
    static func problem(
        of error: any Error, _ failures: FailureLog, request: String, _ operation: String, provider: String
    ) -> APIError {
        func record(_ message: StaticString, level: Logger.Level = .error, _ reason: any Error) {
            failures.record(
                message, level: level, ["operation": "\(operation)", "error": "\(reason)", "request": "\(request)"])
        }
        switch error {
        case let error as APIError: return error
        case let error as ChangeError: return problem(of: error)
        case let error as StoreError:
            switch error {
            case .notFound(let message): return .notFound(message)
            case .exists(let message): return APIError(status: .conflict, code: "exists", message: message)
            case .invalid(let message): return .invalid(message)
            case .damaged:
                record("Stored data is damaged", error)
                return damaged
            }
        case let error as SignInError: return problem(of: error)
        case let error as BreachedPasswordsError:
            record("New passwords can't be compared with the breached ones, and none is set", error)
            return breachedPasswordsUnreadable
        case let error as OpenIDError:
            if let reason = error.loggedReason {
                failures.record(
                    "Signing in at the OpenID Connect provider failed", level: .warning,
                    ["operation": "\(operation)", "reason": "\(reason)", "request": "\(request)"])
            }
            return error.response(for: provider)
        case let error as DatabaseError:
            record("The database failed", error)
            if case .full = error { return diskFull }
            return .unavailable("The server can't use its database now. Try again.", retryAfter: Int.random(in: 1...5))
        case is CancellationError:
            return .unavailable("The server is stopping. Try again.", retryAfter: 1)
        default:
            record("A request failed", error)
            return internalError
        }
    }

    /// Of use only once an operator acted, so no program should repeat the request soon.
    private static let diskFull = APIError(
        status: .init(code: 507, reasonPhrase: "Insufficient Storage"), code: "disk-full",
        message: "The disk of the server's database is full, and nothing was changed. Free space on it, then try again."
    )

    private static let breachedPasswordsUnreadable = APIError.unavailable(
        "The password wasn't saved, because the server can't read its list of breached passwords. Its log has the reason. Try again when that is fixed.",
        retryAfter: 60)

    private static let damaged = APIError(
        status: .internalServerError, code: "damaged",
        message: "Stored data that the request needs is damaged. The server's log names it. Restore a backup.")

    private static let internalError = APIError(
        status: .internalServerError, code: "internal",
        message: "The server failed to handle the request. Its log has the reason.")

    private static func problem(of error: ChangeError) -> APIError {
        switch error {
        case .conflicts(let conflicts):
            return APIError(
                status: .conflict, code: "conflict", message: "\(error)",
                details: ["conflicts": .array(conflicts.map(\.json))])
        case .invalid(let diagnostics):
            return APIError(
                status: .unprocessableContent, code: "invalid", message: "\(error)",
                details: ["diagnostics": .array(diagnostics.map(\.json))])
        case .reasonRequired(let environments):
            return APIError(
                status: .unprocessableContent, code: "reason-required", message: "\(error)",
                details: ["environments": .array(environments.map { .string($0) })])
        case .notAllowed, .ownRequest, .authorLostRights: return .forbidden("\(error)")
        case .outgrown, .changedSince:
            return APIError(status: .conflict, code: "changed-since", message: "\(error)")
        case .identifierUsed:
            return APIError(status: .conflict, code: "identifier-used", message: "\(error)")
        case .notPending: return APIError(status: .conflict, code: "not-pending", message: "\(error)")
        case .malformed: return .malformed("\(error)")
        }
    }

    private static func problem(of error: SignInError) -> APIError {
        switch error {
        case .wrong(let remaining):
            let attempts = remaining == 1 ? "1 attempt" : "\(remaining) attempts"
            return APIError(
                status: .unauthorized, code: "wrong-password",
                message: "Incorrect email or password. \(attempts) left, then a 15-minute wait.",
                details: ["remaining": .int(Int(remaining))])
        case .codeRequired:
            return APIError(
                status: .unauthorized, code: "code-required", message: "Enter the code of your authenticator app.")
        case .wrongCode(let remaining):
            let attempts = remaining == 1 ? "1 attempt" : "\(remaining) attempts"
            return APIError(
                status: .unauthorized, code: "wrong-code",
                message: "This code is wrong, or was used already. \(attempts) left, then a 15-minute wait.",
                details: ["remaining": .int(Int(remaining))])
        case .reset:
            return .forbidden("This link is unknown, was used, or has expired. Ask an administrator for another one.")
        case .tooMany(let wait):
            return .tooMany("Too many attempts. Try again in \((wait + 59_999) / 60_000) min.", wait: wait)
        case .busy:
            return .unavailable("Many people sign in at once. Try again.", retryAfter: Int.random(in: 1...5))
        case .code:
            return .forbidden(
                "This code is unknown, was used, or has expired. The server prints a new one when it starts."
            )
        case .password(let message): return .invalid(message)
        case .notFirst:
            return APIError(status: .conflict, code: "exists", message: "There is an account already. Sign in.")
        }
    }
}

extension EditConflict {
    /// The conflict as JSON; a missing value is `null`.
    var json: FlagValue {
        var members = item.json.members
        members["field"] = .string(field)
        members["base"] = base ?? .null
        members["theirs"] = theirs ?? .null
        members["mine"] = mine ?? .null
        members["change"] = .int(Int(change))
        return .object(members)
    }
}

extension ItemDiagnostic {
    /// The diagnostic as JSON.
    var json: FlagValue {
        var members = item.json.members
        members["path"] = .string(path)
        members["message"] = .string(message)
        return .object(members)
    }
}

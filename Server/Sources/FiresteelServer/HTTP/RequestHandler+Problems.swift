import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes
import Logging

extension RequestHandler {
    /// Returns the error response for an error of an endpoint.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - failures: Records details that the response omits.
    ///   - request: The identifier of the request.
    ///   - operation: The identifier of the endpoint.
    ///   - provider: The name of the OpenID Connect provider.
    static func problem(
        of error: any Error, _ failures: FailureLog, request: String, _ operation: String, provider: String
    ) -> HTTPProblem {
        func record(_ message: StaticString, level: Logger.Level = .error, _ reason: any Error) {
            failures.record(
                message, level: level, ["operation": "\(operation)", "error": "\(reason)", "request": "\(request)"])
        }
        switch error {
        case let error as HTTPProblem: return error
        case let error as ChangeError: return problem(of: error)
        case let error as StoreError:
            switch error {
            case .notFound(let message): return .notFound(message)
            case .exists(let message): return HTTPProblem(status: .conflict, code: "exists", message: message)
            case .invalid(let message): return .invalid(message)
            case .damaged:
                record("Stored data is damaged", error)
                return damaged
            }
        case let error as SignInError: return error.response
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
    private static let diskFull = HTTPProblem(
        status: .init(code: 507, reasonPhrase: "Insufficient Storage"), code: "disk-full",
        message: "The disk of the server's database is full, and nothing was changed. Free space on it, then try again."
    )

    private static let breachedPasswordsUnreadable = HTTPProblem.unavailable(
        "The password wasn't saved, because the server can't read its list of breached passwords. Its log has the reason. Try again when that is fixed.",
        retryAfter: 60)

    private static let damaged = HTTPProblem(
        status: .internalServerError, code: "damaged",
        message: "Stored data that the request needs is damaged. The server's log names it. Restore a backup.")

    private static let internalError = HTTPProblem(
        status: .internalServerError, code: "internal",
        message: "The server failed to handle the request. Its log has the reason.")

    private static func problem(of error: ChangeError) -> HTTPProblem {
        switch error {
        case .conflicts(let conflicts):
            return HTTPProblem(
                status: .conflict, code: "conflict", message: "\(error)",
                details: ["conflicts": .array(conflicts.map(\.json))])
        case .invalid(let diagnostics):
            return HTTPProblem(
                status: .unprocessableContent, code: "invalid", message: "\(error)",
                details: ["diagnostics": .array(diagnostics.map(\.json))])
        case .reasonRequired(let environments):
            return HTTPProblem(
                status: .unprocessableContent, code: "reason-required", message: "\(error)",
                details: ["environments": .array(environments.map { .string($0) })])
        case .notAllowed, .sharedNotAllowed, .ownRequest, .authorLostRights: return .forbidden("\(error)")
        case .outgrown, .changedSince:
            return HTTPProblem(status: .conflict, code: "changed-since", message: "\(error)")
        case .identifierUsed:
            return HTTPProblem(status: .conflict, code: "identifier-used", message: "\(error)")
        case .notPending: return HTTPProblem(status: .conflict, code: "not-pending", message: "\(error)")
        case .malformed: return .badRequest("\(error)")
        }
    }
}

extension EditConflict {
    /// The conflict as JSON; a missing value is `null`.
    var json: JSONValue {
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
    var json: JSONValue {
        var members = item.json.members
        members["path"] = .string(path)
        members["message"] = .string(message)
        return .object(members)
    }
}

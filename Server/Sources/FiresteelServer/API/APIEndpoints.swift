import Firesteel
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import HTTPTypes
import Logging

/// The endpoints under `/api/v1`: everything the dashboard can do.
struct APIEndpoints: Sendable {
    let server: ServerParts
    let runtime: FeatureRuntime
    let version: String
    /// Whether cookies require HTTPS.
    let isSecure: Bool

    static let root = "/api/v1"

    /// All endpoints.
    var all: [Endpoint] {
        sessionEndpoints + openIDEndpoints + accountEndpoints + programEndpoints + itemEndpoints + contextEndpoints
            + changeEndpoints + planEndpoints + requestEndpoints + settingEndpoints + accessEndpoints + webhookEndpoints
            + secondFactorEndpoints + administrationEndpoints + insightEndpoints + suspectEndpoints
    }

    // MARK: Performing

    /// Performs an operation of a feature that has to be available to who asks.
    func perform<F: ConditionalFeature, A, Payload, Output>(
        _ binding: ActionBinding<F, A>, _ payload: Payload, for request: APIRequest
    ) async throws -> Output where A: ReplyAction, A.Input == ServerCall<Payload>, A.Output == Output {
        let session = session(for: request)
        guard let granted = binding.request(in: session) else {
            let reasons = F.availability(in: session).reasons.map(\.text)
            throw APIError.forbidden(reasons.isEmpty ? "You may not do this." : reasons.joined(separator: ". ") + ".")
        }
        return try await granted.reply(
            to: ServerCall(server: server, caller: request.caller, payload: payload),
            options: .in(session).from(.http).with(["request": .string(request.id)]))
    }

    /// Performs an operation of a feature that is always available.
    func perform<F: Feature, A, Payload, Output>(
        _ binding: ActionBinding<F, A>, _ payload: Payload, for request: APIRequest
    ) async throws -> Output where A: ReplyAction, A.Input == ServerCall<Payload>, A.Output == Output {
        try await binding.reply(
            to: ServerCall(server: server, caller: request.caller, payload: payload),
            options: .in(session(for: request)).from(.http).with(["request": .string(request.id)]))
    }

    /// Returns the session of a request: its context has the rights, its principal is the account or token.
    private func session(for request: APIRequest) -> ActionSession {
        var attributes: [String: FlagValue] = [:]
        var principal: Principal?
        if let program = request.parameters["program"] {
            attributes["program"] = .string(program)
            attributes["role"] = request.caller.membership(in: program).map { .string($0.role.rawValue) }
        }
        switch request.caller {
        case .anonymous: break
        case .person(let person):
            attributes["isAdministrator"] = .bool(person.account.isAdministrator)
            principal = Principal(person.account.id)
        case .token(let token): principal = Principal(token.id)
        }
        return runtime.session(
            "api", context: EvaluationContext(targetingKey: principal?.identifier, attributes: attributes),
            principal: principal)
    }
}

import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes
import Logging

/// A feature whose actions are operations of the server, all with the same right.
protocol OperationFeature: ConditionalFeature {
    /// The right that the operations need.
    static var right: Right { get }
    /// The operations; see ``declareOperations(_:)``.
    static var operations: DeclaredOperations { get }
}

extension OperationFeature {
    @ConstraintsBuilder static var constraints: Constraints { right }
    static var actions: DeclaredActions { operations.actions }

    /// Lists the operations of this feature.
    static func declareOperations<each Operation: ServerOperation>(
        _ types: repeat (each Operation).Type
    ) -> DeclaredOperations {
        let bindings = (repeat action(each types))
        var endpoints: [@Sendable (OperationCaller) -> Endpoint] = []
        for binding in repeat each bindings { endpoints.append(endpoint(of: binding)) }
        return DeclaredOperations(actions: declare(repeat each bindings), endpoints: endpoints)
    }

    private static func endpoint<Operation: ServerOperation>(
        of binding: ActionBinding<Self, Operation>
    ) -> @Sendable (OperationCaller) -> Endpoint {
        { caller in
            let declared = Operation.endpoint
            let hasOutput = Operation.Output.self != Void.self
            return Endpoint(
                method: declared.method, path: OperationCaller.root + declared.path, id: declared.id,
                summary: declared.summary, access: declared.access ?? right.access, query: declared.query,
                request: declared.request
                    ?? (Operation.self as? any (Decodable & SendableMetatype).Type).flatMap {
                        TypeSchema.body(of: $0, of: declared)
                    },
                response: hasOutput ? declared.response : nil, responseType: Operation.responseType,
                status: hasOutput ? declared.status : .noContent, bodyLimit: declared.bodyLimit,
                needsSecondFactor: declared.needsSecondFactor, isAvailable: { caller.isAvailable(Self.self, to: $0) }
            ) { request in
                try Operation.response(try await caller.perform(binding, Operation(request), for: request))
            }
        }
    }
}

/// The operations of a feature, as its actions and as endpoints.
struct DeclaredOperations: Sendable {
    let actions: DeclaredActions
    let endpoints: [@Sendable (OperationCaller) -> Endpoint]
}

/// Performs operations in the runtime of the server, each if its feature is available to the caller.
struct OperationCaller: Sendable {
    let server: ServerParts
    let runtime: FeatureRuntime

    static let root = "/api/v1"

    /// Performs an operation.
    ///
    /// - Throws: The reasons for which the feature isn't available to the caller, or the error of the operation.
    func perform<F: OperationFeature, Operation: ServerOperation>(
        _ binding: ActionBinding<F, Operation>, _ operation: Operation, for request: APIRequest
    ) async throws -> Operation.Output {
        let session = session(for: request)
        guard let granted = binding.request(in: session) else {
            let reasons = F.availability(in: session).reasons.map(\.text)
            throw HTTPProblem.forbidden(
                reasons.isEmpty ? "You may not do this." : reasons.joined(separator: ". ") + ".")
        }
        return try await granted.reply(
            to: OperationInput(
                server: server, caller: request.caller, parameters: request.parameters, operation: operation),
            options: .in(session).from(request.caller.source).with(["request": .string(request.id)]))
    }

    /// Returns whether a feature is available to the sender of a request.
    func isAvailable<F: OperationFeature>(_ feature: F.Type, to request: APIRequest) -> Bool {
        F.availability(in: session(for: request)).isAvailable
    }

    /// Returns the session of a request: its context has the rights, its principal is the account or token.
    private func session(for request: APIRequest) -> ActionSession {
        var attributes: [String: JSONValue] = [:]
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
        case .token(let token), .agent(let token): principal = Principal(token.id)
        }
        return runtime.session(
            request.caller.source == .agent ? "agent" : "api",
            context: EvaluationContext(targetingKey: principal?.identifier, attributes: attributes),
            principal: principal)
    }
}

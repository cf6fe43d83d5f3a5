import FiresteelFlags
import FiresteelStore
import HTTPTypes

/// The description of all endpoints in OpenAPI 3.1, made from the table that routes requests.
struct OpenAPIDocument: Sendable {
    let endpoints: [Endpoint]
    let version: String

    /// The body of an evaluation.
    static let evaluationRequest: FlagValue = Schema.object([
        "context": ["type": "object", "properties": ["targetingKey": Schema.string]]
    ])

    /// The document.
    var json: FlagValue {
        var paths: [String: FlagValue] = [:]
        for endpoint in endpoints {
            var methods = paths[endpoint.path]?.members ?? [:]
            methods[endpoint.method.rawValue.lowercased()] = operation(endpoint)
            paths[endpoint.path] = .object(methods)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Firesteel server", "version": .string(version),
                "description": "Everything that the dashboard can do, and what programs use.",
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(Self.schemas),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "key": ["type": "apiKey", "in": "header", "name": "X-API-Key"],
                    "session": ["type": "apiKey", "in": "cookie", "name": .string(SessionCookie.secureName)],
                ],
            ],
        ]
    }

    private func operation(_ endpoint: Endpoint) -> FlagValue {
        var operation: [String: FlagValue] = [
            "operationId": .string(endpoint.id), "summary": .string(endpoint.summary),
            "security": security(endpoint.access), "responses": responses(endpoint),
        ]
        let path = endpoint.segments.filter { $0.first == "{" }.map { segment -> FlagValue in
            [
                "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": Schema.string,
            ]
        }
        let query = endpoint.query.map { parameter -> FlagValue in
            [
                "name": .string(parameter.name), "in": "query", "description": .string(parameter.description),
                "schema": parameter.schema,
            ]
        }
        if !path.isEmpty || !query.isEmpty { operation["parameters"] = .array(path + query) }
        if let request = endpoint.request {
            operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": request]]]
        }
        return .object(operation)
    }

    private func security(_ access: Endpoint.Access) -> FlagValue {
        switch access {
        case .everyone, .capability: []
        case .person, .administrator: [["session": []]]
        case .role: [["session": []], ["token": []], ["key": []]]
        case .program: [["token": []], ["key": []]]
        }
    }

    private func responses(_ endpoint: Endpoint) -> FlagValue {
        var success: [String: FlagValue] = ["description": "Success"]
        if let name = endpoint.response {
            let type =
                switch name {
                case "Events": "text/event-stream"
                case "Lines": "application/jsonl"
                default: "application/json"
                }
            success["content"] = [type: ["schema": name == "Object" ? ["type": "object"] : Schema.named(name)]]
        }
        var responses: [String: FlagValue] = ["\(endpoint.status.code)": .object(success)]
        func problem(_ status: Int, _ text: String, _ schema: String = "Problem") {
            responses["\(status)"] = [
                "description": .string(text), "content": ["application/json": ["schema": Schema.named(schema)]],
            ]
        }
        let isOFREP = endpoint.path.hasPrefix("/ofrep/")
        problem(400, "The request is malformed", isOFREP ? "EvaluationFailure" : "Problem")
        if endpoint.access != .everyone || endpoint.response == "Session" {
            problem(401, "The credential is missing or invalid")
        }
        if endpoint.request != nil { problem(413, "The body is too large") }
        problem(404, "Not found", isOFREP ? "EvaluationFailure" : "Problem")
        if endpoint.method == .get || isOFREP { responses["304"] = ["description": "Nothing changed"] }
        if case .program = endpoint.access {
        } else if endpoint.access != .capability {
            problem(403, "Not allowed")
            problem(422, "The values are invalid")
            if endpoint.method != .get {
                problem(409, "A conflict with another change")
                problem(429, "Too many attempts")
            }
        }
        problem(503, "The server is starting, stopping or busy")
        return .object(responses)
    }

    // MARK: Schemas

    private static let itemKey: [String: FlagValue] = [
        "kind": Schema.word(ItemKind.allCases.map(\.rawValue)), "name": Schema.string,
        "environment": Schema.optional(Schema.string),
    ]

    private static func item(_ more: [String: FlagValue]) -> FlagValue { Schema.object(itemKey.merging(more) { $1 }) }

    private static let nullableObject: FlagValue = ["type": ["object", "null"]]
    private static let nullableInteger: FlagValue = ["type": ["integer", "null"]]
    private static let any: FlagValue = ["description": "Any JSON value"]

    private static let schemas: [String: FlagValue] = [
        "Problem": Schema.object([
            "error": Schema.object(["code": Schema.string, "message": Schema.string])
        ]),
        "EvaluationFailure": ["type": "object"],
        "Session": Schema.object([
            "account": Schema.object(["id": Schema.string, "email": Schema.string, "name": Schema.string]),
            "programs": Schema.list(Schema.named("Program")), "confirmedUntil": Schema.integer,
            "server": ["type": "object"],
        ]),
        "Program": Schema.object([
            "id": Schema.string, "name": Schema.string, "change": Schema.integer,
            "environments": Schema.list(Schema.named("Environment")),
        ]),
        "Environment": Schema.object([
            "id": Schema.string, "name": Schema.string,
            "protection": Schema.word(ProgramEnvironment.Protection.allCases.map(\.rawValue)),
            "revision": Schema.integer, "changed": Schema.integer,
        ]),
        "Items": Schema.object([
            "program": Schema.named("Program"),
            "items": Schema.list(
                item(["change": Schema.integer, "value": ["type": "object"], "text": nullableObject])),
        ]),
        "Edit": item([
            "base": Schema.optional(Schema.integer), "create": Schema.optional(["type": "object"]),
            "set": Schema.optional(["type": "object"]),
            "clear": Schema.optional(["type": "array", "items": Schema.string]),
            "remove": Schema.optional(Schema.boolean),
        ]),
        "Proposal": Schema.object([
            "id": ["type": "string", "minLength": 1, "maxLength": 200], "edits": Schema.list(Schema.named("Edit")),
            "reason": Schema.optional(Schema.text), "due": Schema.optional(Schema.integer),
        ]),
        "ProposalResult": Schema.object([
            "result": Schema.word(["applied", "requested", "scheduled", "unchanged"])
        ]),
        "Preview": Schema.object([
            "differences": Schema.list(Schema.named("Difference")), "environments": Schema.list(Schema.string),
            "needsApproval": Schema.list(Schema.string), "isReviewed": Schema.list(Schema.string),
            "needsReason": Schema.list(Schema.string), "conflicts": Schema.list(["type": "object"]),
            "problems": Schema.list(["type": "object"]),
        ]),
        "Difference": item([
            "before": nullableObject, "after": nullableObject,
            "lines": Schema.list(Schema.object(["isAdded": Schema.boolean, "text": Schema.string])),
        ]),
        "Reversal": Schema.object([
            "preview": ["oneOf": [Schema.named("Preview"), ["type": "null"]]], "later": Schema.list(["type": "object"]),
            "result": nullableObject,
        ]),
        "Import": Schema.object([
            "preview": ["oneOf": [Schema.named("Preview"), ["type": "null"]]], "notes": Schema.list(Schema.string),
            "result": nullableObject,
        ]),
        "Change": Schema.object([
            "number": Schema.integer, "id": Schema.string, "time": Schema.integer, "kind": Schema.string,
            "author": ["type": "object"], "reason": Schema.string, "perform": Schema.string, "hash": Schema.string,
            "revisions": ["type": "object"], "differences": Schema.list(Schema.named("Difference")),
        ]),
        "Changes": Schema.object(["changes": Schema.list(Schema.named("Change")), "next": Schema.integer]),
        "Request": Schema.object([
            "id": Schema.string, "kind": Schema.word(ChangeRequest.Kind.allCases.map(\.rawValue)),
            "state": Schema.word(ChangeRequest.State.allCases.map(\.rawValue)), "created": Schema.integer,
            "due": nullableInteger, "author": ["type": "object"], "reason": Schema.string,
            "environments": Schema.list(Schema.string), "edits": Schema.list(Schema.named("Edit")),
            "change": nullableInteger, "decided": nullableInteger, "decidedBy": Schema.string,
            "comment": Schema.string,
        ]),
        "Requests": Schema.object(["requests": Schema.list(Schema.named("Request"))]),
        "Trial": Schema.object([
            "reason": Schema.string, "change": Schema.integer, "steps": Schema.list(["type": "object"]),
            "variant": ["type": ["string", "null"]],
        ]),
        "Export": Schema.object(["firesteel": Schema.integer, "program": Schema.string]),
        "Connections": Schema.object([
            "connections": Schema.list(
                Schema.object([
                    "environment": Schema.string, "version": Schema.string, "revision": Schema.integer,
                    "instances": Schema.integer,
                ]))
        ]),
        "Token": Schema.object([
            "id": Schema.string, "hint": Schema.string, "environment": Schema.string, "kind": Schema.string,
            "name": Schema.string, "created": Schema.integer, "expires": nullableInteger, "revoked": nullableInteger,
            "lastUsed": nullableInteger,
        ]),
        "Tokens": Schema.object(["tokens": Schema.list(Schema.named("Token"))]),
        "CreatedToken": Schema.object(["id": Schema.string, "token": Schema.string]),
        "People": Schema.object([
            "people": Schema.list(Schema.object(["id": Schema.string, "name": Schema.string, "role": Schema.string]))
        ]),
        "Invitation": Schema.object(["code": Schema.string]),
        "Evaluation": Schema.object(["key": Schema.string]),
        "BulkEvaluation": Schema.object(["flags": Schema.list(["type": "object"])]),
        "Definitions": Schema.object(["flags": ["type": "object"]]),
        "Events": Schema.string, "Lines": Schema.string,
    ]
}

import FiresteelBase
import FiresteelFlags
import FiresteelStore
import HTTPTypes

/// The description of all endpoints in OpenAPI 3.1, made from the table that routes requests.
struct OpenAPIDocument: Sendable {
    let endpoints: [Endpoint]
    let version: String

    /// The body of an evaluation.
    static let evaluationRequest: JSONValue = Schema.object([
        "context": ["type": "object", "properties": ["targetingKey": Schema.string]]
    ])

    /// The document.
    var json: JSONValue {
        var paths: [String: JSONValue] = [:]
        var types = TypeSchema()
        for endpoint in endpoints {
            var methods = paths[endpoint.path]?.members ?? [:]
            methods[endpoint.method.rawValue.lowercased()] = operation(endpoint, &types)
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
                "schemas": .object(Self.schemas.merging(types.named) { $1 }),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "key": ["type": "apiKey", "in": "header", "name": "X-API-Key"],
                    "session": ["type": "apiKey", "in": "cookie", "name": .string(ServerCookie.session.secureName)],
                ],
            ],
        ]
    }

    private func operation(_ endpoint: Endpoint, _ types: inout TypeSchema) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.id), "summary": .string(endpoint.summary),
            "security": security(endpoint.access), "responses": responses(endpoint, &types),
        ]
        let path = endpoint.segments.filter { $0.first == "{" }.map { segment -> JSONValue in
            [
                "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": Schema.string,
            ]
        }
        let query = endpoint.query.map { parameter -> JSONValue in
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

    private func security(_ access: Endpoint.Access) -> JSONValue {
        switch access {
        case .everyone, .capability: []
        case .person, .administrator: [["session": []]]
        case .role: [["session": []], ["token": []], ["key": []]]
        case .program: [["token": []], ["key": []]]
        }
    }

    private func responses(_ endpoint: Endpoint, _ types: inout TypeSchema) -> JSONValue {
        var success: [String: JSONValue] = ["description": "Success"]
        if let response = endpoint.responseType {
            success["content"] = ["application/json": ["schema": types.reference(to: response)]]
        } else if let name = endpoint.response {
            let type =
                switch name {
                case "Events": "text/event-stream"
                case "Lines": "application/jsonl"
                default: "application/json"
                }
            success["content"] = [type: ["schema": name == "Object" ? ["type": "object"] : Schema.named(name)]]
        }
        var responses: [String: JSONValue] = ["\(endpoint.status.code)": .object(success)]
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
        if endpoint.acceptsGzip {
            responses["200"] = .object(success)
            problem(409, "Other bytes were stored before")
            problem(415, "The encoding isn't supported")
            problem(429, "Too many messages")
        }
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
        problem(500, "The server failed; the code is `damaged` if stored data is damaged")
        problem(503, "The server is starting, stopping or busy")
        return .object(responses)
    }

    // MARK: Schemas

    /// Returns a schema whose references are replaced by what they refer to.
    static func inlined(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .array(let values): return .array(values.map(inlined))
        case .object(let members):
            if let name = members["$ref"]?.stringValue?.split(separator: "/").last, let known = schemas[String(name)] {
                return inlined(known)
            }
            return .object(members.mapValues(inlined))
        default: return schema
        }
    }

    private static let itemKey: [String: JSONValue] = [
        "kind": Schema.word(ItemKind.allCases.map(\.rawValue)), "name": Schema.string,
        "environment": Schema.optional(Schema.string),
    ]

    private static func item(_ more: [String: JSONValue]) -> JSONValue { Schema.object(itemKey.merging(more) { $1 }) }

    private static let nullableText: JSONValue = ["type": ["string", "null"]]
    private static let nullableNumber: JSONValue = ["type": ["number", "null"]]
    private static let nullableObject: JSONValue = ["type": ["object", "null"]]
    private static let nullableInteger: JSONValue = ["type": ["integer", "null"]]

    private static let schemas: [String: JSONValue] = [
        "Problem": Schema.object([
            "error": Schema.object(["code": Schema.string, "message": Schema.string])
        ]),
        "EvaluationFailure": ["type": "object"],
        "Items": Schema.object([
            "program": Schema.named("Program"),
            "items": Schema.list(
                item(["change": Schema.integer, "value": ["type": "object"], "text": nullableObject])),
            "diagnostics": Schema.list(Schema.named("Diagnostic")), "weekAgo": Schema.optional(Schema.integer),
        ]),
        "Diagnostic": item(["path": Schema.string, "message": Schema.string]),
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
            "change": Schema.integer, "differences": Schema.list(Schema.named("Difference")),
            "environments": Schema.list(Schema.string), "needsApproval": Schema.list(Schema.string),
            "isReviewed": Schema.list(Schema.string),
            "needsReason": Schema.list(Schema.string), "conflicts": Schema.list(["type": "object"]),
            "diagnostics": Schema.list(Schema.named("Diagnostic")),
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
            "preview": ["oneOf": [Schema.named("Preview"), ["type": "null"]]], "format": ["type": ["string", "null"]],
            "diagnostics": Schema.list(
                Schema.object([
                    "severity": Schema.word(["error", "warning"]), "message": Schema.string, "path": Schema.string,
                    "kind": Schema.optional(Schema.string), "name": Schema.optional(Schema.string),
                ])), "result": nullableObject,
        ]),
        "Change": Schema.object([
            "number": Schema.integer, "id": Schema.string, "time": Schema.integer, "kind": Schema.string,
            "author": ["type": "object"], "reason": Schema.string, "perform": Schema.string, "hash": Schema.string,
            "revisions": ["type": "object"], "differences": Schema.list(Schema.named("Difference")),
            "isShortened": Schema.optional(Schema.boolean), "reverts": Schema.optional(Schema.integer),
            "revertedBy": Schema.optional(Schema.integer), "revertedAt": Schema.optional(Schema.integer),
        ]),
        "Changes": Schema.object([
            "changes": Schema.list(Schema.named("Change")), "damaged": Schema.list(Schema.integer),
            "next": Schema.integer,
        ]),
        "Request": Schema.object([
            "id": Schema.string, "kind": Schema.word(ChangeRequest.Kind.allCases.map(\.rawValue)),
            "state": Schema.word(ChangeRequest.State.allCases.map(\.rawValue)), "created": Schema.integer,
            "due": nullableInteger, "author": ["type": "object"], "reason": Schema.string,
            "environments": Schema.list(Schema.string), "edits": Schema.list(Schema.named("Edit")),
            "change": nullableInteger, "decided": nullableInteger, "decidedBy": Schema.string,
            "comment": Schema.string, "isShortened": Schema.optional(Schema.boolean),
        ]),
        "Requests": Schema.object([
            "requests": Schema.list(Schema.named("Request")), "damaged": Schema.list(Schema.string),
            "next": ["type": ["string", "null"]],
            "pending": Schema.object(
                Dictionary(uniqueKeysWithValues: ChangeRequest.Kind.allCases.map { ($0.rawValue, Schema.integer) })),
        ]),
        "Plans": Schema.object([
            "plans": Schema.list(
                Schema.object([
                    "flag": Schema.string, "environment": Schema.string, "plan": ["type": "object"],
                    "guard": nullableObject, "due": nullableInteger,
                ]))
        ]),
        "Experiments": Schema.object([
            "experiments": Schema.list(
                Schema.object([
                    "name": Schema.string, "change": Schema.integer, "value": ["type": "object"],
                    "state": Schema.word(["draft", "running", "over", "ended", "invalid"]), "text": Schema.string,
                    "phases": Schema.list(
                        Schema.object(["phase": Schema.integer, "started": Schema.integer, "ended": nullableInteger])),
                    "may": Schema.list(Schema.word(["start", "share", "end", "exclude"])),
                ])),
            "layers": Schema.list(
                Schema.object([
                    "name": Schema.string, "free": Schema.list(["type": "array"]), "experiments": ["type": "object"],
                ])),
        ]),
        "ExperimentPeople": Schema.object([
            "experiment": Schema.string, "phase": Schema.integer, "limits": Schema.list(["type": "object"]),
            "people": Schema.list(["type": "object"]), "next": nullableText,
        ]),
        "PlanGuard": Schema.object(["guard": ["type": "object"], "state": nullableObject]),
        "Suspects": Schema.object([
            "base": ["type": "object"], "compared": Schema.integer, "named": Schema.integer,
            "errorRate": ["type": "number"], "isEnough": Schema.boolean, "shortage": Schema.string,
            "suspects": Schema.list(
                Schema.object([
                    "kind": Schema.word(["variant", "version"]), "flag": nullableText, "variant": nullableText,
                    "version": nullableText, "isNamed": Schema.boolean,
                    "verdict": Schema.word(["conclusive", "less", "chance", "none", "noData"]),
                    "exposed": ["type": "object"], "unexposed": ["type": "object"], "ratio": nullableNumber,
                    "interval": ["type": ["array", "null"]],
                    "pValue": nullableNumber, "adjustedPValue": nullableNumber, "shortage": Schema.string,
                ])), "combination": nullableObject, "before": Schema.list(["type": "object"]), "first": Schema.integer,
            "covers": ["type": "object"],
        ]),
        "SwitchEffect": Schema.object([
            "change": ["type": "object"], "verdict": Schema.word(["helped", "early", "not"]), "text": Schema.string,
            "before": ["type": "object"], "after": ["type": "object"], "ratio": nullableNumber,
            "interval": ["type": "array"], "reports": Schema.list(["type": "object"]), "unit": Schema.integer,
            "isEstimated": Schema.boolean, "isExact": Schema.boolean,
        ]),
        "SwitchImpact": Schema.object([
            "flag": Schema.string, "variants": Schema.list(["type": "object"]), "used": ["type": "object"],
            "inFlight": Schema.object(["sessions": Schema.integer, "isMinimum": Schema.boolean]),
            "features": Schema.list(["type": "object"]), "flags": Schema.list(Schema.string),
            "connected": ["type": "object"], "covers": ["type": "object"],
        ]),
        "Trial": Schema.object([
            "reason": Schema.string, "change": Schema.integer, "steps": Schema.list(["type": "object"]),
            "rules": Schema.list(
                Schema.object([
                    "kind": Schema.word(["state", "parent", "exclusion", "experiment", "rule", "otherwise"]),
                    "number": nullableInteger, "text": Schema.list(["type": "object"]), "result": Schema.string,
                    "outcome": Schema.word(["passed", "won", "skipped"]),
                ])), "variant": ["type": ["string", "null"]], "isOfAnotherFlag": Schema.boolean,
        ]),
        "Export": Schema.object(["firesteel": Schema.integer, "program": Schema.string]),
        "Groups": Schema.object([
            "groups": Schema.list(Schema.named("ReportGroup")), "counts": ["type": "object"],
            "reports24h": Schema.integer, "next": ["type": ["string", "null"]], "now": Schema.integer,
            "hoursFrom": Schema.integer,
        ]),
        "Group": Schema.object(["group": Schema.named("ReportGroup")]),
        "ReportGroup": Schema.object([
            "id": Schema.string, "title": Schema.string, "kind": Schema.string, "feature": Schema.string,
            "action": Schema.string, "names": ["type": "object"], "error": nullableObject, "message": Schema.string,
            "place": Schema.string, "state": Schema.word(ReportGroup.State.allCases.map(\.rawValue)),
            "resolvedIn": ["type": ["string", "null"]], "ignoredUntil": nullableInteger, "assignee": nullableObject,
            "isNew": Schema.boolean, "isReopened": Schema.boolean, "reports": Schema.integer, "people": Schema.integer,
            "peopleAreEstimated": Schema.boolean, "reports24h": Schema.integer, "people24h": Schema.integer,
            "people24hAreEstimated": Schema.boolean, "first": Schema.integer, "last": Schema.integer,
            "firstVersion": Schema.string, "lastVersion": Schema.string, "hours": Schema.list(Schema.integer),
            "flags": Schema.list(Schema.string),
            "suspect": Schema.optional(
                Schema.object([
                    "flag": nullableText, "variant": nullableText, "version": nullableText, "ratio": nullableNumber,
                    "lower": nullableNumber, "upper": nullableNumber, "text": Schema.string,
                ])),
        ]),
        "GroupHistory": Schema.object([
            "history": Schema.list(
                Schema.object([
                    "number": Schema.integer, "time": Schema.integer, "event": Schema.string, "actor": nullableObject,
                    "details": ["type": "object"],
                ]))
        ]),
        "Reports": Schema.object([
            "reports": Schema.list(
                Schema.object([
                    "run": Schema.string, "number": Schema.integer, "time": Schema.integer, "received": Schema.integer,
                    "version": Schema.string,
                ])), "next": ["type": ["string", "null"]], "total": Schema.integer,
        ]),
        "Report": Schema.object([
            "report": ["type": "object"], "received": Schema.integer, "redactions": Schema.integer,
            "newer": nullableObject, "older": nullableObject, "place": Schema.integer, "total": Schema.integer,
        ]),
        "ReportTest": Schema.object(["file": Schema.string, "source": Schema.string]),
        "IngestReceipt": Schema.object([
            "has": ["type": "object"], "mayFollow": Schema.integer, "next": Schema.integer,
        ]),
        "IngestResults": Schema.object([
            "results": Schema.list(Schema.object(["status": Schema.integer])), "mayFollow": Schema.integer,
            "next": Schema.integer,
        ]),
        "OpenIDStart": Schema.object(["address": Schema.string]),
        "Evaluation": Schema.object(["key": Schema.string]),
        "BulkEvaluation": Schema.object(["flags": Schema.list(["type": "object"])]),
        "Definitions": Schema.object(["flags": ["type": "object"]]),
        "Events": Schema.string, "Lines": Schema.string,
    ]
}

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
                "schemas": .object(Self.schemas.merging(Self.webhookSchemas) { $1 }),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "key": ["type": "apiKey", "in": "header", "name": "X-API-Key"],
                    "session": ["type": "apiKey", "in": "cookie", "name": .string(ServerCookie.session.secureName)],
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

    private static let itemKey: [String: FlagValue] = [
        "kind": Schema.word(ItemKind.allCases.map(\.rawValue)), "name": Schema.string,
        "environment": Schema.optional(Schema.string),
    ]

    private static func item(_ more: [String: FlagValue]) -> FlagValue { Schema.object(itemKey.merging(more) { $1 }) }

    private static let nullableText: FlagValue = ["type": ["string", "null"]]
    private static let nullableNumber: FlagValue = ["type": ["number", "null"]]
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
            "secondFactor": Schema.object(["isOn": Schema.boolean, "isMissing": Schema.boolean]),
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
            "features": Schema.list(["type": "object"]), "flags": Schema.list(Schema.string),
            "connected": ["type": "object"], "covers": ["type": "object"],
        ]),
        "Trial": Schema.object([
            "reason": Schema.string, "change": Schema.integer, "steps": Schema.list(["type": "object"]),
            "rules": Schema.list(
                Schema.object([
                    "kind": Schema.word(["state", "parent", "exclusion", "rule", "otherwise"]),
                    "number": nullableInteger, "text": Schema.list(["type": "object"]), "result": Schema.string,
                    "outcome": Schema.word(["passed", "won", "skipped"]),
                ])), "variant": ["type": ["string", "null"]], "isOfAnotherFlag": Schema.boolean,
        ]),
        "Catalogue": Schema.object([
            "versions": Schema.list(Schema.object(["version": Schema.string, "received": Schema.integer])),
            "attributes": Schema.list(
                Schema.object([
                    "name": Schema.string, "type": ["type": ["string", "null"]], "description": Schema.string,
                    "values": Schema.list(any), "isDeclared": Schema.boolean,
                ])),
            "features": Schema.list(Schema.object(["feature": Schema.string, "name": Schema.string])),
            "declarations": Schema.list(
                Schema.object([
                    "version": Schema.string, "file": ["type": ["string", "null"]], "line": nullableInteger,
                ])),
        ]),
        "Cleanup": Schema.object([
            "expired": Schema.list(Schema.object(["name": Schema.string, "expires": Schema.string])),
            "constant": Schema.list(
                Schema.object(["name": Schema.string, "variant": ["type": ["string", "null"]]])),
            "unreported": Schema.list(
                Schema.object(["name": Schema.string, "environments": Schema.list(Schema.string)])),
            "undeclared": Schema.list(Schema.object(["name": Schema.string])),
            "undefined": Schema.list(
                Schema.object([
                    "name": Schema.string, "version": Schema.string, "file": ["type": ["string", "null"]],
                    "line": nullableInteger,
                ])),
        ]),
        "Comparison": Schema.object([
            "contexts": Schema.integer, "since": nullableInteger, "omitted": Schema.integer,
            "flags": Schema.list(
                Schema.object([
                    "name": Schema.string, "changed": Schema.integer, "transitions": Schema.list(["type": "object"]),
                    "attributes": Schema.list(["type": "object"]),
                ])),
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
            "people": Schema.list(Schema.object(["id": Schema.string, "name": Schema.string, "role": Schema.string])),
            "damaged": Schema.list(Schema.string),
        ]),
        "Invitation": Schema.object(["code": Schema.string]),
        "Invitations": Schema.object([
            "invitations": Schema.list(
                Schema.object([
                    "id": Schema.string, "email": Schema.string, "role": Schema.string, "created": Schema.integer,
                    "createdBy": Schema.string, "expires": Schema.integer,
                ]))
        ]),
        "AccessLog": Schema.object([
            "entries": Schema.list(
                Schema.object([
                    "number": Schema.integer, "time": Schema.integer, "program": Schema.string,
                    "event": Schema.string, "actor": Schema.string, "actorName": Schema.string,
                    "details": Schema.string,
                ])), "next": Schema.integer,
        ]),
        "Sessions": Schema.object([
            "idle": Schema.integer,
            "sessions": Schema.list(
                Schema.object([
                    "id": Schema.string, "created": Schema.integer, "lastSeen": Schema.integer,
                    "expires": Schema.integer, "device": Schema.string, "isCurrent": Schema.boolean,
                ])),
        ]),
        "SecondFactor": Schema.object([
            "isOn": Schema.boolean, "since": nullableInteger, "recoveryCodes": Schema.integer,
            "isRequired": Schema.boolean,
        ]),
        "SecondFactorSecret": Schema.object(["secret": Schema.string, "address": Schema.string]),
        "RecoveryCodes": Schema.object(["recoveryCodes": Schema.list(Schema.string)]),
        "Accounts": Schema.object([
            "accounts": Schema.list(
                Schema.object([
                    "id": Schema.string, "email": Schema.string, "name": Schema.string,
                    "isAdministrator": Schema.boolean, "isDisabled": Schema.boolean, "lastSeen": Schema.integer,
                    "hasPassword": Schema.boolean, "hasSecondFactor": Schema.boolean,
                    "tokens": Schema.list(Schema.named("Token")),
                ])), "damaged": Schema.list(Schema.string),
        ]),
        "AccountTokens": Schema.object(["tokens": Schema.list(Schema.named("Token"))]),
        "AccessRules": Schema.object(["requiresSecondFactor": Schema.boolean]),
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
        "Retention": Schema.object([
            "sessionDays": Schema.integer, "reportDays": Schema.integer, "countDays": Schema.integer,
            "hourlyDays": Schema.integer, "reportBytes": Schema.integer, "reportsPerGroup": Schema.integer,
        ]),
        "PersonRecord": Schema.object([
            "sessions": Schema.integer, "reports": Schema.integer, "sketches": Schema.integer,
            "messages": Schema.integer,
        ]),
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

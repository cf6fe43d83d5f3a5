import Firesteel
import FiresteelBase
import HTTPTypes

/// The description of available actions in OpenAPI 3.1.
struct OpenAPIDocument {
    let actions: [OfferedAction]

    /// The document as JSON.
    var json: JSONValue {
        var paths = Self.fixed
        for action in actions {
            paths[action.address] = [
                "post": Self.operation(of: action)
            ]
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Actions", "version": "1"],
            "paths": .object(paths),
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                "schemas": ["Result": Self.result, "Error": Self.error],
            ],
            "security": [["token": []]],
        ]
    }

    private static func operation(of action: OfferedAction) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(action.name), "summary": .string(action.action.name),
            "requestBody": [
                "required": true, "content": ["application/json": ["schema": action.action.input.schema]],
            ],
            "responses": responses(
                ["400", "401", "403", "404", "409", "413", "415", "422", "503", "504"]
                    + (action.action.effect == .destroys ? ["428"] : [])),
            "x-effect": .string(action.action.effect.rawValue),
        ]
        if !action.action.description.isEmpty { operation["description"] = .string(action.action.description) }
        if action.action.effect == .destroys {
            operation["parameters"] = [
                [
                    "name": .string(ActionEndpoints.confirmation.rawName), "in": "header",
                    "schema": ["type": "string"],
                    "description": "The confirmation of the response 428, with which the same call is repeated.",
                ]
            ]
        }
        return .object(operation)
    }

    /// The endpoints that aren't actions.
    private static var fixed: [String: JSONValue] {
        let anything: JSONValue = ["application/json": ["schema": ["type": "object"]]]
        func get(_ identifier: JSONValue, _ summary: JSONValue) -> JSONValue {
            [
                "get": [
                    "operationId": identifier, "summary": summary,
                    "responses": [
                        "200": ["description": "The list.", "content": anything], "401": reference, "403": reference,
                    ],
                ]
            ]
        }
        return ["/actions": get("list-actions", "Lists the actions, and why some aren't available")]
    }

    private static func responses(_ errors: [String]) -> JSONValue {
        var responses: [String: JSONValue] = [
            "200": [
                "description": "The action is done.",
                "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Result"]]],
            ]
        ]
        for status in errors { responses[status] = reference }
        return .object(responses)
    }

    private static let reference: JSONValue = [
        "description": "It isn't done.",
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
    ]

    private static let result: JSONValue = [
        "type": "object", "required": ["outcome", "message"],
        "properties": [
            "outcome": ["type": "string"], "message": ["type": "string"],
            "output": ["description": "What the action showed."],
            "isCut": ["type": "boolean", "description": "Whether the end was dropped because of its size."],
            "rest": ["type": "object", "description": "Where GET /results has the rest."],
        ],
    ]

    private static let error: JSONValue = [
        "type": "object", "required": ["error"],
        "properties": [
            "error": [
                "type": "object", "required": ["code", "message"],
                "properties": ["code": ["type": "string"], "message": ["type": "string"]],
            ]
        ],
    ]
}

extension String {
    /// The text in a path, with its slashes.
    var percentEncodedPath: String {
        utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~", "/": text.unicodeScalars.append(scalar)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}

import FiresteelBase
import FiresteelStore

/// JSON Schemas of requests and responses, for the OpenAPI document.
enum Schema {
    static let string: JSONValue = ["type": "string"]
    static let text: JSONValue = ["type": "string", "maxLength": 2000]
    static let integer: JSONValue = ["type": "integer", "minimum": 0]
    static let boolean: JSONValue = ["type": "boolean"]

    /// A value that may be missing or `null`.
    static func optional(_ schema: JSONValue) -> JSONValue {
        var members = schema.members
        if let type = members["type"] { members["type"] = .array([type, "null"]) }
        members["x-optional"] = true
        return .object(members)
    }

    /// A value that may be `null`.
    static func nullable(_ schema: JSONValue) -> JSONValue {
        var members = schema.members
        guard let type = members["type"] else { return ["oneOf": [schema, ["type": "null"]]] }
        members["type"] = .array([type, "null"])
        if case .array(let words)? = members["enum"] { members["enum"] = .array(words + [.null]) }
        return .object(members)
    }

    /// An object.
    ///
    /// Members marked as optional aren't required.
    static func object(_ properties: [String: JSONValue]) -> JSONValue {
        let required = properties.filter { $0.value.members["x-optional"] != true }.keys.sorted()
        var members: [String: JSONValue] = [
            "type": "object",
            "properties": .object(
                properties.mapValues { schema in
                    var members = schema.members
                    members["x-optional"] = nil
                    return .object(members)
                }),
        ]
        if !required.isEmpty { members["required"] = .array(required.map { .string($0) }) }
        return .object(members)
    }

    /// A list.
    static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

    /// A reference to a named schema.
    static func named(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// One of several words.
    static func word(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map { .string($0) })]
    }
}

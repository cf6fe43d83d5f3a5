import FiresteelFlags
import FiresteelStore

/// JSON Schemas of requests and responses, for the OpenAPI document.
enum Schema {
    static let string: FlagValue = ["type": "string"]
    static let text: FlagValue = ["type": "string", "maxLength": 2000]
    static let integer: FlagValue = ["type": "integer", "minimum": 0]
    static let boolean: FlagValue = ["type": "boolean"]

    /// A value that may be missing or `null`.
    static func optional(_ schema: FlagValue) -> FlagValue {
        var members = schema.members
        if let type = members["type"] { members["type"] = .array([type, "null"]) }
        members["x-optional"] = true
        return .object(members)
    }

    /// An object.
    ///
    /// Members marked as optional aren't required.
    static func object(_ properties: [String: FlagValue]) -> FlagValue {
        let required = properties.filter { $0.value.members["x-optional"] != true }.keys.sorted()
        var members: [String: FlagValue] = [
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
    static func list(_ element: FlagValue) -> FlagValue { ["type": "array", "items": element] }

    /// A reference to a named schema.
    static func named(_ name: String) -> FlagValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// One of several words.
    static func word(_ words: [String]) -> FlagValue {
        ["type": "string", "enum": .array(words.map { .string($0) })]
    }
}

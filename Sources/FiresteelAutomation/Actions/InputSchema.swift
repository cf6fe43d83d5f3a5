import Firesteel
import FiresteelBase

extension InputDescription {
    /// The name under which an input that isn't an object is a member of one.
    static let wrapper = "value"

    /// Whether the input isn't an object, so that callers pass it as the member ``wrapper`` of one.
    var isWrapped: Bool {
        kind == .value || (kind == .json && fields.first?.template?.hasPrefix("{") != true)
    }

    /// The fields as callers pass them.
    var callerFields: [InputFieldDescription] {
        guard isWrapped else { return kind == .fields ? fields : [] }
        return fields.map { field in
            var field = field
            field.path = [Self.wrapper]
            return field
        }
    }

    /// Whether any member may be passed.
    var isOpen: Bool { kind == .json && !isWrapped }

    /// The JSON schema of the input.
    var schema: JSONValue {
        guard !isOpen else { return ["type": "object"] }
        return Self.schema(callerFields.map { ($0.path[...], $0) })
    }

    private static func schema(_ fields: [(path: ArraySlice<String>, field: InputFieldDescription)]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var required: [JSONValue] = []
        var names: [String] = []
        for name in fields.compactMap(\.path.first) where !names.contains(name) { names.append(name) }
        for name in names {
            let below = fields.filter { $0.path.first == name }
            if let whole = below.first(where: { $0.path.count == 1 }) {
                members[name] = whole.field.schema
            } else {
                members[name] = schema(below.map { ($0.path.dropFirst(), $0.field) })
            }
            if below.contains(where: { !$0.field.isOptional }) { required.append(.string(name)) }
        }
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(members), "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }
}

extension InputFieldDescription {
    /// The JSON schema of the field.
    var schema: JSONValue {
        var schema: [String: JSONValue] = [:]
        switch type {
        case .text: schema["type"] = "string"
        case .integer: schema["type"] = "integer"
        case .number: schema["type"] = "number"
        case .bool: schema["type"] = "boolean"
        case .date: (schema["type"], schema["format"]) = ("string", "date-time")
        case .choice: schema["enum"] = .array(choiceValues)
        case .json:
            if template == "[]" { schema["type"] = "array" }
            if template == "{}" { schema["type"] = "object" }
        }
        if let minimum { schema["minimum"] = Self.number(minimum) }
        if let maximum { schema["maximum"] = Self.number(maximum) }
        if !words.isEmpty { schema["description"] = .string(words) }
        return .object(schema)
    }

    /// The values of a choice.
    var choiceValues: [JSONValue] { (choices ?? []).compactMap { try? JSONValue(json: Array($0.utf8)) } }

    /// Returns a number without a fraction as an integer.
    static func number(_ value: Double) -> JSONValue { Int(exactly: value).map { .int($0) } ?? .double(value) }

    /// The names of the choices, for people.
    var choiceNames: [String] { choiceValues.map { $0.stringValue ?? $0.json() } }
}

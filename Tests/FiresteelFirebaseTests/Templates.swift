import FiresteelFlags
import FlagTesting

/// Small templates.
enum Templates {
    /// One parameter `flag` that is true where a condition is.
    static func one(_ condition: JSONValue) -> [UInt8] {
        json([
            "conditions": [["name": "c", "condition": condition]],
            "parameters": [
                "flag": ["conditionalValues": ["c": ["value": "true"]], "defaultValue": ["value": "false"]]
            ],
        ])
    }

    /// Parameters without conditions.
    static func parameters(_ parameters: JSONValue) -> [UInt8] { json(["parameters": parameters]) }

    static func json(_ value: JSONValue) -> [UInt8] { Array(value.json().utf8) }
}

import FiresteelFlags

/// Small templates.
enum Templates {
    /// One parameter `flag` that is true where a condition is.
    static func one(_ condition: FlagValue) -> [UInt8] {
        json([
            "conditions": [["name": "c", "condition": condition]],
            "parameters": [
                "flag": ["conditionalValues": ["c": ["value": "true"]], "defaultValue": ["value": "false"]]
            ],
        ])
    }

    /// Parameters without conditions.
    static func parameters(_ parameters: FlagValue) -> [UInt8] { json(["parameters": parameters]) }

    static func json(_ value: FlagValue) -> [UInt8] { Array(value.json().utf8) }
}

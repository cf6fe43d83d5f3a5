import FiresteelBase

/// The question to an agent's user: what is about to be done, with the input.
struct AgentQuestion: Sendable {
    /// The size beyond which a text of the input is shortened, in bytes.
    private static let maximumText = 200
    /// The size beyond which the rest of an input isn't shown, in bytes.
    private static let maximumInput = 4_000

    let message: String

    init(_ message: String, _ input: JSONValue) {
        let text = input == [:] ? message : "\(message) Input: \(Self.shown(input))"
        self.message = text.jsonWithoutTerminalControl
    }

    /// The parameters of the request to the client.
    var params: JSONValue {
        [
            "mode": "form", "message": .string(message), "requestedSchema": ["type": "object", "properties": [:]],
        ]
    }

    /// Returns an input for the user: long texts are shortened, so that they hide no other field.
    private static func shown(_ input: JSONValue) -> String {
        let text = shortened(input).json()
        let part = text.beginning(upTo: maximumInput)
        let rest = text.utf8.count - part.utf8.count
        return rest == 0 ? part : "\(part) … and \(rest) more bytes that are NOT SHOWN"
    }

    private static func shortened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.utf8.count > maximumText:
            .string("\(text.beginning(upTo: maximumText))… (\(text.utf8.count) bytes)")
        case .array(let values): .array(values.map { shortened($0) })
        case .object(let members): .object(members.mapValues { shortened($0) })
        default: value
        }
    }
}

/// Writes one JSON object, with members in the order of their addition.
package struct JSONText {
    private var text = "{"

    package init() {}

    private mutating func key(_ key: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(key)\":"
    }

    package mutating func add(_ key: String, _ value: String) {
        self.key(key)
        text += Self.quoted(value)
    }

    package mutating func add(_ key: String, _ value: String?) {
        if let value { add(key, value) }
    }

    package mutating func add(_ key: String, _ value: some BinaryInteger) {
        self.key(key)
        text += String(value)
    }

    package mutating func add(_ key: String, _ value: Bool) {
        self.key(key)
        text += value ? "true" : "false"
    }

    /// Adds a member whose value is already JSON.
    package mutating func add(_ key: String, json: String) {
        self.key(key)
        text += json
    }

    package var object: String { text + "}" }

    /// Returns a string as JSON.
    ///
    /// Besides the mandatory escapes, it escapes what ends a line, controls a terminal or changes the direction of text.
    package static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            if let escape = JSONEscape.escape(of: scalar) {
                quoted += escape
            } else if scalar.isControl {
                quoted += JSONEscape.numeric(scalar)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// Writes one JSON object, in the order in which its members are added.
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

    /// Adds a member whose value is JSON already.
    package mutating func add(_ key: String, json: String) {
        self.key(key)
        text += json
    }

    package var object: String { text + "}" }

    /// A string as JSON has it.
    ///
    /// Beside what must be escaped, so are the separators that some readers of JavaScript take for the end of a line.
    package static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            if let escape = JSONEscape.escape(of: scalar) {
                quoted += escape
            } else if scalar == "\u{7F}" || scalar == "\u{2028}" || scalar == "\u{2029}" {
                quoted += JSONEscape.numeric(scalar)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

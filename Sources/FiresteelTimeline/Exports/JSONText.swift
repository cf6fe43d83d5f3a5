/// Writes one JSON object, in the order in which its members are added.
struct JSONText {
    private(set) var text = "{"

    private mutating func key(_ key: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(key)\":"
    }

    mutating func add(_ key: String, _ value: String) {
        self.key(key)
        text += Self.quoted(value)
    }

    mutating func add(_ key: String, _ value: String?) {
        if let value { add(key, value) }
    }

    mutating func add(_ key: String, _ value: some BinaryInteger) {
        self.key(key)
        text += String(value)
    }

    mutating func add(_ key: String, _ value: Bool) {
        self.key(key)
        text += value ? "true" : "false"
    }

    /// Adds a member whose value is JSON already.
    mutating func add(_ key: String, json: String) {
        self.key(key)
        text += json
    }

    var object: String { text + "}" }

    /// A string as JSON has it.
    ///
    /// Beside what must be escaped, so are the separators that some readers of JavaScript take for the end of a line.
    static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

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

    /// Adds a member whose value is already encoded as JSON.
    mutating func add(_ key: String, json: String) {
        self.key(key)
        text += json
    }

    var object: String { text + "}" }

    /// Returns a string as a JSON literal.
    ///
    /// Escapes the line separators U+2028 and U+2029 as well, which some JavaScript readers treat as line breaks.
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

import FiresteelFlags

/// An error or a warning in a file of flags.
struct LintFinding: Hashable {
    /// The severity of a finding.
    enum Severity: String {
        /// A part of the file is invalid.
        case error
        /// The file is valid, and a part should be reviewed.
        case warning
    }

    let severity: Severity
    let line: Int
    let column: Int
    /// The location in the file, as a JSON path.
    let path: String
    /// The key of the flag.
    let flag: String?
    let message: String

    /// Returns the finding in the format of compilers, so that editors show it at its location.
    func report(file: String, _ style: TextStyle) -> String {
        let word = severity == .error ? style.red(severity.rawValue) : style.yellow(severity.rawValue)
        return
            "\(PlainText.line(file)):\(line):\(column): \(word): \(PlainText.line(message)) \(style.dim("[\(PlainText.line(path))]"))"
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "severity": .string(severity.rawValue), "line": .int(line), "column": .int(column), "path": .string(path),
            "message": .string(message),
        ]
        members["flag"] = flag.map { .string($0) }
        return .object(members)
    }
}

/// JSON paths, in the notation of the definitions' errors.
enum LintPath {
    static func member(_ name: String, of path: String) -> String {
        let isWord =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            }
        let escaped = name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return isWord && name.first?.isNumber == false ? "\(path).\(name)" : "\(path)['\(escaped)']"
    }

    /// Returns a path with a user-defined name, always in quotes.
    static func named(_ name: String, of path: String) -> String {
        "\(path)['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
    }
}

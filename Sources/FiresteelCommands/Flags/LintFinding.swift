import FiresteelFlags

/// One thing that is wrong with a file of flags, or odd about it.
struct LintFinding: Hashable {
    /// How bad it is.
    enum Severity: String {
        /// Something in the file can't be used.
        case error
        /// It works, and somebody should look at it.
        case warning
    }

    let severity: Severity
    let line: Int
    let column: Int
    /// Where in the file, as a JSON path.
    let path: String
    /// The flag that it is about.
    let flag: String?
    let message: String

    /// As compilers write it, so that editors show it at its place.
    func report(file: String, _ style: TextStyle) -> String {
        let word = severity == .error ? style.red(severity.rawValue) : style.yellow(severity.rawValue)
        return
            "\(file):\(line):\(column): \(word): \(PlainText.line(message)) \(style.dim("[\(PlainText.line(path))]"))"
    }

    var json: FlagValue {
        var members: [String: FlagValue] = [
            "severity": .string(severity.rawValue), "line": .int(line), "column": .int(column), "path": .string(path),
            "message": .string(message),
        ]
        members["flag"] = flag.map { .string($0) }
        return .object(members)
    }
}

/// JSON paths, in the notation of the definitions' faults.
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

    /// Of what people name themselves, in quotes whatever it is.
    static func named(_ name: String, of path: String) -> String {
        "\(path)['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
    }
}

import FiresteelFlags

/// Writes values as Swift literals, and texts as comments.
package enum SwiftLiteral {
    /// Returns a string literal, in which special and invisible characters are escaped.
    package static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            // The compiler accepts these noncharacters literally, and rejects their escapes.
            case _ where (0xFDD0...0xFDEF).contains(scalar.value): literal.unicodeScalars.append(scalar)
            case _ where isHidden(scalar): literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns a value of a type.
    static func value(_ value: JSONValue, as type: ValueType) -> String {
        switch (type, value) {
        case (.any, _): flagValue(value)
        case (.double, .int(let number)): "\(Double(number))"
        case (.array(let element), .array(let values)):
            "[\(values.map { Self.value($0, as: element) }.joined(separator: ", "))]"
        case (_, .bool(let value)): "\(value)"
        case (_, .int(let value)): "\(value)"
        case (_, .double(let value)): "\(value)"
        case (_, .string(let value)): string(value)
        case (_, .null), (_, .array), (_, .object): flagValue(value)
        }
    }

    /// Returns a value with its explicit type, so that the compiler needn't infer it.
    private static func flagValue(_ value: JSONValue) -> String {
        switch value {
        case .null: ".null"
        case .bool(let value): ".bool(\(value))"
        case .int(let value): ".int(\(value))"
        case .double(let value): ".double(\(value))"
        case .string(let value): ".string(\(string(value)))"
        case .array(let values): ".array([\(values.map(flagValue).joined(separator: ", "))])"
        case .object(let values):
            if values.isEmpty {
                ".object([:])"
            } else {
                ".object([\(members(values))])"
            }
        }
    }

    private static func members(_ values: [String: JSONValue]) -> String {
        values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\(string($0.key)): \(flagValue($0.value))" }.joined(separator: ", ")
    }

    /// Returns a text as lines of documentation, without characters that could end a line.
    static func documentation(_ text: String) -> [String] {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            let visible = line.unicodeScalars.map { isHidden($0) ? " " : $0 }
            return String(String.UnicodeScalarView(visible))
        }
        return lines.map { $0.isEmpty ? "///" : "/// \($0)" }
    }

    /// Returns whether a character is invisible, or changes the display of its neighbors.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }
}

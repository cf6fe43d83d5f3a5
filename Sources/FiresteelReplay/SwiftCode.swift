import FiresteelBase
import FiresteelTimeline
import FlagAccessors

/// Writes texts and values of a report as Swift, so that none of them is read as code.
enum SwiftCode {
    /// The maximum length of a line.
    static let lineLength = 120

    /// Returns whether a text can be used as a name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        return text.count <= 200
            && text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }

    /// Returns a placeholder, which doesn't compile until it is replaced.
    static func placeholder(_ text: String) -> String {
        let allowed = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            let isShown =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " .,:_-“”[]<>".unicodeScalars.contains(scalar)
            return isShown ? scalar : "?"
        }
        let shown = String(String.UnicodeScalarView(allowed.prefix(120)))
        // “<#” would begin another one.
        return "<#\(shown.hasSuffix("<") ? String(shown.dropLast()) : shown)#>"
    }

    /// Returns a comment on one line, without what looks like a placeholder.
    static func comment(_ text: String) -> String { "// " + line(text).replacing("<#", with: "< #") }

    /// Returns a text on one line; a long one is truncated.
    static func line(_ text: String, limit: Int = 300) -> String {
        let line = TimelineTextExport.plain(text).unicodeScalars
        return line.count > limit ? String(String.UnicodeScalarView(line.prefix(limit))) + "…" : String(line)
    }

    /// Returns a string literal without what editors take for a placeholder.
    static func string(_ text: String) -> String { SwiftLiteral.string(text).replacing("<#", with: "<\\u{23}") }

    /// Returns a JSON value as a literal, on one line if it fits.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the value, for the placeholder if it is hidden.
    ///   - types: The types of hidden values, by name, as far as the program knows them better than the report.
    ///   - indentation: The number of blanks before the line.
    ///   - used: The length of the rest of the line.
    static func literal(
        _ value: JSONValue, named name: String, types: [String: String] = [:], indentation: Int, used: Int = 0
    ) -> String {
        let line = literal(value, named: name, types: types)
        guard indentation + used + line.count > lineLength else { return line }
        let elements: [String]
        let inner = indentation + 4
        switch value {
        case .array(let values):
            // The types are those of fields, not of the elements of a list.
            elements = values.map { literal($0, named: name, indentation: inner, used: 1) }
        case .object(let members) where !KeptInput.isHidden(value):
            elements = sorted(members).map { key, member in
                let head = string(key) + ": "
                return head
                    + literal(member, named: key, types: types, indentation: inner, used: head.count + 1)
            }
        default: return line
        }
        guard !elements.isEmpty else { return line }
        let blanks = String(repeating: " ", count: inner)
        let end = String(repeating: " ", count: indentation)
        return "[\n" + elements.map { "\(blanks)\($0),\n" }.joined() + "\(end)]"
    }

    /// Returns a JSON value as a literal on one line.
    static func literal(_ value: JSONValue, named name: String, types: [String: String] = [:]) -> String {
        switch value {
        case .null: return ".null"
        case .bool(let value): return "\(value)"
        case .int(let value): return "\(value)"
        case .double(let value): return value.isFinite ? "\(value)" : ".null"
        case .string(let text): return string(text)
        case .array(let values):
            return "[\(values.map { literal($0, named: name) }.joined(separator: ", "))]"
        case .object(let members):
            if KeptInput.isHidden(value) {
                let known = types[name] ?? KeptInput.hiddenType(of: value)
                return placeholder("\(name): \(known.map(type) ?? "JSONValue")")
            }
            guard !members.isEmpty else { return "[:]" }
            let texts = sorted(members).map { "\(string($0)): \(literal($1, named: $0, types: types))" }
            return "[\(texts.joined(separator: ", "))]"
        }
    }

    /// Returns the type of a hidden value as text, with a note if no literal of Swift is one.
    private static func type(_ type: String) -> String {
        let wrapped = type.hasSuffix("?") ? String(type.dropLast()) : type
        return ["Bool", "Double", "Int", "JSONValue", "String"].contains(wrapped) ? type : "\(type) as JSON"
    }

    private static func sorted(_ members: [String: JSONValue]) -> [(String, JSONValue)] {
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }
}

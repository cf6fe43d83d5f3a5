/// Texts escaped for Markdown.
enum MarkdownText {
    /// Returns a text within a line: of a heading, a paragraph or the cell of a table.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "!", "$":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            // At the beginning of a line these start a list or underline a heading.
            case _ where index == 0 && ["-", "+", "=", ":"].contains(scalar):
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            // After a number at the beginning of a line these start a list.
            case _ where [".", ")"].contains(scalar) && escaped.utf8.allSatisfy({ (48...57).contains($0) }):
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control || scalar.isLineEnd: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns a text as inline code, where possible.
    static func code(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0 != "`" && $0 != "|" && $0.properties.generalCategory != .control && !$0.isLineEnd
        }
        // Blanks at the ends would be taken off.
        guard isPlain, let first = text.first, first != " ", text.last != " " else { return escaped(text) }
        return "`\(text)`"
    }

    /// Returns a row of a table.
    static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

    /// Returns a table's header row with its delimiter row.
    static func head(_ cells: [String]) -> String { row(cells) + "|\(String(repeating: "---|", count: cells.count))\n" }

    /// Returns the name of a place in a page: letters, digits and `-`.
    static func anchor(_ text: String) -> String {
        var anchor = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): anchor.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                anchor.unicodeScalars.append(Unicode.Scalar(byte))
            default: if !anchor.hasSuffix("-") { anchor += "-" }
            }
        }
        return anchor
    }
}

extension Unicode.Scalar {
    /// Whether it ends a line without being a control character.
    fileprivate var isLineEnd: Bool { self == "\u{2028}" || self == "\u{2029}" }
}

extension Unicode.Scalar {
    /// Whether the character ends a line, controls a terminal, or changes the direction of text.
    package var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text on one line: blanks for line breaks and tabs, and `\u{1B}` for other control characters, also those that
    /// change the direction of text.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var line = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": line.append(" ")
            case let scalar where scalar.isControl:
                line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

import Foundation

/// Derives Swift names from arbitrary texts.
package enum SwiftName {
    /// Returns the name of a property: `retry-count` becomes `retryCount`, `URL scheme` becomes `urlScheme`.
    ///
    /// Never empty, never one that Swift reserves in a way that backticks don't help.
    package static func property(_ text: String) -> String {
        let words = words(of: text)
        guard let first = words.first else { return "flag" }
        let name = validIdentifierStart(lowercasedStart(of: first) + words.dropFirst().map(capitalized).joined())
        return unusable.contains(name) ? "\(name)Flag" : name
    }

    /// Returns the name of a type, `Flags` at its end: `editor` becomes `EditorFlags`.
    package static func type(_ text: String) -> String {
        let name = validIdentifierStart(words(of: text).map(capitalized).joined())
        if name.isEmpty { return "Flags" }
        return name.hasSuffix("Flags") ? name : "\(name)Flags"
    }

    /// Returns whether a text is a valid name of a property.
    package static func isPropertyName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !unusable.contains(text), !used.contains(text) else {
            return false
        }
        return text.unicodeScalars.allSatisfy(isPart) && isStart(first)
    }

    /// Returns whether a text is a valid name of a type.
    package static func isTypeName(_ text: String) -> Bool {
        isPropertyName(text) && !keywords.contains(text)
    }

    /// Returns the name as it is declared: in backticks if it is a keyword.
    static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Splits a text at characters that aren't valid in names; an all-capitals text such as `RETRY_COUNT` is
    /// lowercased.
    private static func words(of text: String) -> [String] {
        // Composed, because Swift distinguishes names that look the same.
        let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
        let words = scalars.split { !isPart($0) || $0 == "_" }.map { String(String.UnicodeScalarView($0)) }
        let isShouting = words.count > 1 && !words.contains { $0.contains(where: \.isLowercase) }
        return isShouting ? words.map { $0.lowercased() } : words
    }

    /// Lowers the capitals at a word's beginning, but for the one that begins the next word: `URLScheme`, `urlScheme`.
    private static func lowercasedStart(of word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let rest = word.dropFirst(capitals.count)
        guard capitals.count > 1, rest.first?.isLetter == true else { return capitals.lowercased() + rest }
        return capitals.dropLast().lowercased() + String(capitals.suffix(1)) + rest
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Returns the name, with a prefix if its first character is invalid at the start.
    private static func validIdentifierStart(_ name: String) -> String {
        guard let first = name.unicodeScalars.first, !isStart(first) else { return name }
        return "_\(name)"
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        guard isPart(scalar) else { return false }
        return switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: false
        default: true
        }
    }

    /// Returns whether a character is valid in a name: visible letters, marks, digits and `_` that Swift accepts.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            // Swift's grammar excludes only these letters and digits; see "Identifiers" in The Swift Programming
            // Language.
            return !(0x1680...0x1680).contains(scalar.value) && scalar.value < 0xF0000
        default:
            return false
        }
    }

    /// The names with a special meaning after a dot, or that can't be declared.
    private static let unusable: Set = ["self", "Self", "init", "Type", "Protocol", "_"]

    /// The names that generated source refers to and must not hide.
    private static let used: Set = [
        "Bool", "Double", "FiresteelFlags", "Flag", "FlagContainer", "FlagDate", "FlagEnvironment", "JSONValue", "Int",
        "String",
    ]

    /// The names that must be declared in backticks.
    private static let keywords: Set = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

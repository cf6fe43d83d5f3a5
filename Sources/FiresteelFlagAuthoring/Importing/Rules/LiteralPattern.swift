import FiresteelFlags

/// A regular expression that only consists of texts, such as `^beta-`, `@example\.com$` or `(Mobile|Tablet)`.
///
/// JsonLogic has no regular expressions, and these don't need them.
enum LiteralPattern {
    /// Returns the rule that a text matches a pattern; `nil` if the pattern has other parts.
    static func logic(_ pattern: String, _ text: JSONValue) -> JSONValue? {
        var rules: [JSONValue] = []
        for alternative in alternatives(pattern) {
            guard let rule = rule(alternative, text) else { return nil }
            rules.append(rule)
        }
        return ImportLogic.any(rules)
    }

    /// Returns the alternatives of a pattern, each with its anchors.
    private static func alternatives(_ pattern: String) -> [String] {
        var rest = pattern[...]
        let start = rest.hasPrefix("^") ? "^" : ""
        let end = rest.hasSuffix("$") ? "$" : ""
        rest = rest.dropFirst(start.count).dropLast(end.count)
        guard rest.hasPrefix("("), rest.hasSuffix(")"), !rest.hasSuffix("\\)") else {
            return pattern.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        rest = rest.dropFirst(rest.hasPrefix("(?:") ? 3 : 1).dropLast()
        return rest.split(separator: "|", omittingEmptySubsequences: false).map { start + $0 + end }
    }

    private static func rule(_ pattern: String, _ text: JSONValue) -> JSONValue? {
        var rest = pattern[...]
        let isStart = rest.hasPrefix("^")
        let isEnd = rest.hasSuffix("$") && !rest.hasSuffix("\\$")
        rest = rest.dropFirst(isStart ? 1 : 0).dropLast(isEnd ? 1 : 0)
        // Without an anchor, any text may surround a match.
        if !isStart, rest.hasPrefix(".*") { rest = rest.dropFirst(2) }
        if !isEnd, rest.hasSuffix(".*"), !rest.hasSuffix("\\.*") { rest = rest.dropLast(2) }
        guard let literal = literal(rest), !literal.isEmpty else { return nil }
        let value = JSONValue.string(literal)
        switch (isStart, isEnd) {
        case (true, true): return ["===": [text, value]]
        case (true, false): return ["starts_with": [text, value]]
        case (false, true): return ["ends_with": [text, value]]
        case (false, false): return ["in": [value, text]]
        }
    }

    private static func literal(_ pattern: Substring) -> String? {
        var literal = ""
        var isEscaped = false
        for character in pattern {
            if isEscaped {
                // An escaped letter or digit is a class, a group or a control character.
                guard character.isASCII, !character.isLetter, !character.isNumber else { return nil }
                literal.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if ".[]{}()*+?|^$\n".contains(character) {
                return nil
            } else {
                literal.append(character)
            }
        }
        return isEscaped ? nil : literal
    }
}

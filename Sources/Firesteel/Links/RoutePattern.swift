import FiresteelBase

/// A pattern taken apart.
struct RoutePattern: Sendable {
    enum Component: Sendable {
        case literal(String)
        case parameter(String, prefix: String, suffix: String)
        case any
        case rest(String?)
    }

    /// The characters with a meaning in patterns.
    private static let marks: [Unicode.Scalar?] = ["/", "*", "$", "(", ")", "?", "#", "%"]

    let text: String
    let components: [Component]

    /// - Throws: The reason why the pattern is invalid.
    init(_ text: String) throws(RoutePatternError) {
        self.text = text
        guard !text.isEmpty else { throw RoutePatternError("it is empty: write / for links without components") }
        if let character = text.first(where: {
            $0.unicodeScalars.count > 1 && Self.marks.contains($0.unicodeScalars.first)
        }) {
            throw RoutePatternError("it has an accent after a mark, \(character): percent-encode the accent")
        }
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.first?.isEmpty == true { parts = parts.dropFirst() }
        if parts.last?.isEmpty == true { parts = parts.dropLast() }
        var components: [Component] = []
        var names: Set<String> = []
        for (index, part) in parts.enumerated() {
            let component = try Component(part, isLast: index == parts.count - 1)
            if let name = component.name, !names.insert(name).inserted {
                throw RoutePatternError("it has the parameter \(name) twice")
            }
            components.append(component)
        }
        self.components = components
    }

    /// The parameters, from left to right.
    var parameters: [String] { components.compactMap(\.name) }

    /// Whether a matched part isn't a parameter.
    var hasWildcard: Bool {
        components.contains {
            switch $0 {
            case .any, .rest(nil): true
            default: false
            }
        }
    }
}

/// An error of parsing a pattern.
struct RoutePatternError: Error, CustomStringConvertible {
    let description: String

    init(_ message: String) {
        description = message
    }
}

extension RoutePattern.Component {
    /// The name of its parameter, if it has one.
    var name: String? {
        switch self {
        case .parameter(let name, _, _), .rest(let name?): name
        case .literal, .any, .rest(nil): nil
        }
    }

    init(_ part: Substring, isLast: Bool) throws(RoutePatternError) {
        if part.isEmpty { throw RoutePatternError("it has an empty component, two consecutive slashes") }
        if part.contains("?") || part.contains("#") {
            throw RoutePatternError(
                "it has a ? or #: the query's values need no pattern, write the characters as %3F and %23")
        }
        if part == "*" {
            self = .any
        } else if part.hasPrefix("**") {
            guard isLast else { throw RoutePatternError("** matches all following components, so it must be last") }
            self = .rest(try Self.restName(part.dropFirst(2)))
        } else if part.contains("*") {
            throw RoutePatternError("\(part) has an asterisk beside other text: write %2A for the character itself")
        } else if let start = part.firstRange(of: "$(") {
            self = try Self.parameter(part, start)
        } else {
            self = .literal(try Self.decoded(part))
            if case .literal(let text) = self, text == "." || text == ".." {
                throw RoutePatternError("no link has the component \(text)")
            }
        }
    }

    private static func restName(_ part: Substring) throws(RoutePatternError) -> String? {
        if part.isEmpty { return nil }
        guard part.hasPrefix("("), part.hasSuffix(")") else {
            throw RoutePatternError("**\(part) is neither ** nor **(name)")
        }
        return try name(part.dropFirst().dropLast())
    }

    private static func parameter(_ part: Substring, _ start: Range<Substring.Index>) throws(RoutePatternError) -> Self
    {
        let tail = part[start.upperBound...]
        guard let end = tail.firstIndex(of: ")") else { throw RoutePatternError("$( in \(part) is never closed") }
        let suffix = tail[tail.index(after: end)...]
        guard !suffix.contains("$(") else {
            throw RoutePatternError("\(part) has two parameters: a component has one at most")
        }
        return .parameter(
            try name(tail[..<end]), prefix: try decoded(part[..<start.lowerBound]), suffix: try decoded(suffix))
    }

    private static func name(_ text: Substring) throws(RoutePatternError) -> String {
        let isName = !text.isEmpty && !text.contains { "$()*%".contains($0) }
        guard isName else { throw RoutePatternError("\"\(text)\" is not a parameter name") }
        return String(text)
    }

    private static func decoded(_ text: Substring) throws(RoutePatternError) -> String {
        guard let decoded = PercentCoding.decode(Array(text.utf8)[...]) else {
            throw RoutePatternError(
                "% in \(text) isn't followed by two hexadecimal digits: write %25 for the character itself")
        }
        return decoded
    }
}

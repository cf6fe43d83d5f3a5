package import FiresteelFlags

/// Flag files for tests.
package enum RuleTesting {
    /// A text or file that isn't as the test needs it.
    package struct UnexpectedError: Error {
        package init() {}
    }

    package static let now: Int64 = 1_700_000_000

    package static func definitions(
        _ text: String, options: FlagDefinitions.Options = FlagDefinitions.Options()
    ) throws -> FlagDefinitions {
        try FlagDefinitions(json: Array(text.utf8), options: options)
    }

    /// A file with one flag `flag` of the variants `a`, `b` and `c`, which are called as their values, and this
    /// targeting.
    package static func rule(
        _ targeting: String, fallback: String? = "a", key: String = "flag", version: FractionalVersion = .v2,
        limits: LogicLimits = LogicLimits()
    ) throws -> any FlagRule {
        let fallback = fallback.map { "\"defaultVariant\": \"\($0)\"," } ?? ""
        let text = """
            {"flags": {"\(key)": {"state": "ENABLED", "variants": {"a": "a", "b": "b", "c": "c"}, \(fallback)
              "targeting": \(targeting)}}}
            """
        let definitions = try definitions(text, options: FlagDefinitions.Options(fractional: version, logic: limits))
        guard definitions.errors.isEmpty, let rule = definitions.rule(for: key) else { throw UnexpectedError() }
        return rule
    }

    /// The line and column of the first place where a text has a part.
    package static func place(of part: String, in text: String) throws -> (line: Int, column: Int) {
        guard let range = text.firstRange(of: part) else { throw UnexpectedError() }
        let lines = text[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.count, lines[lines.count - 1].unicodeScalars.count + 1)
    }
}

extension FlagRule {
    package func evaluation(_ targetingKey: String? = nil, _ attributes: [String: JSONValue] = [:]) -> FlagEvaluation {
        evaluate(EvaluationContext(targetingKey: targetingKey, attributes: attributes), now: RuleTesting.now)
    }
}

extension FlagEvaluation {
    package var code: FlagError.Code? {
        if case .failed(let error) = outcome { error.code } else { nil }
    }
}

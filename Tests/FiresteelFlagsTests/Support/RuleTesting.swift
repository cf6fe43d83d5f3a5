import FiresteelFlags
import Testing

/// Flag files for tests.
enum RuleTesting {
    static let now: Int64 = 1_700_000_000

    static func definitions(
        _ text: String, options: FlagDefinitions.Options = FlagDefinitions.Options()
    ) throws -> FlagDefinitions {
        try FlagDefinitions(json: Array(text.utf8), options: options)
    }

    /// A file with one flag `flag` of the variants `a`, `b` and `c`, which are called as their values, and this
    /// targeting.
    static func rule(
        _ targeting: String, fallback: String? = "a", key: String = "flag", version: FractionalVersion = .v2,
        limits: LogicLimits = LogicLimits()
    ) throws -> any FlagRule {
        let fallback = fallback.map { "\"defaultVariant\": \"\($0)\"," } ?? ""
        let text = """
            {"flags": {"\(key)": {"state": "ENABLED", "variants": {"a": "a", "b": "b", "c": "c"}, \(fallback)
              "targeting": \(targeting)}}}
            """
        let definitions = try definitions(text, options: FlagDefinitions.Options(fractional: version, logic: limits))
        #expect(definitions.errors.isEmpty)
        return try #require(definitions.rule(for: key))
    }

    /// The line and column of the first place where a text has a part.
    static func place(of part: String, in text: String) throws -> (line: Int, column: Int) {
        let range = try #require(text.firstRange(of: part))
        let lines = text[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.count, lines[lines.count - 1].unicodeScalars.count + 1)
    }
}

extension FlagRule {
    func answer(_ targetingKey: String? = nil, _ attributes: [String: FlagValue] = [:]) -> FlagEvaluation {
        evaluate(EvaluationContext(targetingKey: targetingKey, attributes: attributes), now: RuleTesting.now)
    }
}

extension FlagEvaluation {
    var code: FlagError.Code? {
        if case .failed(let error) = outcome { error.code } else { nil }
    }
}

import CBenchmarkSupport
import FiresteelFlags

/// Evaluations of flags in separate contexts, such as one for each request to a server.
enum FlagEvaluations: BenchmarkGroup {
    static let name = "flag-evaluations"
    static let title = "Evaluations of a flag in a separate context: a file in flagd's format"

    static func measure() async throws -> [Measurement] {
        let definitions = try FlagDefinitions(json: Array(Self.file.utf8))
        guard definitions.errors.isEmpty else { throw InvalidDefinitionsError(faults: "\(definitions.errors)") }
        let stack = FlagStack([DefinitionsProvider(definitions)])
        let flags = ["static", "targeting", "fractional"].map { Flag($0, default: "") }
        let dependents = ["with a parent", "in a group of three"].map { Flag($0, default: false) }
        try stack.declare(flags.map(\.declaration) + dependents.map(\.declaration))
        let context = EvaluationContext(
            targetingKey: "user-4711",
            attributes: ["plan": "premium", "country": "DE", "version": "2.4.1", "age": 31])
        return await Rounds().measure(
            [Limits.atomicLoad, Limits.dictionary, Self.sameConditions, SwiftConfiguration.bool]
                + flags.map { flag in
                    Subject(flag.key) { count in
                        for _ in 0..<count { bench_keep(UInt64(stack.value(of: flag, in: context).utf8.count)) }
                    }
                }
                + dependents.map { flag in
                    Subject(flag.key) { count in
                        for _ in 0..<count { bench_keep(stack.value(of: flag, in: context) ? 1 : 0) }
                    }
                })
    }

    /// The three conditions of `targeting` as a bare operation: the flag and each attribute are found by name, then compared.
    private static let sameConditions = Subject("three bare conditions") { count in
        let flags = ["static": 0, "targeting": 1, "fractional": 2]
        let attributes: [String: Attribute] = [
            "plan": .text("premium"), "country": .text("DE"), "version": .text("2.4.1"), "age": .number(31),
        ]
        let countries = ["FR", "DE"]
        for _ in 0..<count {
            guard flags["targeting"] != nil,
                case .text(let plan)? = attributes["plan"], plan == "premium",
                case .text(let country)? = attributes["country"], countries.contains(country),
                case .number(let age)? = attributes["age"], age >= 18
            else { continue }
            bench_keep(1)
        }
    }

    private enum Attribute {
        case text(String)
        case number(Double)
    }

    /// An error if the file is invalid, which makes the figures invalid.
    private struct InvalidDefinitionsError: Error { let faults: String }

    private static let premium = """
        "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
        "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "on", "off"]}
        """

    private static let file = """
        {"flags": {
          "static": {"state": "ENABLED", "variants": {"a": "a", "b": "b"}, "defaultVariant": "b"},
          "targeting": {"state": "ENABLED", "variants": {"a": "a", "b": "b"}, "defaultVariant": "a", "targeting":
            {"if": [{"and": [{"==": [{"var": "plan"}, "premium"]}, {"in": [{"var": "country"}, ["FR", "DE"]]},
              {">=": [{"var": "age"}, 18]}]}, "b", "a"]}},
          "fractional": {"state": "ENABLED", "variants": {"a": "a", "b": "b"}, "defaultVariant": "a", "targeting":
            {"fractional": [["a", 50], ["b", 50]]}},
          "parent": {\(premium)},
          "with a parent": {\(premium), "metadata": {"parent": "parent"}},
          "in a group of three": {\(premium), "metadata": {"exclusionGroup": "g"}},
          "second": {\(premium), "metadata": {"exclusionGroup": "g"}},
          "third": {\(premium), "metadata": {"exclusionGroup": "g"}}
        }}
        """
}

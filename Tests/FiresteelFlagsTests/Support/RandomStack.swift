import FiresteelFlags
import TestSupport

/// A stack of random flags, rules and overrides, the same one for the same seed, whose rules can be changed.
struct RandomStack {
    /// A flag of any type, with its values as those of providers.
    struct AnyFlag {
        let key: String
        let read: (FlagStack) -> JSONValue
        let evaluate: (FlagStack, EvaluationContext) -> JSONValue
        let resolve: (FlagStack, EvaluationContext?) -> Resolution<JSONValue>

        init<Value: FlagValueConvertible>(_ flag: Flag<Value>) {
            key = flag.key
            read = { $0[flag].flagValue }
            evaluate = { $0.value(of: flag, in: $1).flagValue }
            resolve = { stack, context in
                let resolution = stack.resolution(of: flag, in: context)
                return Resolution(
                    value: resolution.value.flagValue, variant: resolution.variant, reason: resolution.reason,
                    provider: resolution.provider, error: resolution.error, metadata: resolution.metadata,
                    skipped: resolution.skipped)
            }
        }
    }

    static let keys = (0..<9).map { "flag\($0)" } + ["number", "share", "text"]
    /// The message of rules that fail for some contexts.
    static let computedFailure = "There is no plan."
    /// Keys that aren't declared and take part in groups, or are parents.
    static let undeclared = ["loose0", "loose1"]

    let stack: FlagStack
    private(set) var flags: [AnyFlag] = []
    private var random: SplitMix64
    private let providers: [MemoryProvider]

    init(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &* 31 &+ 5)
        providers = (0..<Int.random(in: 1...4, using: &random)).map { MemoryProvider("P\($0)") }
        self.random = random
        stack = FlagStack(providers, overrides: MemoryProvider("Overrides"), environment: .staging, clock: { 1_000 })
        try declare()
        for provider in providers { for key in Self.keys + Self.undeclared { try setRule(key, provider) } }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func declare() throws {
        // One above the other to a depth of four, beside what definitions say of parents, which makes cycles as well.
        var depths: [(key: String, depth: Int)] = []
        var declarations: [FlagDeclaration] = []
        for key in Self.keys {
            let above = depths.filter { $0.depth < 4 }
            let parent = chance(55) && !above.isEmpty ? one(of: above) : nil
            let parentKey = parent?.key ?? (chance(10) ? one(of: Self.undeclared) : nil)
            depths.append((key, (parent?.depth ?? 0) + 1))
            switch key {
            case "number":
                let flag = Flag(key, default: 7, parent: parentKey)
                (flags, declarations) = (flags + [AnyFlag(flag)], declarations + [flag.declaration])
            case "share":
                let flag = Flag(key, default: 0.5, parent: parentKey)
                (flags, declarations) = (flags + [AnyFlag(flag)], declarations + [flag.declaration])
            case "text":
                let flag = Flag(key, default: "none", parent: parentKey)
                (flags, declarations) = (flags + [AnyFlag(flag)], declarations + [flag.declaration])
            default:
                let flag = Flag(
                    key, default: chance(70),
                    local: chance(25) ? one(of: [.on, .off, .on(in: [.staging])]) : .followsProviders,
                    parent: parentKey, exclusionGroup: chance(35) ? one(of: ["g", "h"]) : nil)
                (flags, declarations) = (flags + [AnyFlag(flag)], declarations + [flag.declaration])
            }
        }
        try stack.declare(declarations)
    }

    /// Changes rules, an override or a provider's status.
    mutating func change() throws {
        let provider = one(of: providers)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: provider.setStatus(FlagProviderStatus(one(of: [.ready, .notReady, .failed, .stale])))
        case 1: try stack.removeOverrides()
        case 2, 3:
            let key = one(of: Self.keys)
            try stack.overrides?.set(value(of: key, isRight: chance(80)), for: key)
        default: for _ in 0..<4 { try setRule(one(of: Self.keys + Self.undeclared), provider) }
        }
    }

    mutating func context() -> EvaluationContext {
        var context = EvaluationContext(
            targetingKey: chance(85) ? "user\(Int.random(in: 0..<50, using: &random))" : nil)
        if chance(60) { context["plan"] = .string(one(of: ["pro", "free"])) }
        return context
    }

    private mutating func value(of key: String, isRight: Bool) -> JSONValue {
        guard isRight else { return one(of: [.null, ["a": 1], [true], "wrong", 3.5, 9]) }
        return switch key {
        case "number": .int(Int.random(in: 0..<5, using: &random))
        case "share": one(of: [0.25, 1, 2.5])
        case "text": one(of: ["a", "b"])
        default: .bool(chance(75))
        }
    }

    private mutating func setRule(_ key: String, _ provider: MemoryProvider) throws {
        provider.setRule(chance(45) ? nil : try rule(key), for: key)
    }

    private mutating func rule(_ key: String) throws -> any FlagRule {
        var metadata: [String: JSONValue] = [:]
        if chance(8) { metadata["parent"] = .string(one(of: Self.keys)) }
        if chance(10) { metadata["exclusionGroup"] = chance(90) ? .string(one(of: ["g", "h"])) : 5 }
        if chance(8) { metadata["local"] = one(of: ["on", "off", "staging", "production", false]) }
        let (first, second) = (value(of: key, isRight: chance(90)), value(of: key, isRight: chance(90)))
        let code = one(of: FlagError.Code.allCases)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return ConstantRule(first, variant: "v", metadata: metadata)
        case 2: return ConstantRule(.failed(code, "It fails."), metadata: metadata)
        case 3: return ConstantRule(FlagEvaluation(.programDefault, reason: .disabled), metadata: metadata)
        case 4, 5: return try definition(key, first, second, metadata)
        case 6:
            return TestRule(dependsOnContext: false, dependsOnTime: true, metadata: metadata) { _, now in
                .value(now == 1_000 ? first : second, variant: "t", reason: .targetingMatch)
            }
        default:
            return TestRule(metadata: metadata) { context, _ in
                switch context["plan"] {
                case nil: FlagEvaluation(.failed(FlagError(code, Self.computedFailure)), reason: .error)
                case "pro": .value(first, variant: "p", reason: .targetingMatch)
                default: .value(second, reason: .split)
                }
            }
        }
    }

    /// A rule of a file, with targeting or a rollout.
    private mutating func definition(
        _ key: String, _ first: JSONValue, _ second: JSONValue, _ metadata: [String: JSONValue]
    ) throws -> any FlagRule {
        let targeting: JSONValue =
            chance(50)
            ? ["if": [["==": [["var": "plan"], "pro"]], "a", chance(50) ? "b" : .null]]
            : ["fractional": [["a", 50], ["b", 50]]]
        let flag: JSONValue = [
            "state": .string(chance(90) ? "ENABLED" : "DISABLED"),
            "variants": ["a": first == .null ? 1 : first, "b": second == .null ? 2 : second],
            "defaultVariant": chance(80) ? "a" : .null, "targeting": targeting, "metadata": .object(metadata),
        ]
        let file: JSONValue = ["flags": .object([key: flag])]
        return try FlagDefinitions(json: Array(file.json().utf8)).rule(for: key) ?? ConstantRule(first)
    }
}

import FiresteelFlags
import TestSupport
import Testing

@Suite("After any operations, a stack equals a simple model of it")
struct FlagModelTests {
    @Test("Random changes of providers, overrides, declarations and context", arguments: 0..<24)
    func randomOperations(seed: Int) throws {
        var run = ModelRun(seed: UInt64(seed))
        try run.declareSome()
        for step in 0..<80 {
            let done = try run.doSomething()
            run.compare()
            if !run.differences.isEmpty {
                Issue.record("seed \(seed), step \(step), \(done): \(run.differences.joined(separator: "; "))")
                return
            }
        }
    }
}

/// A stack and its model, to which the same is done.
private struct ModelRun {
    private static let contexts = [nil, "ada", "bob"].map { EvaluationContext(targetingKey: $0) }

    private var random: SplitMix64
    private let providers = (0..<4).map { MemoryProvider("P\($0)") }
    private let stack: FlagStack
    private var model: FlagModel
    private var context = EvaluationContext.empty
    private var bools: [Flag<Bool>] = []
    private var numbers: [Flag<Int>] = []
    /// The values known to a subscriber that only receives changes.
    private let heard = Recorded<FlagChange>()
    private let subscription: Subscription
    private var believed: [String: JSONValue] = [:]
    private var heardCount = 0
    private(set) var differences: [String] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let keys = (0..<9).map { "flag\($0)" } + ["number0", "number1"]
        model = FlagModel(environment: .staging, keys: keys, sources: [[:], [:], [:], [:]])
        stack = FlagStack(Array(providers.dropFirst()), overrides: providers[0], environment: .staging)
        subscription = stack.onChange { [heard] in heard.append(contentsOf: $0) }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func declareSome() throws {
        for _ in 0..<5 { _ = try declareOne() }
    }

    private mutating func declareOne() throws -> String {
        let left = model.keys.filter { model.declared[$0] == nil }
        guard !left.isEmpty else { return "nothing to declare" }
        let key = one(of: left)
        let isBool = key.hasPrefix("flag")
        // Only keys before it, so that what is declared has no circles; definitions make some.
        let before = model.keys.filter { $0 < key }
        let parent = chance(30) && !before.isEmpty ? one(of: before) : nil
        let group = isBool && chance(40) ? one(of: ["g", "h"]) : nil
        let local =
            isBool && chance(30)
            ? one(of: [LocalState.on, .off, .on(in: [.staging]), .on(in: [.production])]) : .followsProviders
        let value: JSONValue = isBool ? .bool(chance(50)) : 7
        model.declared[key] = FlagModel.Declared(
            key: key, defaultValue: value, parent: parent, group: group, local: local)
        if isBool {
            let flag = Flag(key, default: value == true, local: local, parent: parent, exclusionGroup: group)
            bools.append(flag)
            try stack.declare([flag.declaration])
        } else {
            let flag = Flag(key, default: 7, parent: parent)
            numbers.append(flag)
            try stack.declare([flag.declaration])
        }
        believed[key] = model.result(key, context).value
        return "declared \(key)"
    }

    mutating func doSomething() throws -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<55: return setRule()
        case ..<70: return removeRule()
        case ..<80: return setOverride()
        case ..<83:
            let index = Int.random(in: 0..<4, using: &random)
            model.sources[index] = [:]
            providers[index].removeAll()
            return "emptied P\(index)"
        case ..<93:
            context = one(of: Self.contexts)
            stack.setContext(context)
            return "context \(context.targetingKey ?? "nobody")"
        case ..<97:
            // Evaluating undeclared keys changes nothing.
            for key in model.keys { check(key, "resolve", stack.resolve(key: key).value, model.result(key, context)) }
            return "resolved all"
        default: return try declareOne()
        }
    }

    private mutating func setRule() -> String {
        let key = one(of: model.keys)
        let index = Int.random(in: 1..<4, using: &random)
        let answers: [FlagModel.Rule.Answer] = [
            .value(true), .value(true), .value(true), .value(false), .value("text"), .value(3), .failed,
            .programDefault,
            .onFor(["ada"]), .onFor(["ada", "bob", ""]),
        ]
        var rule = FlagModel.Rule(answer: one(of: answers))
        if chance(20) { rule.metadata["parent"] = .string(one(of: model.keys)) }
        if chance(25) { rule.metadata["exclusionGroup"] = .string(one(of: ["g", "h"])) }
        if chance(15) { rule.metadata["local"] = one(of: ["on", "off", "staging", "production, development"]) }
        model.sources[index][key] = rule
        providers[index].setRule(rule.flagRule, for: key)
        return "P\(index) has \(rule) for \(key)"
    }

    private mutating func removeRule() -> String {
        let index = Int.random(in: 0..<4, using: &random)
        guard let key = model.sources[index].keys.sorted().first else { return "nothing to remove" }
        model.sources[index][key] = nil
        providers[index].set(nil, for: key)
        return "P\(index) lost \(key)"
    }

    private mutating func setOverride() -> String {
        let key = one(of: model.keys)
        let value: JSONValue = chance(80) ? .bool(chance(60)) : 9
        model.sources[0][key] = FlagModel.Rule(answer: .value(value))
        providers[0].set(value, for: key)
        return "overrode \(key) with \(value)"
    }

    /// Asks the stack everything in every way.
    mutating func compare() {
        hearChanges()
        for flag in bools {
            let expected = model.result(flag.key, context)
            check(flag.key, "reads", .bool(stack[flag]), expected)
            let resolution = stack.resolution(of: flag)
            check(flag.key, "resolves", .bool(resolution.value), expected)
            if resolution.reason != expected.reason {
                differences.append("\(flag.key) has \(resolution.reason.rawValue) and not \(expected.reason.rawValue)")
            }
            for other in Self.contexts {
                let expected = model.result(flag.key, other)
                check(flag.key, "in \(other.targetingKey ?? "")", .bool(stack.value(of: flag, in: other)), expected)
            }
            check(flag.key, "is believed", believed[flag.key], expected)
        }
        for flag in numbers {
            let expected = model.result(flag.key, context)
            check(flag.key, "reads", .int(stack[flag]), expected)
            check(flag.key, "borrows", stack.withValue(of: flag) { .int($0) }, expected)
            check(flag.key, "is believed", believed[flag.key], expected)
            for other in Self.contexts {
                check(flag.key, "in", .int(stack.value(of: flag, in: other)), model.result(flag.key, other))
            }
        }
    }

    private mutating func hearChanges() {
        let all = heard.all
        for change in all[heardCount...] {
            if believed[change.key] != change.old.value {
                differences.append(
                    "\(change.key) was \(String(describing: believed[change.key])), not \(change.old.value)")
            }
            believed[change.key] = change.new.value
        }
        heardCount = all.count
    }

    private mutating func check(_ key: String, _ how: String, _ found: JSONValue?, _ expected: FlagModel.Result) {
        let value = expected.value ?? .null
        if found != value { differences.append("\(key) \(how) \(found?.json() ?? "nothing") and not \(value.json())") }
    }
}

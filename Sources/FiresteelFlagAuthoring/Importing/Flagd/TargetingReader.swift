import FiresteelFlags

/// Reads a targeting of flagd as rules, where they have exactly the same result.
struct TargetingReader {
    /// The limit on rules with alternatives, each of which becomes a rule.
    private static let maximumAlternatives = 20

    /// The flag's variants.
    let variants: Set<String>
    private var rules: [TargetingRule] = []

    private init(_ variants: Set<String>) { self.variants = variants }

    /// Returns the rules that a targeting is, or `nil` if only JsonLogic expresses it.
    static func read(
        _ logic: JSONValue, variants: some Sequence<String>
    ) -> (rules: [TargetingRule], otherwise: TargetingResult?)? {
        var reader = TargetingReader(Set(variants))
        guard let ending = reader.read(logic, within: [], depth: 0) else { return nil }
        return (reader.rules, ending.result)
    }

    /// The result if no rule applies.
    private struct Ending {
        let result: TargetingResult?
    }

    private mutating func read(_ logic: JSONValue, within outer: [FlagCondition], depth: Int) -> Ending? {
        guard depth < 20 else { return nil }
        var logic = logic
        while true {
            if logic == .null { return Ending(result: nil) }
            if let result = result(logic) { return Ending(result: result) }
            guard let (name, operands) = LogicReader.operation(logic), name == "if" || name == "?:" else {
                return readTruth(logic, within: outer)
            }
            var index = 0
            while index + 1 < operands.count {
                guard append(operands[index], then: operands[index + 1], within: outer, depth: depth) else {
                    return nil
                }
                index += 2
            }
            guard index < operands.count else { return Ending(result: nil) }
            logic = operands[index]
        }
    }

    /// Appends the rules of a condition with its result, which may be rules itself.
    private mutating func append(
        _ condition: JSONValue, then logic: JSONValue, within outer: [FlagCondition], depth: Int
    ) -> Bool {
        if let result = result(logic) {
            return alternatives(condition).allSatisfy { append(outer + $0, result) }
        }
        let conditions = outer + LogicReader.conditions(condition)
        guard conditions.count <= FlagDocumentLimits.conditions, LogicReader.operation(logic) != nil,
            let ending = read(logic, within: conditions, depth: depth + 1), let result = ending.result
        else { return false }
        return append(conditions, result)
    }

    /// Appends a rule; returns whether the limits permit it.
    private mutating func append(_ conditions: [FlagCondition], _ result: TargetingResult) -> Bool {
        guard conditions.count <= FlagDocumentLimits.conditions, rules.count < FlagDocumentLimits.rules else {
            return false
        }
        rules.append(TargetingRule(id: "\(rules.count + 1)", if: conditions, then: result))
        return true
    }

    /// Returns the alternatives of a condition, each of which is a list of conditions.
    private func alternatives(_ condition: JSONValue) -> [[FlagCondition]] {
        guard let (name, operands) = LogicReader.operation(condition), name == "or",
            (2...Self.maximumAlternatives).contains(operands.count), LogicReader.condition(condition) == nil
        else { return [LogicReader.conditions(condition)] }
        return operands.map { LogicReader.conditions($0) }
    }

    /// Reads a condition whose truth is the name of the variant.
    private mutating func readTruth(_ logic: JSONValue, within outer: [FlagCondition]) -> Ending? {
        guard variants.isSuperset(of: ["true", "false"]), let (name, _) = LogicReader.operation(logic),
            ["==", "!=", "===", "!==", "in", "<", "<=", ">", ">=", "!", "!!"].contains(name)
        else { return nil }
        guard append(outer + LogicReader.conditions(logic), .variant("true")) else { return nil }
        return Ending(result: .variant("false"))
    }

    private func result(_ logic: JSONValue) -> TargetingResult? {
        switch logic {
        case .string, .bool, .int, .double:
            guard let name = logic.variantName, variants.contains(name) else { return nil }
            return .variant(name)
        default: break
        }
        guard let (name, operands) = LogicReader.operation(logic) else { return nil }
        switch name {
        case "fractional": return split(operands).map { TargetingResult(.split($0)) }
        case "if":
            guard operands.count == 2, case .attribute(let test)? = LogicReader.condition(operands[0])?.test,
                test.comparison == .exists, let (inner, shares) = LogicReader.operation(operands[1]),
                inner == "fractional", var split = split(shares),
                split.bucketingKey == TargetingSplit.key(of: test.attribute), test.attribute != "targetingKey"
            else { return nil }
            (split.attribute, split.bucketingKey) = (test.attribute, nil)
            return TargetingResult(.split(split))
        default: return nil
        }
    }

    private func split(_ operands: [JSONValue]) -> TargetingSplit? {
        var split = TargetingSplit([])
        var shares = operands[...]
        if let key = operands.first {
            if case .array = key {
            } else {
                guard key != .null else { return nil }
                (split.bucketingKey, split.attribute) = (key, Self.attribute(of: key))
                shares = shares.dropFirst()
            }
        }
        for share in shares {
            guard case .array(let parts) = share, parts.count == 1 || parts.count == 2,
                case .string(let name) = parts[0], variants.contains(name)
            else { return nil }
            guard parts.count == 2 else {
                split.shares.append(TargetingShare(name, 1))
                continue
            }
            guard case .int(let weight) = parts[1] else { return nil }
            split.shares.append(TargetingShare(name, weight))
        }
        return split.total == nil ? nil : split
    }

    /// Returns the attribute in a bucketing key, for people.
    private static func attribute(of key: JSONValue) -> String? {
        if let path = LogicReader.variable(key) { return path == "targetingKey" ? nil : path }
        guard let (name, operands) = LogicReader.operation(key), name == "cat" else { return nil }
        return operands.compactMap { LogicReader.variable($0) }.last { $0 != "$flagd.flagKey" && $0 != "targetingKey" }
    }
}

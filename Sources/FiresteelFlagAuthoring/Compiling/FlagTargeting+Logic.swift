package import FiresteelFlags

extension TargetingResult {
    /// The result in JsonLogic.
    var logic: JSONValue {
        switch outcome {
        case .variant(let name): .string(name)
        case .split(let split): split.logic
        }
    }
}

extension TargetingSplit {
    /// The split in JsonLogic; null without a bucketing key, so that the default variant applies.
    package var logic: JSONValue {
        let shares = shares.map { JSONValue.array([.string($0.variant), .int($0.weight)]) }
        if let bucketingKey { return ["fractional": .array([bucketingKey] + shares)] }
        guard let attribute, attribute != "targetingKey" else { return ["fractional": .array(shares)] }
        // Without the condition, all contexts without the attribute would have one bucket.
        return [
            "if": [
                ["!=": [["var": .string(attribute)], .null]],
                ["fractional": .array([Self.key(of: attribute)] + shares)],
            ]
        ]
    }

    /// Returns the bucketing key of an attribute: with the flag's key, so that flags are independent of each other.
    static func key(of attribute: String) -> JSONValue {
        ["cat": [["var": "$flagd.flagKey"], ["var": .string(attribute)]]]
    }
}

extension FlagTargeting {
    /// The rules in JsonLogic, `nil` if everyone has the default variant.
    var rulesLogic: JSONValue? {
        if let logic { return logic }
        guard !rules.isEmpty else { return otherwise?.logic }
        var operands: [JSONValue] = []
        operands.reserveCapacity(rules.count * 2 + 1)
        for rule in rules {
            operands.append(rule.conditions.logic)
            operands.append(rule.result.logic)
        }
        if let otherwise { operands.append(otherwise.logic) }
        return ["if": .array(operands)]
    }

    /// The one variant that everyone has while the flag is on, if the rules are that simple.
    var constantVariant: String? {
        guard logic == nil, rules.isEmpty, case .variant(let name)? = otherwise?.outcome else { return nil }
        return name
    }
}

extension FlagSegment {
    /// The membership in JsonLogic.
    ///
    /// Conditions are always in an operator, so that a list of people differs from a condition on the targeting key.
    var logic: JSONValue {
        let listed: JSONValue = ["in": [["var": "targetingKey"], .array(people.map { .string($0) })]]
        guard !conditions.isEmpty else { return listed }
        let matching: JSONValue = .object([isAny ? "or" : "and": .array(conditions.map(\.logic))])
        return people.isEmpty ? matching : ["or": [listed, matching]]
    }
}

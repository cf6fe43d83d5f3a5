extension FlagCondition {
    /// The condition in JsonLogic, with references to segments.
    public var logic: FlagValue {
        switch test {
        case .segment(let key, let isMember):
            let reference: FlagValue = ["$ref": .string(key)]
            return isMember ? reference : ["!": [reference]]
        case .attribute(let attribute): return attribute.logic
        case .logic(let rule): return rule
        }
    }
}

extension [FlagCondition] {
    /// All conditions in JsonLogic.
    var logic: FlagValue {
        count == 1 ? self[0].logic : ["and": .array(map(\.logic))]
    }
}

extension AttributeTest {
    /// The comparison in JsonLogic.
    ///
    /// `LogicReader` reads each of these forms back.
    var logic: FlagValue {
        switch comparison {
        case .oneOf: isLoose ? any { ["==": [variable, $0]] } : ["in": [variable, .array(values)]]
        case .notOneOf:
            isLoose
                ? joined("and", values.map { ["!=": [variable, $0]] })
                : ["!": [["in": [variable, .array(values)]]]]
        case .contains: any { ["in": [$0, variable]] }
        case .notContains: ["!": [any { ["in": [$0, variable]] }]]
        case .startsWith: any { ["starts_with": [variable, $0]] }
        case .endsWith: any { ["ends_with": [variable, $0]] }
        case .exists: ["!=": [variable, nil]]
        case .notExists: ["==": [variable, nil]]
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            isLoose ? order(values.first ?? .null) : guarded(order(values.first ?? .null))
        case .versionAtLeast, .versionAtMost, .versionIs, .versionIsNot, .versionBelow, .versionAbove:
            ["sem_ver": [variable, .string(comparison.versionCondition?.rawValue ?? ""), values.first ?? .null]]
        case .before, .after: time
        }
    }

    private var variable: FlagValue { ["var": .string(attribute)] }

    /// The comparison with a time: numbers are compared with its seconds, texts with its text.
    private var time: FlagValue {
        guard let value = values.first, let seconds = DocumentTime.seconds(value) else { return false }
        guard attribute != Self.timestamp else { return order(.int(seconds)) }
        return guarded(["or": [order(.string(DocumentTime.text(seconds))), order(.int(seconds))]])
    }

    /// The variable of the current time, which every context has.
    static var timestamp: String { "$flagd.timestamp" }

    private func order(_ value: FlagValue) -> FlagValue {
        .object([comparison.orderOperator ?? "": [variable, value]])
    }

    /// Returns a comparison that doesn't hold if the attribute is missing, which JsonLogic would read as 0.
    private func guarded(_ rule: FlagValue) -> FlagValue { ["and": [["!=": [variable, nil]], rule]] }

    private func any(_ rule: (FlagValue) -> FlagValue) -> FlagValue { joined("or", values.map(rule)) }

    private func joined(_ name: String, _ rules: [FlagValue]) -> FlagValue {
        rules.count == 1 ? rules[0] : .object([name: .array(rules)])
    }
}

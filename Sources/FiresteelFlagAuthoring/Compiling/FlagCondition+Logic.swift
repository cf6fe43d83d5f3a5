package import FiresteelFlags

extension FlagCondition {
    /// The condition in JsonLogic, with references to segments.
    package var logic: JSONValue {
        switch test {
        case .segment(let key, let isMember):
            let reference: JSONValue = ["$ref": .string(key)]
            return isMember ? reference : ["!": [reference]]
        case .attribute(let attribute): return attribute.logic
        case .logic(let rule): return rule
        }
    }
}

extension [FlagCondition] {
    /// All conditions in JsonLogic.
    var logic: JSONValue {
        count == 1 ? self[0].logic : ["and": .array(map(\.logic))]
    }
}

extension AttributeTest {
    /// The comparison in JsonLogic.
    ///
    /// `LogicReader` reads each of these forms back.
    var logic: JSONValue {
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
        case .exists: ["!=": [variable, .null]]
        case .notExists: ["==": [variable, .null]]
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            isLoose ? order(values.first ?? .null) : guarded(order(values.first ?? .null))
        case .versionAtLeast, .versionAtMost, .versionIs, .versionIsNot, .versionBelow, .versionAbove:
            ["sem_ver": [variable, .string(comparison.versionCondition?.rawValue ?? ""), values.first ?? .null]]
        case .before, .after: time
        }
    }

    private var variable: JSONValue { ["var": .string(attribute)] }

    /// The comparison with a time: numbers are compared with its seconds, texts with its text.
    private var time: JSONValue {
        guard let value = values.first, let seconds = DocumentTime.seconds(value) else { return false }
        guard attribute != Self.timestamp else { return order(.int(seconds)) }
        return guarded(["or": [order(.string(DocumentTime.text(seconds))), order(.int(seconds))]])
    }

    /// The variable of the current time, which every context has.
    static var timestamp: String { "$flagd.timestamp" }

    private func order(_ value: JSONValue) -> JSONValue {
        .object([comparison.orderOperator ?? "": [variable, value]])
    }

    /// Returns a comparison that doesn't hold if the attribute is missing, which JsonLogic would read as 0.
    private func guarded(_ rule: JSONValue) -> JSONValue { ["and": [["!=": [variable, .null]], rule]] }

    private func any(_ rule: (JSONValue) -> JSONValue) -> JSONValue { joined("or", values.map(rule)) }

    private func joined(_ name: String, _ rules: [JSONValue]) -> JSONValue {
        rules.count == 1 ? rules[0] : .object([name: .array(rules)])
    }
}

import FiresteelFlags

/// Why a part of Unleash's can't be expressed, as a sentence.
struct InexpressibleUnleashError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A constraint of a strategy or segment, as a condition.
enum UnleashConstraint {
    /// Returns the condition of a constraint.
    static func condition(
        _ constraint: [String: FlagValue]
    ) throws(InexpressibleUnleashError) -> FlagCondition {
        let context = UnleashDocument.text(constraint["contextName"]) ?? ""
        let attribute = try attribute(context)
        let name = UnleashDocument.text(constraint["operator"]) ?? "IN"
        let isInverted = constraint["inverted"] == true
        let values = UnleashDocument.list(constraint["values"])
        let one = constraint["value"].flatMap { $0 == .null ? nil : $0 } ?? values.first ?? ""
        guard constraint["caseInsensitive"] != true || !name.hasPrefix("STR_") else {
            throw InexpressibleUnleashError("It compares “\(context)” without regard to case.")
        }
        func attributeCondition(_ comparison: FlagComparison, _ values: [FlagValue]) -> FlagCondition {
            .attribute(attribute, comparison, values)
        }
        switch name {
        case "IN", "NOT_IN":
            let isIn = (name == "IN") != isInverted
            // Nothing is one of no values.
            guard !values.isEmpty else { return .logic(.bool(!isIn)) }
            return attributeCondition(isIn ? .oneOf : .notOneOf, values)
        case "STR_CONTAINS", "STR_STARTS_WITH", "STR_ENDS_WITH":
            let comparison: FlagComparison =
                name == "STR_CONTAINS" ? .contains : name == "STR_STARTS_WITH" ? .startsWith : .endsWith
            guard !values.isEmpty else { return .logic(.bool(isInverted)) }
            return inverted(attributeCondition(comparison, values), attribute, isInverted)
        case "NUM_EQ", "NUM_GT", "NUM_GTE", "NUM_LT", "NUM_LTE":
            guard let number = number(one) else {
                throw InexpressibleUnleashError("It compares “\(context)” with “\(one.json())”, which is no number.")
            }
            return inverted(numeric(name, attribute, number), attribute, isInverted)
        case "DATE_BEFORE", "DATE_AFTER":
            let condition = attributeCondition(name == "DATE_BEFORE" ? .before : .after, [.string(date(one))])
            return inverted(condition, attribute, isInverted)
        case "SEMVER_EQ", "SEMVER_GT", "SEMVER_GTE", "SEMVER_LT", "SEMVER_LTE":
            let comparisons: [String: FlagComparison] = [
                "SEMVER_EQ": .versionIs, "SEMVER_GT": .versionAbove, "SEMVER_GTE": .versionAtLeast,
                "SEMVER_LT": .versionBelow, "SEMVER_LTE": .versionAtMost,
            ]
            return inverted(attributeCondition(comparisons[name] ?? .versionIs, [one]), attribute, isInverted)
        default: throw InexpressibleUnleashError("It compares “\(context)” by “\(name)”, which can't be expressed.")
        }
    }

    /// Returns the attribute of a field of Unleash's context.
    static func attribute(_ context: String) throws(InexpressibleUnleashError) -> String {
        switch context {
        case "userId": return "targetingKey"
        case "currentTime": return "$flagd.timestamp"
        case "": throw InexpressibleUnleashError("A constraint has no “contextName”.")
        default:
            guard !context.contains("."), context != "targetingKey", !context.hasPrefix("$flagd") else {
                throw InexpressibleUnleashError("The name “\(context)” is a path or reserved here.")
            }
            return context
        }
    }

    private static func numeric(_ name: String, _ attribute: String, _ number: FlagValue) -> FlagCondition {
        switch name {
        case "NUM_GT": .attribute(attribute, .greater, [number])
        case "NUM_GTE": .attribute(attribute, .greaterOrEqual, [number])
        case "NUM_LT": .attribute(attribute, .less, [number])
        case "NUM_LTE": .attribute(attribute, .lessOrEqual, [number])
        // A text with the number is equal to it.
        default: FlagCondition(.attribute(AttributeTest(attribute, .oneOf, [number], isLoose: true)))
        }
    }

    /// Returns the opposite of a condition, which also holds if the attribute is missing.
    private static func inverted(
        _ condition: FlagCondition, _ attribute: String, _ isInverted: Bool
    ) -> FlagCondition {
        guard isInverted, case .attribute(let test) = condition.test else { return condition }
        if test.comparison == .contains { return .attribute(attribute, .notContains, test.values) }
        return .logic(["!": [condition.logic]])
    }

    private static func number(_ value: FlagValue) -> FlagValue? {
        switch value {
        case .int, .double: return value
        case .string(let text):
            if let whole = Int(text) { return .int(whole) }
            return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        default: return nil
        }
    }

    /// Returns a time without its fraction of a second.
    private static func date(_ value: FlagValue) -> String {
        let text = value.stringValue ?? ""
        guard let point = text.firstIndex(of: ".") else { return text }
        return String(text[..<point]) + text[point...].dropFirst().drop { $0.isNumber }
    }
}

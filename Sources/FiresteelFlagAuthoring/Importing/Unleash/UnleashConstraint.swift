import FiresteelFlags

/// A constraint of a strategy or segment, as a condition.
enum UnleashConstraint {
    /// Returns the condition of a constraint.
    static func condition(
        _ constraint: [String: JSONValue]
    ) throws(ImportError) -> FlagCondition {
        let context = UnleashDocument.text(constraint["contextName"]) ?? ""
        let attribute = try attribute(context)
        let name = UnleashDocument.text(constraint["operator"]) ?? "IN"
        let isInverted = constraint["inverted"] == true
        let values = UnleashDocument.list(constraint["values"])
        let one = constraint["value"].flatMap { $0 == .null ? nil : $0 } ?? values.first ?? ""
        guard constraint["caseInsensitive"] != true || !name.hasPrefix("STR_") else {
            throw ImportError("It compares “\(context)” without regard to case.")
        }
        func attributeCondition(_ comparison: FlagComparison, _ values: [JSONValue]) -> FlagCondition {
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
                throw ImportError("It compares “\(context)” with “\(one.json())”, which isn't a number.")
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
            guard let text = one.stringValue, text.first?.isNumber == true,
                text.prefix(while: { $0 != "-" && $0 != "+" }).filter({ $0 == "." }).count == 2
            else { throw ImportError("It compares with the version \(one.json()), which isn't a semantic version.") }
            return inverted(attributeCondition(comparisons[name] ?? .versionIs, [one]), attribute, isInverted)
        case "REGEX":
            let pattern = one.stringValue ?? ""
            guard constraint["caseInsensitive"] != true,
                let rule = LiteralPattern.logic(pattern, ["var": .string(attribute)])
            else { throw ImportError("It compares “\(context)” with the regular expression “\(pattern)”.") }
            return LogicReader.condition(isInverted ? ImportLogic.not(rule) : rule)
                ?? .logic(isInverted ? ImportLogic.not(rule) : rule)
        default: throw ImportError("It compares “\(context)” by “\(name)”, which can't be expressed.")
        }
    }

    /// Returns the attribute of a field of Unleash's context.
    static func attribute(_ context: String) throws(ImportError) -> String {
        switch context {
        case "userId": return "targetingKey"
        case "currentTime": return "$flagd.timestamp"
        case "": throw ImportError("A constraint has no “contextName”.")
        default:
            guard !context.contains("."), context != "targetingKey", !context.hasPrefix("$flagd") else {
                throw ImportError("The name “\(context)” is a path or reserved here.")
            }
            return context
        }
    }

    private static func numeric(_ name: String, _ attribute: String, _ number: JSONValue) -> FlagCondition {
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

    private static func number(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .int, .double: return value
        case .string(let text):
            if let whole = Int(text) { return .int(whole) }
            return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        default: return nil
        }
    }

    /// Returns a time without its fraction of a second.
    private static func date(_ value: JSONValue) -> String {
        let text = value.stringValue ?? ""
        guard let point = text.firstIndex(of: ".") else { return text }
        return String(text[..<point]) + text[point...].dropFirst().drop { $0.isNumber }
    }
}

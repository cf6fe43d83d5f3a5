import FiresteelFlags

/// The possible results of a parent's targeting, if they are known without evaluating it.
struct LogicOutcomes {
    /// The parent.
    let key: String
    /// Whether it is on, by variant.
    let variants: [String: Bool]
    /// Whether it is on where its targeting returns nothing; `nil` for the program's default.
    let fallback: Bool?
    /// Whether the program's default counts as off.
    let defaultsAreOff: Bool

    /// Returns the condition under which the parent is on.
    func gate(_ rule: JSONValue) throws(InexpressibleError) -> FlagGate {
        guard let outcomes = Self.outcomes(of: rule) else {
            guard defaultsAreOff else {
                throw InexpressibleError(
                    "The targeting of “\(key)” computes the variant's name, so it isn't a condition.")
            }
            return computedGate(rule)
        }
        var on: Set<JSONValue> = []
        var off: Set<JSONValue> = []
        for outcome in outcomes {
            let isOn: Bool
            if let name = outcome.variantName {
                guard let value = variants[name] ?? (defaultsAreOff ? false : nil) else {
                    throw InexpressibleError(
                        "The targeting of “\(key)” may return “\(name)”, which is not one of its variants.")
                }
                isOn = value
            } else if outcome != .null {
                // An array or an object is an error.
                isOn = false
            } else {
                guard let fallback = fallback ?? (defaultsAreOff ? false : nil) else {
                    throw InexpressibleError(
                        "The targeting of “\(key)” may return nothing, in which case its value is the program's default."
                    )
                }
                isOn = fallback
            }
            if isOn { on.insert(outcome) } else { off.insert(outcome) }
        }
        if off.isEmpty { return .always }
        if on.isEmpty { return .never }
        if on == [true], off.isSubset(of: [false, .null]) { return .when(rule) }
        // Not all evaluators find null in a list, so the list is the one without it.
        return on.contains(.null)
            ? .when(["!": [["in": [rule, Self.list(off)]]]]) : .when(["in": [rule, Self.list(on)]])
    }

    /// Returns the condition that a rule with any result returns a variant that is on.
    private func computedGate(_ rule: JSONValue) -> FlagGate {
        var on: Set<JSONValue> = []
        for (name, isOn) in variants where isOn {
            // Every result that denotes the variant.
            let results: [JSONValue] = [.string(name), true, false] + [Int(name).map { .int($0) }].compactMap { $0 }
            on.formUnion(
                (results + [Double(name).map { .double($0) }].compactMap { $0 }).filter { $0.variantName == name })
        }
        let isListed: JSONValue = ["in": [rule, Self.list(on)]]
        guard fallback == true else { return on.isEmpty ? .never : .when(isListed) }
        return .when(["or": [isListed, ["==": [rule, .null]]]])
    }

    /// Returns a rule with another result instead of null.
    static func replacingNull(of rule: JSONValue, with result: JSONValue) -> JSONValue {
        let falsy: Set<JSONValue> = [false, "", 0, 0.0]
        if let outcomes = outcomes(of: rule), outcomes.isDisjoint(with: falsy) {
            return outcomes.contains(.null) ? ["or": [rule, result]] : rule
        }
        return ["if": [["==": [rule, .null]], result, rule]]
    }

    private static func list(_ outcomes: Set<JSONValue>) -> JSONValue {
        .array(outcomes.sorted { $0.json() < $1.json() })
    }

    /// Returns all possible results of a rule, or a superset of them; `nil` if they are unknown.
    private static func outcomes(of rule: JSONValue) -> Set<JSONValue>? {
        switch rule {
        case .null, .bool, .string, .int, .double: return [rule]
        case .array: return nil
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first else { return nil }
            let operands: [JSONValue] = if case .array(let values) = value { values } else { [value] }
            return outcomes(of: name, operands)
        }
    }

    private static func outcomes(of name: String, _ operands: [JSONValue]) -> Set<JSONValue>? {
        switch name {
        case "if", "?:":
            // Every second operand, and the last one if their number is odd.
            let places = operands.indices.filter { place in place % 2 == 1 || place == operands.count - 1 }
            let found = union(places.map { operands[$0] })
            return operands.count % 2 == 0 ? found?.union([.null]) : found
        case "and", "or": return union(operands)
        case "==", "!=", "===", "!==", "<", "<=", ">", ">=", "!", "!!", "in", "all", "none", "some":
            return [true, false]
        case "sem_ver", "starts_with", "ends_with": return [true, false, .null]
        case "fractional":
            var names: [JSONValue] = [.null]
            for operand in operands.dropFirst(operands.first.map(isShare) == true ? 0 : 1) {
                guard case .array(let parts) = operand, let name = parts.first else { return nil }
                names.append(name)
            }
            return union(names)
        default: return nil
        }
    }

    private static func isShare(_ operand: JSONValue) -> Bool {
        if case .array = operand { true } else { false }
    }

    private static func union(_ rules: [JSONValue]) -> Set<JSONValue>? {
        var all: Set<JSONValue> = []
        for rule in rules {
            guard let found = outcomes(of: rule) else { return nil }
            all.formUnion(found)
        }
        return all
    }
}

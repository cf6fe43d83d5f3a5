/// The possible results of a rule, if they are known without evaluating it.
enum LogicOutcomes {
    /// Returns the condition under which a Bool flag with a targeting is on.
    static func gate(
        _ rule: FlagValue, of key: String, variants: [String: Bool], fallback: Bool?
    ) throws(InexpressibleError) -> FlagGate {
        guard let outcomes = outcomes(of: rule) else {
            throw InexpressibleError("The targeting of “\(key)” computes the variant's name, so it isn't a condition.")
        }
        var on: Set<FlagValue> = []
        var off: Set<FlagValue> = []
        for outcome in outcomes {
            let isOn: Bool
            if let name = outcome.variantName {
                guard let value = variants[name] else {
                    throw InexpressibleError(
                        "The targeting of “\(key)” may return “\(name)”, which is not one of its variants.")
                }
                isOn = value
            } else {
                guard let fallback else {
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
        if on == [true], off.isSubset(of: [false, nil]) { return .when(rule) }
        // Not all evaluators find null in a list, so the list is the one without it.
        return on.contains(.null)
            ? .when(["!": [["in": [rule, list(off)]]]]) : .when(["in": [rule, list(on)]])
    }

    private static func list(_ outcomes: Set<FlagValue>) -> FlagValue {
        .array(outcomes.sorted { $0.json() < $1.json() })
    }

    /// Returns all possible results of a rule, or a superset of them; `nil` if they are unknown.
    private static func outcomes(of rule: FlagValue) -> Set<FlagValue>? {
        switch rule {
        case .null, .bool, .string, .int, .double: return [rule]
        case .array: return nil
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first else { return nil }
            let operands: [FlagValue] = if case .array(let values) = value { values } else { [value] }
            return outcomes(of: name, operands)
        }
    }

    private static func outcomes(of name: String, _ operands: [FlagValue]) -> Set<FlagValue>? {
        switch name {
        case "if", "?:":
            // Every second operand, and the last one if their number is odd.
            let places = operands.indices.filter { place in place % 2 == 1 || place == operands.count - 1 }
            let found = union(places.map { operands[$0] })
            return operands.count % 2 == 0 ? found?.union([nil]) : found
        case "and", "or": return union(operands)
        case "==", "!=", "===", "!==", "<", "<=", ">", ">=", "!", "!!", "in", "all", "none", "some":
            return [true, false]
        case "sem_ver", "starts_with", "ends_with": return [true, false, nil]
        case "fractional":
            var names: [FlagValue] = [nil]
            for operand in operands.dropFirst(operands.first.map(isShare) == true ? 0 : 1) {
                guard case .array(let parts) = operand, let name = parts.first else { return nil }
                names.append(name)
            }
            return union(names)
        default: return nil
        }
    }

    private static func isShare(_ operand: FlagValue) -> Bool {
        if case .array = operand { true } else { false }
    }

    private static func union(_ rules: [FlagValue]) -> Set<FlagValue>? {
        var all: Set<FlagValue> = []
        for rule in rules {
            guard let found = outcomes(of: rule) else { return nil }
            all.formUnion(found)
        }
        return all
    }
}

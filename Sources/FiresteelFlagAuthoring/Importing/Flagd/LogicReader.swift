import FiresteelFlags

/// Reads JsonLogic as conditions, where they have exactly the same result.
struct LogicReader {
    /// The limit on the nesting of the rules it reads.
    private static let depth = 64

    /// Returns the conditions that together are a rule; the rule itself as a condition, where nothing else expresses it.
    static func conditions(_ rule: JSONValue, depth: Int = 0) -> [FlagCondition] {
        if let condition = condition(rule, depth: depth) { return [condition] }
        guard depth < Self.depth, let (name, operands) = operation(rule) else { return [.logic(rule)] }
        if name == "and", !operands.isEmpty {
            return operands.flatMap { conditions($0, depth: depth + 1) }
        }
        return between(name, operands) ?? [.logic(rule)]
    }

    /// Returns the condition that a rule is, or `nil` if only JsonLogic expresses it.
    ///
    /// It has the same value, not just the same truth, so that it can be used in other rules.
    static func condition(_ rule: JSONValue, depth: Int = 0) -> FlagCondition? {
        guard depth < Self.depth, let (name, operands) = operation(rule) else { return nil }
        switch name {
        case "$ref":
            guard case .object(let members) = rule, case .string(let key)? = members["$ref"] else { return nil }
            return .segment(key)
        case "!": return operands.count == 1 ? opposite(operands[0], depth: depth + 1) : nil
        case "or": return alternatives(operands, depth: depth + 1)
        case "and": return guarded(operands, depth: depth + 1)
        default:
            guard let test = comparison(name, operands) else { return nil }
            return FlagCondition(.attribute(test))
        }
    }

    /// Returns the operator and the operands of a rule.
    static func operation(_ rule: JSONValue) -> (name: String, operands: [JSONValue])? {
        guard case .object(let members) = rule, members.count == 1, let (name, value) = members.first else {
            return nil
        }
        if case .array(let operands) = value { return (name, operands) }
        return (name, [value])
    }

    /// Returns the path of a variable without a default.
    static func variable(_ rule: JSONValue) -> String? {
        guard let (name, operands) = operation(rule), name == "var", operands.count == 1,
            case .string(let path) = operands[0], !path.isEmpty
        else { return nil }
        return path
    }

    private static func opposite(_ rule: JSONValue, depth: Int) -> FlagCondition? {
        guard var condition = condition(rule, depth: depth) else { return nil }
        switch condition.test {
        case .segment(let key, let isMember): condition.test = .segment(key, isMember: !isMember)
        case .attribute(var test):
            guard let opposite = test.comparison.opposite else { return nil }
            test.comparison = opposite
            condition.test = .attribute(test)
        case .logic: return nil
        }
        return condition
    }

    /// Returns one condition for several that compare the same attribute.
    private static func alternatives(_ rules: [JSONValue], depth: Int) -> FlagCondition? {
        var merged: AttributeTest?
        for rule in rules {
            guard case .attribute(let test)? = condition(rule, depth: depth)?.test else { return nil }
            guard let first = merged.map({ ($0.attribute, $0.comparison, $0.isLoose) }) else {
                guard [.oneOf, .contains, .startsWith, .endsWith].contains(test.comparison) else { return nil }
                merged = test
                continue
            }
            guard first == (test.attribute, test.comparison, test.isLoose) else { return nil }
            merged?.values += test.values
        }
        guard merged.map({ $0.values.count <= FlagDocumentLimits.values }) != false else { return nil }
        return merged.map { FlagCondition(.attribute($0)) }
    }

    /// Returns a comparison that doesn't hold for a missing attribute.
    private static func guarded(_ rules: [JSONValue], depth: Int) -> FlagCondition? {
        guard rules.count == 2, case .attribute(let presence)? = condition(rules[0], depth: depth)?.test,
            presence.comparison == .exists, let (name, operands) = operation(rules[1])
        else { return nil }
        if name == "or" { return time(presence.attribute, operands) }
        guard operands.count == 2, variable(operands[0]) == presence.attribute,
            let comparison = FlagComparison.order(name), isNumber(operands[1])
        else { return nil }
        return .attribute(presence.attribute, comparison, [operands[1]])
    }

    /// Returns the comparison with a time, as a text and as seconds.
    private static func time(_ attribute: String, _ rules: [JSONValue]) -> FlagCondition? {
        guard rules.count == 2, let (name, operands) = operation(rules[0]), operands.count == 2,
            let seconds = DocumentTime.seconds(operands[1]), case .string = operands[1]
        else { return nil }
        let condition = FlagCondition.attribute(
            attribute, name == "<" ? .before : .after, [.string(DocumentTime.text(seconds))])
        // Only exactly the form that is written.
        guard case .object(let written) = condition.logic, written["and"]?.arrayElement(1) == ["or": .array(rules)]
        else { return nil }
        return condition
    }

    /// Returns the two conditions of a comparison with three operands.
    private static func between(_ name: String, _ operands: [JSONValue]) -> [FlagCondition]? {
        guard name == "<" || name == "<=", operands.count == 3, variable(operands[1]) != nil else { return nil }
        guard let low = comparison(name, [operands[0], operands[1]]),
            let high = comparison(name, [operands[1], operands[2]])
        else { return nil }
        return [FlagCondition(.attribute(low)), FlagCondition(.attribute(high))]
    }

    private static func isNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .int: true
        // `-0` is written as an integer, and read as another value.
        case .double(let number): number.isFinite && number != 0
        default: false
        }
    }

    private static func isScalar(_ value: JSONValue) -> Bool {
        switch value {
        case .string, .bool: true
        default: isNumber(value)
        }
    }

    private static func comparison(_ name: String, _ operands: [JSONValue]) -> AttributeTest? {
        switch name {
        case "==", "!=", "===", "!==": equality(name, operands)
        case "in": membership(operands)
        case "starts_with", "ends_with": affix(name, operands)
        case "sem_ver": version(operands)
        case "<", "<=", ">", ">=": order(name, operands)
        default: nil
        }
    }

    private static func equality(_ name: String, _ operands: [JSONValue]) -> AttributeTest? {
        guard operands.count == 2 else { return nil }
        let (path, value) =
            variable(operands[0]).map { ($0, operands[1]) } ?? (variable(operands[1]) ?? "", operands[0])
        guard !path.isEmpty else { return nil }
        let isNegative = name.hasPrefix("!")
        if value == .null { return AttributeTest(path, isNegative ? .exists : .notExists) }
        guard isScalar(value) else { return nil }
        return AttributeTest(path, isNegative ? .notOneOf : .oneOf, [value], isLoose: name.utf8.count == 2)
    }

    private static func membership(_ operands: [JSONValue]) -> AttributeTest? {
        guard operands.count == 2 else { return nil }
        if let path = variable(operands[0]), case .array(let values) = operands[1],
            (1...FlagDocumentLimits.values).contains(values.count), values.allSatisfy(isScalar)
        {
            return AttributeTest(path, .oneOf, values)
        }
        guard let path = variable(operands[1]), isScalar(operands[0]) else { return nil }
        return AttributeTest(path, .contains, [operands[0]])
    }

    private static func affix(_ name: String, _ operands: [JSONValue]) -> AttributeTest? {
        guard operands.count == 2, let path = variable(operands[0]), case .string = operands[1] else { return nil }
        return AttributeTest(path, name == "starts_with" ? .startsWith : .endsWith, [operands[1]])
    }

    private static func version(_ operands: [JSONValue]) -> AttributeTest? {
        guard operands.count == 3, let path = variable(operands[0]), case .string(let sign) = operands[1],
            let comparison = VersionCondition(rawValue: sign).flatMap({ FlagComparison($0) }),
            case .string(let version) = operands[2], VersionCondition.equal.holds(version, version) != nil
        else { return nil }
        return AttributeTest(path, comparison, [operands[2]])
    }

    private static func order(_ name: String, _ operands: [JSONValue]) -> AttributeTest? {
        guard operands.count == 2 else { return nil }
        if let path = variable(operands[0]), isNumber(operands[1]) {
            return order(path, FlagComparison.order(name), operands[1])
        }
        guard let path = variable(operands[1]), isNumber(operands[0]) else { return nil }
        let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][name] ?? name
        return order(path, FlagComparison.order(mirrored), operands[0])
    }

    private static func order(_ path: String, _ comparison: FlagComparison?, _ value: JSONValue) -> AttributeTest? {
        guard let comparison else { return nil }
        if path == AttributeTest.timestamp, comparison == .less || comparison == .greater,
            let seconds = DocumentTime.seconds(value)
        {
            return AttributeTest(path, comparison == .less ? .before : .after, [.string(DocumentTime.text(seconds))])
        }
        return AttributeTest(path, comparison, [value], isLoose: true)
    }
}

extension FlagComparison {
    /// Returns the comparison of numbers by an operator.
    static func order(_ name: String) -> FlagComparison? {
        switch name {
        case "<": .less
        case "<=": .lessOrEqual
        case ">": .greater
        case ">=": .greaterOrEqual
        default: nil
        }
    }
}

extension JSONValue {
    /// Returns an element of an array.
    func arrayElement(_ index: Int) -> JSONValue? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }
}

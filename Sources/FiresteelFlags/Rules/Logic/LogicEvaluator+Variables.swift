extension LogicEvaluator {
    /// Returns the value of a variable, or `nil` if there is none.
    ///
    /// `mutating`, although it changes nothing: otherwise each call would copy the evaluator.
    @inline(__always)
    mutating func variable(_ index: Int) -> JSONValue? {
        // Nearly all variables are attributes of a flag's context.
        if isFlag, case .root = scope, code.variables[index].source == .attribute {
            guard let value = flag.attributes[code.variables[index].head] else { return nil }
            return code.variables[index].isPath ? code.variables[index].descend(into: value, from: 1) : value
        }
        return variable(code.variables[index])
    }

    @inline(never)
    private mutating func variable(_ variable: LogicVariable) -> JSONValue? {
        switch scope {
        case .root:
            if let data { return variable.descend(into: data, from: 0) }
            return flag.value(of: variable)
        case .element(let value): return variable.descend(into: value, from: 0)
        case .reduction(let current, let accumulator):
            switch variable.segments.first {
            case "current": return variable.descend(into: current, from: 1)
            case "accumulator": return variable.descend(into: accumulator, from: 1)
            case nil: return .object(["current": current, "accumulator": accumulator])
            default: return nil
            }
        }
    }

    @inline(never)
    mutating func computedVariable(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        let path = try value(code.operand(node, 0))
        if let found = try computed(path) { return found }
        return node.count > 1 ? try value(code.operand(node, 1)) : .null
    }

    /// Returns the value at a computed path.
    private mutating func computed(_ path: JSONValue) throws(LogicEvaluationError) -> JSONValue? {
        try charge(for: path)
        let variable = LogicVariable(path == .null ? "" : JavaScript.text(path))
        try charge(variable.segments.count)
        let found = self.variable(variable)
        // The whole data of a reduction is a new value.
        if let found, variable.segments.isEmpty { try chargeContents(of: found) }
        return found
    }

    @inline(never)
    mutating func missing(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        let operands = try values(node)
        if case .array(let names)? = operands.first { return .array(try missing(names)) }
        return .array(try missing(operands))
    }

    private mutating func missing(_ names: [JSONValue]) throws(LogicEvaluationError) -> [JSONValue] {
        var missing: [JSONValue] = []
        for name in names where Self.isMissing(try computed(name)) {
            try charge(1)
            missing.append(name)
        }
        return missing
    }

    @inline(never)
    mutating func missingKnown(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        guard case .array(let names) = code.constants[Int(node.detail)] else { return .array([]) }
        var missing: [JSONValue] = []
        for operand in 0..<Int(node.count) {
            let value = try value(code.operand(node, operand))
            if Self.isMissing(value) { missing.append(names[operand]) }
        }
        return .array(missing)
    }

    /// As `missingKnown`, without creating the list.
    mutating func isAnyMissing(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        for operand in 0..<Int(node.count)
        where Self.isMissing(try value(code.operand(node, operand))) { return true }
        return false
    }

    @inline(never)
    mutating func missingSome(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        let enough = JavaScript.number(try value(code.operand(node, 0)))
        let options = try value(code.operand(node, 1))
        let (names, count): ([JSONValue], Double)
        switch options {
        case .array(let values): (names, count) = (values, Double(values.count))
        // As in JavaScript: a text is one name, and its length is the number of names.
        case .string(let text): (names, count) = ([options], Double(text.utf16.count))
        case .null: throw .nothingToChooseFrom
        default: (names, count) = ([options], .nan)
        }
        let missing = try missing(names)
        return count - Double(missing.count) >= enough ? .array([]) : .array(missing)
    }

    private static func isMissing(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null?: true
        case .string(let text)?: text.isEmpty
        default: false
        }
    }
}

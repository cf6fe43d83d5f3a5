extension LogicEvaluator {
    @inline(never)
    mutating func list(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        if node.operation == .merge { return .array(try merge(node)) }
        let list = try value(code.operand(node, 0))
        let logic = code.operand(node, 1)
        if node.operation == .reduce {
            var accumulator = try value(code.operand(node, 2))
            guard case .array(let values) = list else { return accumulator }
            let outer = scope
            defer { scope = outer }
            for current in values {
                scope = .reduction(current: current, accumulator: accumulator)
                accumulator = try value(logic)
            }
            return accumulator
        }
        guard case .array(let values) = list else { return .array([]) }
        var results: [JSONValue] = []
        let outer = scope
        defer { scope = outer }
        for element in values {
            scope = .element(element)
            let result: JSONValue
            if node.operation == .map {
                result = try value(logic)
            } else {
                guard try truth(logic) else { continue }
                result = element
            }
            try chargeContents(of: result)
            results.append(result)
        }
        return .array(results)
    }

    private mutating func merge(_ node: LogicNode) throws(LogicEvaluationError) -> [JSONValue] {
        var merged: [JSONValue] = []
        for operand in 0..<Int(node.count) {
            let value = try value(code.operand(node, operand))
            try chargeContents(of: value)
            if case .array(let values) = value {
                merged.append(contentsOf: values)
            } else {
                merged.append(value)
            }
        }
        return merged
    }

    @inline(never)
    mutating func quantifier(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        let list = try value(code.operand(node, 0))
        let logic = code.operand(node, 1)
        // In JsonLogic, `all` is false for an empty list.
        guard case .array(let values) = list, !values.isEmpty else { return node.operation == .none }
        let isAll = node.operation == .all
        let outer = scope
        defer { scope = outer }
        for element in values {
            scope = .element(element)
            if try truth(logic) != isAll { return node.operation == .some }
        }
        return node.operation != .some
    }
}

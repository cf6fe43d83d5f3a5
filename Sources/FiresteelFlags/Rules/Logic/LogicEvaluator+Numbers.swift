extension LogicEvaluator {
    mutating func arithmetic(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        switch node.operation {
        case .add: return JavaScript.value(try fold(node, 0) { $0 + JavaScript.parseFloat($1) })
        case .multiply:
            // A single operand is returned unchanged.
            if node.count == 1 { return try value(code.operand(node, 0)) }
            return JavaScript.value(try fold(node, 1) { $0 * JavaScript.parseFloat($1) })
        case .minimum: return JavaScript.value(try fold(node, .infinity) { Self.least($0, JavaScript.number($1)) })
        case .maximum:
            return JavaScript.value(try fold(node, -.infinity) { -Self.least(-$0, -JavaScript.number($1)) })
        case .negate: return JavaScript.value(-(try number(node, 0)))
        default: break
        }
        let first = try number(node, 0)
        let second = try number(node, 1)
        switch node.operation {
        case .subtract: return JavaScript.value(first - second)
        case .divide: return JavaScript.value(first / second)
        default: return JavaScript.value(first.truncatingRemainder(dividingBy: second))
        }
    }

    private mutating func fold(
        _ node: LogicNode, _ initial: Double, _ combine: (Double, JSONValue) -> Double
    ) throws(LogicEvaluationError) -> Double {
        var result = initial
        for operand in 0..<Int(node.count) {
            let value = try value(code.operand(node, operand))
            try charge(for: value)
            result = combine(result, value)
        }
        return result
    }

    private mutating func number(_ node: LogicNode, _ operand: Int) throws(LogicEvaluationError) -> Double {
        let value = try value(code.operand(node, operand))
        try charge(for: value)
        return JavaScript.number(value)
    }

    /// Returns the smaller number, where −0 is below 0, or NaN if one of them is.
    private static func least(_ first: Double, _ second: Double) -> Double {
        if first.isNaN || second.isNaN { return .nan }
        if first == 0, second == 0 { return first.sign == .minus ? first : second }
        return second < first ? second : first
    }
}

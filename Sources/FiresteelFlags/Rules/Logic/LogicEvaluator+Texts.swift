extension LogicEvaluator {
    @inline(never)
    mutating func join(_ node: LogicNode) throws(LogicEvaluationError) -> String {
        try charge(1)
        var text = ""
        for operand in 0..<Int(node.count) {
            let value = try value(code.operand(node, operand))
            try charge(for: value)
            if case .string(let part) = value { text += part } else { text += JavaScript.joined(value) }
        }
        return text
    }

    @inline(never)
    mutating func cut(_ node: LogicNode) throws(LogicEvaluationError) -> String {
        try charge(1)
        let source = try value(code.operand(node, 0))
        try charge(for: source)
        let text = JavaScript.text(source)
        let start = node.count > 1 ? try position(node, 1) : 0
        guard node.count > 2 else { return CodeUnits.cut(text, from: start, count: .infinity) }
        let count = try position(node, 2)
        guard count < 0 else { return CodeUnits.cut(text, from: start, count: count) }
        // A negative count omits that many at the end.
        let rest = CodeUnits.cut(text, from: start, count: .infinity)
        return CodeUnits.cut(rest, from: 0, count: Double(rest.utf16.count) + count)
    }

    /// Returns an index as JavaScript reads it: without its fraction, 0 if it isn't a number.
    private mutating func position(_ node: LogicNode, _ operand: Int) throws(LogicEvaluationError) -> Double {
        let value = try value(code.operand(node, operand))
        try charge(for: value)
        let number = JavaScript.number(value)
        return number.isNaN ? 0 : number.rounded(.towardZero)
    }
}

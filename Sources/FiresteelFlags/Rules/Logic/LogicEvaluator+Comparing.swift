extension LogicEvaluator {
    mutating func isEqual(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        let (one, other) = (code.operand(node, 0), code.operand(node, 1))
        let first = try value(one)
        let second = try value(other)
        try charge(for: first)
        try charge(for: second)
        switch node.operation {
        case .equal: return JavaScript.isEqual(first, second) || isSameObject(one, first, other, second)
        case .notEqual: return !JavaScript.isEqual(first, second) && !isSameObject(one, first, other, second)
        case .identical: return JavaScript.isIdentical(first, second) || isSameObject(one, first, other, second)
        default: return !JavaScript.isIdentical(first, second) && !isSameObject(one, first, other, second)
        }
    }

    /// Returns whether both operands are the same list or object of the data: in JavaScript, an object equals only
    /// itself.
    private func isSameObject(_ one: Int, _ first: JSONValue, _ other: Int, _ second: JSONValue) -> Bool {
        switch (first, second) {
        case (.array, .array), (.object, .object):
            let (one, other) = (code.nodes[one], code.nodes[other])
            return one.operation == .variable && other.operation == .variable && one.detail == other.detail
        default: return false
        }
    }

    /// Returns whether two operands are in order, or three, each with the next.
    mutating func isInOrder(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        let first = try value(code.operand(node, 0))
        let second = try value(code.operand(node, 1))
        try charge(for: first)
        try charge(for: second)
        guard Self.holds(node.operation, first, second) else { return false }
        guard node.count > 2 else { return true }
        let third = try value(code.operand(node, 2))
        try charge(for: third)
        return Self.holds(node.operation, second, third)
    }

    /// Returns whether the comparison holds; never if one value isn't a number.
    private static func holds(_ operation: LogicOperation, _ first: JSONValue, _ second: JSONValue) -> Bool {
        switch operation {
        case .less: JavaScript.isLess(first, second) ?? false
        case .lessOrEqual: JavaScript.isLess(second, first).map { !$0 } ?? false
        case .greater: JavaScript.isLess(second, first) ?? false
        default: JavaScript.isLess(first, second).map { !$0 } ?? false
        }
    }

    mutating func contains(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        let needle = try value(code.operand(node, 0))
        switch try value(code.operand(node, 1)) {
        case .string(let text):
            // An empty text contains nothing, not even an empty text.
            guard !text.isEmpty else { return false }
            try charge(for: needle)
            if case .string(let needle) = needle { return try find(needle, in: text) }
            return try find(JavaScript.text(needle), in: text)
        case .array(let values):
            for value in values {
                try charge(1)
                try charge(for: value)
                if JavaScript.isIdentical(needle, value) { return true }
            }
            return false
        default: return false
        }
    }

    mutating func isMember(_ node: LogicNode) throws(LogicEvaluationError) -> Bool {
        try charge(1)
        let needle = try value(code.operand(node, 0))
        try charge(for: needle)
        guard case .string(let text) = needle else { return false }
        let members = code.members[Int(node.detail)]
        if let set = members.set { return set.contains(ExactText(text: text)) }
        var index = Int(members.first)
        let end = index + Int(members.count)
        while index < end {
            if CodeUnits.areEqual(code.texts[index], text) { return true }
            index += 1
        }
        return false
    }

    private mutating func find(_ needle: String, in text: String) throws(LogicEvaluationError) -> Bool {
        // In the worst case, the whole needle is compared at each position of the text.
        let places = text.utf8.count - needle.utf8.count + 1
        guard places > 0 else { return false }
        let found = CodeUnits.find(needle, in: text, limit: steps << 6)
        try charge(found.compared >> 6)
        return found.isThere
    }

    mutating func affix(_ node: LogicNode) throws(LogicEvaluationError) -> Bool? {
        try charge(1)
        let text = try value(code.operand(node, 0))
        let affix = try value(code.operand(node, 1))
        guard case .string(let text) = text, case .string(let affix) = affix else { return nil }
        try charge(affix.utf8.count >> 6)
        return node.operation == .startsWith
            ? CodeUnits.begins(text, with: affix) : CodeUnits.ends(text, with: affix)
    }

    mutating func version(_ node: LogicNode) throws(LogicEvaluationError) -> Bool? {
        try charge(1)
        let first = try value(code.operand(node, 0))
        let sign = try value(code.operand(node, 1))
        let second = try value(code.operand(node, 2))
        try charge(for: first)
        try charge(for: second)
        guard let first = Self.version(first), let second = Self.version(second) else { return nil }
        if node.detail > 0 { return code.conditions[Int(node.detail) - 1].holds(first, second) }
        guard case .string(let sign) = sign else { return nil }
        return VersionCondition(rawValue: sign)?.holds(first, second)
    }

    /// Returns the text of a version, which may also be a number, such as 1 or 1.2.
    private static func version(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .int, .double: JavaScript.text(value)
        default: nil
        }
    }
}

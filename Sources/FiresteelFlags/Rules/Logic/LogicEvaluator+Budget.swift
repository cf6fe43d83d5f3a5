extension LogicEvaluator {
    /// How deep values may lie in each other where they are gone through.
    private static let depth = 1_000

    /// Takes steps off what is left.
    @inline(__always)
    mutating func charge(_ count: Int) throws(LogicEvaluationError) {
        steps -= count
        if steps < 0 { throw .tooManySteps }
    }

    /// Takes what looking at the whole of a value costs.
    @inline(__always)
    mutating func charge(for value: FlagValue) throws(LogicEvaluationError) {
        switch value {
        case .string(let text): try charge(text.utf8.count >> 6)
        case .array, .object: try chargeContents(of: value)
        default: break
        }
    }

    /// Takes what a value costs that becomes part of another.
    ///
    /// Lists share what they have in common, so that a few steps could make one that would fill any memory if it were
    /// written out. Each is paid for as if it were.
    mutating func chargeContents(of value: FlagValue) throws(LogicEvaluationError) {
        switch value {
        case .array, .object: try chargeContents(of: value, depth: 0)
        default: break
        }
    }

    private mutating func chargeContents(of value: FlagValue, depth: Int) throws(LogicEvaluationError) {
        guard depth < Self.depth else { throw .tooDeep }
        switch value {
        case .array(let values):
            try charge(values.count)
            for value in values { try chargeContents(of: value, depth: depth + 1) }
        case .object(let members):
            try charge(members.count)
            for value in members.values { try chargeContents(of: value, depth: depth + 1) }
        case .string(let text): try charge(text.utf8.count >> 6)
        default: break
        }
    }
}

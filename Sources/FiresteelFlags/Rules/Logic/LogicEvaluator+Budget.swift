extension LogicEvaluator {
    /// The maximum nesting of values that are traversed.
    private static var depth: Int { 1_000 }

    /// Subtracts steps from the remaining ones.
    @inline(__always)
    mutating func charge(_ count: Int) throws(LogicEvaluationError) {
        steps -= count
        if steps < 0 { throw .tooManySteps }
    }

    /// Charges for reading a whole value.
    @inline(__always)
    mutating func charge(for value: JSONValue) throws(LogicEvaluationError) {
        switch value {
        case .string(let text): try charge(text.utf8.count >> 6)
        case .array, .object: try chargeContents(of: value)
        default: break
        }
    }

    /// Charges for a value that becomes part of another.
    ///
    /// Lists share common parts, so a few steps could create one whose written form would exceed any memory. Each is
    /// charged as if it were written.
    mutating func chargeContents(of value: JSONValue) throws(LogicEvaluationError) {
        switch value {
        case .array, .object: try chargeContents(of: value, depth: 0)
        default: break
        }
    }

    private mutating func chargeContents(of value: JSONValue, depth: Int) throws(LogicEvaluationError) {
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

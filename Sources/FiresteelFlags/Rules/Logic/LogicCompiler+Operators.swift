extension LogicCompiler {
    mutating func compile(_ call: LogicCall) throws(LogicCompileError) -> Int {
        switch call.name {
        case "var": try compileVariable(call)
        case "if": try plain(.choose, call)
        case "?:": try plain(.choose, call, style: .questionMark)
        case "and": try plain(.and, call)
        case "or": try plain(.or, call)
        case "!": try unary(.not, call, nothing: true)
        case "!!": try unary(.truth, call, nothing: false)
        case "==", "!=", "===", "!==": try compileEquality(call)
        case "<": try compileOrder(.less, call, operands: 3)
        case "<=": try compileOrder(.lessOrEqual, call, operands: 3)
        case ">": try compileOrder(.greater, call, operands: 2)
        case ">=": try compileOrder(.greaterOrEqual, call, operands: 2)
        case "in": try compileContains(call)
        case "missing": try compileMissing(call)
        case "missing_some": try compileMissingSome(call)
        case "map": try compileLoop(.map, call)
        case "filter": try compileLoop(.filter, call)
        case "all": try compileLoop(.all, call)
        case "none": try compileLoop(.none, call)
        case "some": try compileLoop(.some, call)
        case "reduce": try compileLoop(.reduce, call)
        case "merge": try plain(.merge, call)
        case "cat": try plain(.join, call)
        case "substr": try compileCut(call)
        case "log": try unary(.log, call, nothing: .null)
        case "+": try plain(.add, call)
        case "*": try compileProduct(call)
        case "-", "/", "%": try compileArithmetic(call)
        case "min": try plain(.minimum, call)
        case "max": try plain(.maximum, call)
        case "fractional": try compileFractional(call)
        case "sem_ver": try compileVersion(call)
        case "starts_with": try compileAffix(.startsWith, call)
        case "ends_with": try compileAffix(.endsWith, call)
        case "$ref": try compileReference(call)
        default: throw fault(call.token, "There is no operator “\(call.name)”.")
        }
    }

    /// Compiles any number of operands.
    private mutating func plain(
        _ operation: LogicOperation, _ call: LogicCall, style: LogicNode.Style = []
    ) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        return code.add(operation, operands, style: call.style.union(style))
    }

    /// Compiles one operand; further operands are compiled to find their errors, and ignored.
    private mutating func unary(
        _ operation: LogicOperation, _ call: LogicCall, nothing: JSONValue
    ) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        guard let first = operands.first else { return code.add(constant: nothing) }
        return code.add(operation, [first], style: call.style)
    }

    /// Compiles an equality.
    ///
    /// A missing operand is `undefined`, which equals only null, and is identical to no JSON value.
    private mutating func compileEquality(_ call: LogicCall) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        let isNegative = call.name.hasPrefix("!")
        let isStrict = call.name.utf8.count == 3
        guard let first = operands.first else { return code.add(constant: .bool(!isNegative)) }
        if operands.count == 1, isStrict { return code.add(constant: .bool(isNegative)) }
        let second = operands.count > 1 ? operands[1] : code.add(constant: .null)
        let operation: LogicOperation =
            isStrict ? (isNegative ? .notIdentical : .identical) : (isNegative ? .notEqual : .equal)
        return code.add(operation, [first, second], style: call.style)
    }

    private mutating func compileOrder(
        _ operation: LogicOperation, _ call: LogicCall, operands maximum: Int
    ) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        guard operands.count >= 2 else { return code.add(constant: false) }
        return code.add(operation, Array(operands.prefix(maximum)), style: call.style)
    }

    private mutating func compileContains(_ call: LogicCall) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        guard operands.count >= 2 else { return code.add(constant: false) }
        if case .array(let values)? = code.constant(operands[1]) {
            let texts = values.compactMap { value in if case .string(let text) = value { text } else { String?.none } }
            if texts.count == values.count {
                return code.add(
                    .member, [operands[0], operands[1]], style: call.style, detail: code.add(membersOf: texts))
            }
        }
        return code.add(.contains, [operands[0], operands[1]], style: call.style)
    }

    private mutating func compileLoop(_ operation: LogicOperation, _ call: LogicCall) throws(LogicCompileError) -> Int {
        let list = call.tokens.isEmpty ? code.add(constant: .null) : try operand(call, 0)
        inner += 1
        let logic = call.tokens.count > 1 ? try operand(call, 1) : code.add(constant: .null)
        inner -= 1
        guard operation == .reduce else { return code.add(operation, [list, logic], style: call.style) }
        let initial = call.tokens.count > 2 ? try operand(call, 2) : code.add(constant: .null)
        return code.add(operation, [list, logic, initial], style: call.style)
    }

    private mutating func compileCut(_ call: LogicCall) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        if operands.isEmpty { return code.add(constant: "undefined") }
        return code.add(.cut, Array(operands.prefix(3)), style: call.style)
    }

    private mutating func compileProduct(_ call: LogicCall) throws(LogicCompileError) -> Int {
        guard !call.tokens.isEmpty else { throw fault(call.token, "“*” has no operands. Add at least one.") }
        return try plain(.multiply, call)
    }

    private mutating func compileArithmetic(_ call: LogicCall) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        if call.name == "-", operands.count == 1 { return code.add(.negate, operands, style: call.style) }
        guard operands.count >= 2 else { return code.add(constant: .double(.nan)) }
        let operation: LogicOperation = call.name == "-" ? .subtract : call.name == "/" ? .divide : .remainder
        return code.add(operation, [operands[0], operands[1]], style: call.style)
    }

    private mutating func compileAffix(_ operation: LogicOperation, _ call: LogicCall) throws(LogicCompileError) -> Int
    {
        let operands = try operands(call)
        return operands.count == 2 ? code.add(operation, operands, style: call.style) : code.add(constant: .null)
    }

    private mutating func compileVersion(_ call: LogicCall) throws(LogicCompileError) -> Int {
        let operands = try operands(call)
        guard operands.count == 3 else { return code.add(constant: .null) }
        if case .string(let sign)? = code.constant(operands[1]) {
            guard let condition = VersionCondition(rawValue: sign) else { return code.add(constant: .null) }
            code.conditions.append(condition)
            return code.add(.version, operands, style: call.style, detail: code.conditions.count)
        }
        // The comparison is computed, and resolved in each evaluation.
        return code.add(.version, operands, style: call.style, detail: 0)
    }
}

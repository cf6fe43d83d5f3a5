import FiresteelBase

extension LogicCompiler {
    /// The maximum length of a variable's path: a lookup counts as one step of an evaluation, regardless of the length.
    private static let pathLength = 1_024

    mutating func compileVariable(_ call: LogicCall) throws(LogicCompileError) -> Int {
        guard let first = call.tokens.first else { return addVariable("", fallback: nil, call) }
        if document.tokens[first].isContainer {
            record([.context, .time])
            return code.add(.computedVariable, Array(try operands(call).prefix(2)), style: call.style)
        }
        let name = try name(document.value(first), first)
        let fallback = call.tokens.count > 1 ? try operand(call, 1) : nil
        return addVariable(name, fallback: fallback, call)
    }

    private mutating func addVariable(_ name: String, fallback: Int?, _ call: LogicCall) -> Int {
        let index = variable(name)
        record(code.variables[index].uses)
        return code.add(.variable, fallback.map { [$0] } ?? [], style: call.style, detail: index)
    }

    private func name(_ value: JSONValue, _ token: Int) throws(LogicCompileError) -> String {
        let name = value == .null ? "" : JavaScript.text(value)
        guard name.utf8.count <= Self.pathLength else {
            throw fault(token, "The path of a variable has more than \(Self.pathLength) bytes.")
        }
        return name
    }

    mutating func compileMissing(_ call: LogicCall) throws(LogicCompileError) -> Int {
        // Either the names themselves, or one list of them.
        var names = call.tokens
        if let first = names.first, document.tokens[first].kind == .array { names = elements(of: first) }
        guard names.allSatisfy({ !document.tokens[$0].isContainer }) else {
            record([.context, .time])
            let operands = try operands(call)
            return code.add(.missing, operands, style: call.style)
        }
        var nodes: [Int] = []
        for token in names {
            let index = variable(try name(document.value(token), token))
            record(code.variables[index].uses)
            nodes.append(code.add(.variable, [], detail: index))
        }
        // The missing names are returned as spelled in the rule.
        code.constants.append(.array(names.map { document.value($0) }))
        return code.add(.missingKnown, nodes, style: call.style, detail: code.constants.count - 1)
    }

    mutating func compileMissingSome(_ call: LogicCall) throws(LogicCompileError) -> Int {
        guard call.tokens.count >= 2 else {
            throw fault(call.token, "“missing_some” needs two operands: the required number and a list of names.")
        }
        let operands = try operands(call)
        if case .array(let names)? = code.constant(operands[1]) {
            for name in names { record(LogicVariable(JavaScript.text(name)).uses) }
        } else {
            record([.context, .time])
        }
        return code.add(.missingSome, [operands[0], operands[1]], style: call.style)
    }

    mutating func compileReference(_ call: LogicCall) throws(LogicCompileError) -> Int {
        guard let token = call.tokens.first, call.isBare, document.tokens[token].isText else {
            throw fault(call.token, "“$ref” needs the name of a rule in “$evaluators”.")
        }
        let name = document.text(token)
        guard let evaluator = evaluators[name] else {
            throw fault(call.token, "There is no “\(name)” in “$evaluators”.")
        }
        let compiled = try compileEvaluator(name, evaluator.token, evaluator.state, call)
        guard call.depth + compiled.height < limits.depth else { throw tooDeep(call.token) }
        height = max(height, call.depth + 1 + compiled.height)
        record(compiled.uses)
        code.references.append(LogicReference(name: name, target: compiled.node))
        return code.add(.reference, [], style: .bare, detail: code.references.count - 1)
    }

    private mutating func compileEvaluator(
        _ name: String, _ token: Int, _ state: Evaluator, _ call: LogicCall
    ) throws(LogicCompileError) -> (node: Int, height: Int, uses: LogicUses) {
        switch state {
        case .compiled(let node, let height, let uses): return (node, height, uses)
        case .underWay: throw fault(call.token, "“\(name)” in “$evaluators” refers to itself.")
        case .faulty(let inner): throw unusable(name, inner, call)
        case .untouched: break
        }
        evaluators[name]?.state = .underWay
        let outside = (root, trail, uses, height, inner)
        let compiled: Result<(node: Int, uses: LogicUses), LogicCompileError>
        do { compiled = .success(try compileRule(token, at: .evaluator(name))) } catch { compiled = .failure(error) }
        let height = height
        (root, trail, uses, self.height, inner) = outside
        switch compiled {
        case .success(let rule):
            evaluators[name]?.state = .compiled(node: rule.node, height: height, uses: rule.uses)
            return (rule.node, height, rule.uses)
        case .failure(let fault) where fault.isTooDeep:
            evaluators[name]?.state = .untouched
            throw tooDeep(call.token)
        case .failure(let fault):
            evaluators[name]?.state = .faulty(fault)
            throw unusable(name, fault, call)
        }
    }

    private func unusable(_ name: String, _ inner: LogicCompileError, _ call: LogicCall) -> LogicCompileError {
        fault(call.token, "“\(name)” in “$evaluators” can't be used: it is invalid at \(inner.path.text).")
    }
}

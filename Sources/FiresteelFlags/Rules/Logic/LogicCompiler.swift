import FiresteelBase

/// An error that prevents a rule from being compiled, with its location.
struct LogicCompileError: Error {
    let path: LogicPath
    /// The token whose location is reported.
    let token: Int
    let message: String
    /// Whether the error depends on the location of use: a shared rule may be nested too deeply in one rule and not in
    /// another.
    var isTooDeep = false
}

/// Compiles the rules of a document into nodes.
///
/// Resolves everything that doesn't depend on the context: it looks up operators, counts operands, splits the paths of
/// variables, creates constant lists, and compiles shared rules once.
struct LogicCompiler {
    /// A shared rule, compiled on first use.
    enum Evaluator {
        case untouched
        case underWay
        case compiled(node: Int, height: Int, uses: LogicUses)
        case faulty(LogicCompileError)
    }

    /// A step from the rule's root to the compiler's position.
    enum Trail {
        /// The name of a member, by its token.
        case name(Int)
        case element(Int)
    }

    let document: JSONDocument
    let limits: LogicLimits
    /// The arithmetic of `fractional`.
    var version: FractionalVersion
    var code = LogicCode()
    /// The inputs found since it was last cleared.
    var uses: LogicUses = []
    /// The maximum depth since it was last set to 0.
    var height = 0
    var evaluators: [String: (token: Int, state: Evaluator)] = [:]
    private var variables: [String: Int] = [:]
    var root = LogicPath()
    var trail: [Trail] = []
    /// The number of surrounding list operations; inside them, variables are those of the element.
    var inner = 0
    /// The depth of the recursion, including shared rules.
    private var nesting = 0

    init(_ document: JSONDocument, limits: LogicLimits, version: FractionalVersion) {
        self.document = document
        self.limits = limits
        self.version = version
    }

    /// Compiles the rule of a token, and returns its node.
    mutating func compileRule(_ token: Int, at path: LogicPath) throws(LogicCompileError) -> (
        node: Int, uses: LogicUses
    ) {
        (root, trail, uses, height, inner) = (path, [], [], 0, 0)
        let node = try compile(token, depth: 0)
        return (node, uses)
    }

    mutating func compile(_ token: Int, depth: Int) throws(LogicCompileError) -> Int {
        nesting += 1
        defer { nesting -= 1 }
        guard depth <= limits.depth, nesting <= limits.depth + 1 else { throw tooDeep(token) }
        height = max(height, depth)
        switch document.tokens[token].kind {
        case .array: return try compileList(token, depth: depth)
        case .object where document.tokens[token].count == 1:
            return try compileOperation(token, depth: depth)
        case .int where isNegativeZero(token): return code.add(constant: .double(-0.0))
        default: return code.add(constant: document.value(token))
        }
    }

    /// Whether a token is `-0`, which divides differently from 0, as in JavaScript.
    private func isNegativeZero(_ token: Int) -> Bool {
        document.tokens[token].payload == 0 && document.bytes[Int(document.tokens[token].offset)] == UInt8(ascii: "-")
    }

    private mutating func compileList(_ token: Int, depth: Int) throws(LogicCompileError) -> Int {
        let elements = elements(of: token)
        if elements.allSatisfy({ !document.tokens[$0].isContainer }) {
            return code.add(constant: document.value(token))
        }
        var nodes: [Int] = []
        for (index, element) in elements.enumerated() {
            nodes.append(try compile(element, under: .element(index), depth: depth + 1))
        }
        let constants = nodes.compactMap { code.constant($0) }
        if constants.count == nodes.count { return code.add(constant: .array(constants)) }
        return code.add(.list, nodes)
    }

    mutating func compile(_ token: Int, under step: Trail, depth: Int) throws(LogicCompileError) -> Int {
        trail.append(step)
        let node = try compile(token, depth: depth)
        trail.removeLast()
        return node
    }

    private mutating func compileOperation(_ token: Int, depth: Int) throws(LogicCompileError) -> Int {
        let name = document.text(token + 1)
        trail.append(.name(token + 1))
        let value = token + 2
        let call: LogicCall =
            if document.tokens[value].kind == .array {
                LogicCall(
                    name: name, token: token, value: value, tokens: elements(of: value), isBare: false, depth: depth)
            } else {
                LogicCall(name: name, token: token, value: value, tokens: [value], isBare: true, depth: depth)
            }
        let node = try compile(call)
        trail.removeLast()
        return node
    }

    /// Compiles an operand of a call.
    mutating func operand(_ call: LogicCall, _ index: Int) throws(LogicCompileError) -> Int {
        if call.isBare { return try compile(call.tokens[index], depth: call.depth + 1) }
        return try compile(call.tokens[index], under: .element(index), depth: call.depth + 1)
    }

    /// Compiles all operands of a call from an index on.
    mutating func operands(_ call: LogicCall, from start: Int = 0) throws(LogicCompileError) -> [Int] {
        var nodes: [Int] = []
        nodes.reserveCapacity(call.tokens.count)
        var index = start
        while index < call.tokens.count {
            nodes.append(try operand(call, index))
            index += 1
        }
        return nodes
    }

    func elements(of array: Int) -> [Int] {
        var elements: [Int] = []
        elements.reserveCapacity(document.tokens[array].count)
        var index = array + 1
        for _ in 0..<document.tokens[array].count {
            elements.append(index)
            index = document.end(of: index)
        }
        return elements
    }

    /// Returns the index of a variable, one for each name.
    mutating func variable(_ name: String) -> Int {
        if let index = variables[name] { return index }
        code.variables.append(LogicVariable(name))
        variables[name] = code.variables.count - 1
        return code.variables.count - 1
    }

    /// Records the inputs of a node, unless it reads a list's element.
    mutating func record(_ used: LogicUses) {
        if inner == 0 { uses.formUnion(used) }
    }

    func tooDeep(_ token: Int) -> LogicCompileError {
        var fault = fault(token, "Operators are nested deeper than \(limits.depth) levels.")
        fault.isTooDeep = true
        return fault
    }

    func fault(_ token: Int, _ message: String) -> LogicCompileError {
        let path = trail.reduce(root) { path, step in
            switch step {
            case .name(let token): path.word(document.text(token))
            case .element(let index): path.element(index)
            }
        }
        return LogicCompileError(path: path, token: token, message: message)
    }
}

/// An operator with its operands, before they are compiled.
struct LogicCall {
    let name: String
    /// The token of the object.
    let token: Int
    /// The token of the operator's value.
    let value: Int
    /// The tokens of the operands.
    let tokens: [Int]
    /// Whether there is one operand, without brackets.
    let isBare: Bool
    let depth: Int

    var style: LogicNode.Style { isBare ? .bare : [] }
}

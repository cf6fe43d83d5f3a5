/// Evaluates a compiled rule.
///
/// Rules that create no texts or lists allocate nothing: constants and variables are passed on, comparisons return
/// plain Booleans, and a loop replaces the context with its element instead of using a table.
///
/// A trace follows it: explanations describe this evaluation and can't disagree with it.
struct LogicEvaluator<Trace: LogicTrace> {
    /// The data that variables refer to.
    enum Scope {
        /// The context, or the data of a standalone rule.
        case root
        /// An element of the list being traversed.
        case element(JSONValue)
        /// The accumulated value of `reduce`, and the current element.
        case reduction(current: JSONValue, accumulator: JSONValue)
    }

    /// The rules.
    ///
    /// The caller retains the program that owns them.
    private let tables: UnsafePointer<LogicTables>
    var code: LogicTables { @inline(__always) get { tables.pointee } }
    /// The evaluated flag and its context; empty for a standalone rule.
    let flag: LogicFlagContext
    /// The data of a standalone rule, `nil` for the rule of a flag.
    let data: JSONValue?
    let isFlag: Bool
    let version: FractionalVersion
    /// The number of remaining steps.
    var steps: Int
    /// Whether a rollout drew nothing because the context has no targeting key.
    var lacksTargetingKey = false
    /// The data that variables currently refer to.
    var scope = Scope.root
    var trace: Trace

    /// Creates an evaluator for the rules of a flag.
    init(
        _ program: LogicProgram, for flag: LogicFlagContext, version: FractionalVersion, steps: Int, trace: Trace
    ) {
        tables = program.tables
        self.flag = flag
        data = nil
        isFlag = true
        self.version = version
        self.steps = steps
        self.trace = trace
    }

    /// Creates an evaluator for a standalone rule.
    init(_ program: LogicProgram, data: JSONValue, version: FractionalVersion, steps: Int)
    where Trace == NoLogicTrace {
        tables = program.tables
        flag = .standalone
        self.data = data
        isFlag = false
        self.version = version
        self.steps = steps
        trace = NoLogicTrace()
    }

    /// Returns the value of a node.
    @inline(__always)
    mutating func value(_ index: Int) throws(LogicEvaluationError) -> JSONValue {
        if Trace.records { trace.begin(index, isRepeated: isRepeated) }
        let value = try evaluate(index)
        trace.end(value)
        return value
    }

    /// Returns whether a node's value counts as true.
    @inline(__always)
    mutating func truth(_ index: Int) throws(LogicEvaluationError) -> Bool {
        if Trace.records { trace.begin(index, isRepeated: isRepeated) }
        let truth = try decide(index)
        trace.end(truth)
        return truth
    }

    /// Whether an element of a list is being evaluated.
    @inline(__always)
    private var isRepeated: Bool {
        if case .root = scope { false } else { true }
    }

    private mutating func evaluate(_ index: Int) throws(LogicEvaluationError) -> JSONValue {
        let node = code.nodes[index]
        switch node.operation {
        case .constant:
            try charge(1)
            return code.constants[Int(node.detail)]
        case .variable:
            try charge(1)
            if let found = variable(Int(node.detail)) { return found }
            return node.count == 0 ? .null : try value(code.operand(node, 0))
        case .choose:
            guard let branch = try branch(node) else { return .null }
            return try value(branch)
        case .reference:
            try charge(1)
            return try value(code.references[Int(node.detail)].target)
        case .and, .or: return try lastOf(node)
        case .fractional: return try share(node)
        default: return try other(node, index)
        }
    }

    /// Returns the value of a less frequent node.
    ///
    /// Separate, so that the stack frames of nested rules stay small.
    @inline(never)
    private mutating func other(_ node: LogicNode, _ index: Int) throws(LogicEvaluationError) -> JSONValue {
        switch node.operation {
        case .list: return .array(try values(node))
        case .computedVariable: return try computedVariable(node)
        case .missing: return try missing(node)
        case .missingKnown: return try missingKnown(node)
        case .missingSome: return try missingSome(node)
        case .log: return try value(code.operand(node, 0))
        case .map, .filter, .reduce, .merge: return try list(node)
        case .join: return .string(try join(node))
        case .cut: return .string(try cut(node))
        case .minimum, .maximum, .add, .subtract, .negate, .multiply, .divide, .remainder:
            return try arithmetic(node)
        case .startsWith, .endsWith:
            return try affix(node).map { .bool($0) } ?? .null
        case .version: return try version(node).map { .bool($0) } ?? .null
        default: return .bool(try truth(index))
        }
    }

    private mutating func decide(_ index: Int) throws(LogicEvaluationError) -> Bool {
        let node = code.nodes[index]
        switch node.operation {
        case .equal, .notEqual, .identical, .notIdentical: return try isEqual(node)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return try isInOrder(node)
        case .contains: return try contains(node)
        case .member: return try isMember(node)
        case .and:
            try charge(1)
            for operand in 0..<Int(node.count) where try !truth(code.operand(node, operand)) {
                return false
            }
            return node.count > 0
        case .or:
            try charge(1)
            for operand in 0..<Int(node.count) where try truth(code.operand(node, operand)) {
                return true
            }
            return false
        case .not:
            try charge(1)
            return try !truth(code.operand(node, 0))
        case .truth:
            try charge(1)
            return try truth(code.operand(node, 0))
        case .reference:
            try charge(1)
            return try truth(code.references[Int(node.detail)].target)
        case .choose:
            guard let branch = try branch(node) else { return false }
            return try truth(branch)
        case .startsWith, .endsWith: return try affix(node) ?? false
        case .version: return try version(node) ?? false
        case .missingKnown: return try isAnyMissing(node)
        case .all, .some, .none: return try quantifier(node)
        default: return JavaScript.isTrue(try value(index))
        }
    }

    /// Returns the node of the selected branch, if there is one.
    mutating func branch(_ node: LogicNode) throws(LogicEvaluationError) -> Int? {
        try charge(1)
        var index = 0
        let count = Int(node.count)
        while index + 1 < count {
            if try truth(code.operand(node, index)) { return code.operand(node, index + 1) }
            index += 2
        }
        return index < count ? code.operand(node, index) : nil
    }

    /// Returns the operand that decides `and` or `or`, or the last one.
    private mutating func lastOf(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        let isAnd = node.operation == .and
        var last = JSONValue.null
        for operand in 0..<Int(node.count) {
            last = try value(code.operand(node, operand))
            if JavaScript.isTrue(last) != isAnd { return last }
        }
        return last
    }

    /// Returns the values of all operands, in a new list.
    mutating func values(_ node: LogicNode) throws(LogicEvaluationError) -> [JSONValue] {
        try charge(1)
        var values: [JSONValue] = []
        values.reserveCapacity(Int(node.count))
        for operand in 0..<Int(node.count) {
            let value = try value(code.operand(node, operand))
            try chargeContents(of: value)
            values.append(value)
        }
        return values
    }
}

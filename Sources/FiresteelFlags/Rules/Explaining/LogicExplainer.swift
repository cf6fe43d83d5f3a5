/// Explains the result of a rule by evaluating it again, part by part.
struct LogicExplainer {
    /// The maximum number of steps; longer explanations aren't useful.
    private static let limit = 400

    var evaluator: LogicEvaluator
    let words: LogicText
    private(set) var steps: [ExplanationStep] = []

    /// The owner of the tables.
    private let program: LogicProgram
    private var code: LogicTables { words.code }

    init(_ program: LogicProgram, for flag: LogicFlagContext, version: FractionalVersion, limits: LogicLimits) {
        // Parts are evaluated on their own and as parts of others.
        let (budget, overflow) = limits.steps.multipliedReportingOverflow(by: 10)
        self.program = program
        evaluator = LogicEvaluator(
            program, for: flag, version: version, steps: overflow ? .max : budget)
        words = LogicText(code: program.tables.pointee)
    }

    mutating func add(_ text: String, result: String = "", path: LogicPath?, depth: Int) {
        guard steps.count <= Self.limit else { return }
        if steps.count == Self.limit {
            steps.append(ExplanationStep("Further steps are omitted.", depth: 0))
        } else {
            steps.append(ExplanationStep(text, result: result, path: path?.text, depth: depth))
        }
    }

    /// Returns the value of a node that provides the result, and adds its explanation.
    mutating func explain(_ index: Int, path: LogicPath, depth: Int = 0) throws(LogicEvaluationError) -> FlagValue {
        let node = code.nodes[index]
        switch node.operation {
        case .choose: return try explainChoice(node, path, depth)
        case .fractional: return try explainShare(node, path, depth)
        case .constant: return code.constants[Int(node.detail)]
        case .reference:
            let reference = code.references[Int(node.detail)]
            add(words.describe(index), path: path, depth: depth)
            return try explain(reference.target, path: .evaluator(reference.name), depth: depth + 1)
        default:
            let value = try evaluator.value(index)
            add(words.describe(index), result: LogicText.quote(value), path: path, depth: depth)
            try explainOperands(index, path: path, depth: depth + 1)
            return value
        }
    }

    private mutating func explainChoice(
        _ node: LogicNode, _ path: LogicPath, _ depth: Int
    ) throws(LogicEvaluationError) -> FlagValue {
        var index = 0
        while index + 1 < Int(node.count) {
            let condition = code.operand(node, index)
            if try explainCondition(condition, path: operandPath(node, index, path), depth: depth) {
                return try explain(
                    code.operand(node, index + 1), path: operandPath(node, index + 1, path), depth: depth)
            }
            index += 2
        }
        guard index < Int(node.count) else {
            add("No condition is true, and there is no “else”", result: "nothing", path: path, depth: depth)
            return .null
        }
        if index > 0 { add("No condition is true", path: operandPath(node, index, path), depth: depth) }
        return try explain(code.operand(node, index), path: operandPath(node, index, path), depth: depth)
    }

    private mutating func explainCondition(
        _ index: Int, path: LogicPath, depth: Int
    ) throws(LogicEvaluationError) -> Bool {
        let holds = try evaluator.truth(index)
        add(words.describe(index), result: holds ? "true" : "false", path: path, depth: depth)
        try explainOperands(index, path: path, depth: depth + 1)
        return holds
    }

    /// Explains a node's operands: the conditions that were evaluated, and the values of variables.
    private mutating func explainOperands(_ index: Int, path: LogicPath, depth: Int) throws(LogicEvaluationError) {
        guard steps.count <= Self.limit else { return }
        let node = code.nodes[index]
        switch node.operation {
        case .constant, .variable: return
        case .reference:
            let reference = code.references[Int(node.detail)]
            try explainOperands(reference.target, path: .evaluator(reference.name), depth: depth)
        case .and, .or:
            for operand in 0..<Int(node.count) {
                let holds = try explainCondition(
                    code.operand(node, operand), path: operandPath(node, operand, path), depth: depth)
                if holds != (node.operation == .and) { return }
            }
        case .choose:
            _ = try explainChoice(node, path, depth)
        case .fractional:
            _ = try explainShare(node, path, depth)
        case .map, .filter, .reduce, .all, .some, .none:
            // The logic that runs for each element isn't explained per element.
            try explainValue(code.operand(node, 0), path: operandPath(node, 0, path), depth: depth)
        default:
            for operand in 0..<Int(node.count) {
                try explainValue(code.operand(node, operand), path: operandPath(node, operand, path), depth: depth)
            }
        }
    }

    /// Explains the value of an operand, unless it is a constant.
    private mutating func explainValue(_ index: Int, path: LogicPath, depth: Int) throws(LogicEvaluationError) {
        guard code.nodes[index].operation != .constant, steps.count <= Self.limit else { return }
        let value = try evaluator.value(index)
        add(words.describe(index), result: LogicText.quote(value), path: path, depth: depth)
        try explainOperands(index, path: path, depth: depth + 1)
    }

    private func operandPath(_ node: LogicNode, _ operand: Int, _ path: LogicPath) -> LogicPath {
        let path = node.operation == .list ? path : path.word(node.name)
        return node.style.contains(.bare) ? path : path.element(operand)
    }
}

extension LogicExplainer {
    private mutating func explainShare(
        _ node: LogicNode, _ path: LogicPath, _ depth: Int
    ) throws(LogicEvaluationError) -> FlagValue {
        let fraction = code.fractions[Int(node.detail)]
        let (names, draw) = try evaluator.draw(fraction)
        let key = fraction.key.map { words.describe($0) } ?? "the flag's key and the targeting key"
        guard case .share(let bucket, let ends, let hit) = draw else {
            if case .nothing(let reason) = draw {
                add("Split by \(key)", result: "nothing: \(reason)", path: path, depth: depth)
            }
            try explainKey(fraction, path.word("fractional"), depth + 1)
            return .null
        }
        func range(_ index: Int) -> String {
            let begin = index == 0 ? 0 : ends[index - 1]
            return begin == ends[index]
                ? "nothing" : "\(LogicText.grouped(begin)) to \(LogicText.grouped(ends[index]))"
        }
        let total = LogicText.grouped(ends[ends.count - 1])
        add(
            "Split by \(key)",
            result: "bucket \(LogicText.grouped(bucket)) of \(total): "
                + "\(LogicText.quote(names[hit])) has \(range(hit))",
            path: path, depth: depth)
        try explainKey(fraction, path.word("fractional"), depth + 1)
        for (index, name) in names.enumerated() {
            let place = path.word("fractional").element(index + (fraction.key == nil ? 0 : 1))
            add(
                "\(LogicText.quote(name)) has \(range(index))", result: index == hit ? "this one" : "", path: place,
                depth: depth + 1)
        }
        return names[hit]
    }

    private mutating func explainKey(_ fraction: LogicFraction, _ path: LogicPath, _ depth: Int)
        throws(LogicEvaluationError)
    {
        if let key = fraction.key {
            let value = try evaluator.value(key)
            add(words.describe(key), result: LogicText.quote(value), path: path.element(0), depth: depth)
            guard value == .null, evaluator.version == .v2 else { return }
        }
        let targetingKey = evaluator.flag.targetingKey.map { LogicText.quote(.string($0)) } ?? "nothing"
        add("the targeting key", result: targetingKey, path: nil, depth: depth)
    }
}

/// Describes the recorded evaluation of a rule, without evaluating anything.
struct LogicExplanation {
    /// The maximum number of steps; longer explanations aren't useful.
    private static let limit = 400

    private typealias Event = LogicRecording.Event

    private(set) var steps: [ExplanationStep] = []
    private let recording: LogicRecording
    private let flag: LogicFlagContext
    private let version: FractionalVersion
    private let words: LogicText
    private var code: LogicTables { words.code }

    /// - Parameter program: The rules. The caller retains them.
    init(
        _ recording: LogicRecording, of program: LogicProgram, for flag: LogicFlagContext, version: FractionalVersion
    ) {
        self.recording = recording
        self.flag = flag
        self.version = version
        words = LogicText(code: program.tables.pointee)
    }

    /// The value of the whole rule, `nil` if its evaluation ended with an error.
    var result: JSONValue? {
        guard case .value(let value)? = recording.events.first?.result else { return nil }
        return value
    }

    mutating func add(_ text: String, result: String = "", path: LogicPath?, depth: Int) {
        guard steps.count <= Self.limit else { return }
        if steps.count == Self.limit {
            steps.append(ExplanationStep("Further steps are omitted.", depth: 0))
        } else {
            steps.append(ExplanationStep(text, result: result, path: path?.text, depth: depth))
        }
    }

    /// Adds the explanation of the whole rule.
    mutating func explain(_ path: LogicPath) {
        if let root = recording.events.first { explain(root, path, 0) }
    }

    /// Adds the explanation of a node that provides the result.
    private mutating func explain(_ event: Event, _ path: LogicPath, _ depth: Int) {
        let node = code.nodes[event.node]
        switch node.operation {
        case .choose: explainChoice(innermost(event), path, depth)
        case .fractional: explainShare(innermost(event), path, depth)
        case .constant: break
        case .reference:
            let reference = code.references[Int(node.detail)]
            add(words.describe(event.node), path: path, depth: depth)
            if let target = children(innermost(event)).first { explain(target, .evaluator(reference.name), depth + 1) }
        default:
            add(words.describe(event.node), result: shown(event), path: path, depth: depth)
            explainOperands(event, path, depth + 1)
        }
    }

    private mutating func explainChoice(_ event: Event, _ path: LogicPath, _ depth: Int) {
        let node = code.nodes[event.node]
        var operand = 0
        var evaluated = children(event)[...]
        while operand + 1 < Int(node.count) {
            guard let condition = evaluated.popFirst() else { return }
            explainCondition(condition, operandPath(node, operand, path), depth)
            guard let holds = truth(condition) else { return }
            if holds {
                if let branch = evaluated.popFirst() { explain(branch, operandPath(node, operand + 1, path), depth) }
                return
            }
            operand += 2
        }
        guard operand < Int(node.count) else {
            return add("No condition is true, and there is no “else”", result: "nothing", path: path, depth: depth)
        }
        if operand > 0 { add("No condition is true", path: operandPath(node, operand, path), depth: depth) }
        if let otherwise = evaluated.popFirst() { explain(otherwise, operandPath(node, operand, path), depth) }
    }

    private mutating func explainCondition(_ event: Event, _ path: LogicPath, _ depth: Int) {
        let result = truth(event).map { $0 ? "true" : "false" } ?? ""
        add(words.describe(event.node), result: result, path: path, depth: depth)
        explainOperands(event, path, depth + 1)
    }

    /// Explains a node's operands: the conditions that were evaluated, and the values of variables.
    private mutating func explainOperands(_ outer: Event, _ path: LogicPath, _ depth: Int) {
        guard steps.count <= Self.limit else { return }
        let event = innermost(outer)
        let node = code.nodes[event.node]
        switch node.operation {
        case .constant, .variable: return
        case .reference:
            let reference = code.references[Int(node.detail)]
            if let target = children(event).first { explainOperands(target, .evaluator(reference.name), depth) }
        case .and, .or:
            forEachOperand(of: event) { explanation, operand, place in
                explanation.explainCondition(operand, explanation.operandPath(node, place, path), depth)
            }
        case .choose: explainChoice(event, path, depth)
        case .fractional: explainShare(event, path, depth)
        default:
            // The logic that runs for each element of a list isn't recorded for each element.
            forEachOperand(of: event) { explanation, operand, place in
                explanation.explainValue(operand, explanation.operandPath(node, place, path), depth)
            }
        }
    }

    /// Explains the value of an operand, unless it is a constant.
    private mutating func explainValue(_ event: Event, _ path: LogicPath, _ depth: Int) {
        guard code.nodes[event.node].operation != .constant, steps.count <= Self.limit else { return }
        add(words.describe(event.node), result: shown(event), path: path, depth: depth)
        explainOperands(event, path, depth + 1)
    }

    private mutating func explainShare(_ event: Event, _ path: LogicPath, _ depth: Int) {
        let node = code.nodes[event.node]
        let fraction = code.fractions[Int(node.detail)]
        let key = fraction.key.map { words.describe($0) } ?? "the flag’s key and the targeting key"
        guard let (names, draw) = event.draw, case .share(let bucket, let ends, let hit) = draw else {
            var reason = fraction.key == nil ? "the context has no targeting key" : "there is no key to split by"
            if case .nothing(let recorded)? = event.draw?.draw { reason = recorded }
            if event.draw == nil, code.shares[Int(node.detail)].total == 0 { reason = "all weights are 0" }
            add("Split by \(key)", result: "nothing: \(reason)", path: path, depth: depth)
            return explainKey(fraction, event, path.word("fractional"), depth + 1)
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
        explainKey(fraction, event, path.word("fractional"), depth + 1)
        for (index, name) in names.enumerated() {
            let place = path.word("fractional").element(index + (fraction.key == nil ? 0 : 1))
            add(
                "\(LogicText.quote(name)) has \(range(index))", result: index == hit ? "this one" : "", path: place,
                depth: depth + 1)
        }
    }

    private mutating func explainKey(_ fraction: LogicFraction, _ event: Event, _ path: LogicPath, _ depth: Int) {
        if let key = fraction.key, let evaluated = children(event).first(where: { $0.node == key }) {
            add(words.describe(key), result: shown(evaluated), path: path.element(0), depth: depth)
            guard case .value(.null) = evaluated.result, version == .v2 else { return }
        }
        let targetingKey = flag.targetingKey.map { LogicText.quote(.string($0)) } ?? "nothing"
        add("the targeting key", result: targetingKey, path: nil, depth: depth)
    }
}

extension LogicExplanation {
    private func children(_ event: Event) -> [Event] { event.children.map { recording.events[$0] } }

    /// A node's value may be that of its truth, and its truth that of its value: then the inner event has the operands.
    private func innermost(_ event: Event) -> Event {
        guard event.children.count == 1, let inner = children(event).first, inner.node == event.node else {
            return event
        }
        return innermost(inner)
    }

    private func truth(_ event: Event) -> Bool? {
        switch event.result {
        case .none: nil
        case .truth(let truth): truth
        case .value(let value): JavaScript.isTrue(value)
        }
    }

    /// The recorded value, or the truth of a node of which only that was needed.
    private func shown(_ event: Event) -> String {
        switch event.result {
        case .none: return ""
        case .value(let value): return LogicText.quote(value)
        case .truth(let truth):
            if case .value(let value) = innermost(event).result { return LogicText.quote(value) }
            return truth ? "true" : "false"
        }
    }

    /// Calls a closure with the events of a node's operands and their positions.
    private mutating func forEachOperand(of event: Event, _ body: (inout Self, Event, Int) -> Void) {
        let node = code.nodes[event.node]
        var place = 0
        for child in children(event) {
            while place < Int(node.count), code.operand(node, place) != child.node { place += 1 }
            guard place < Int(node.count) else { return }
            body(&self, child, place)
            place += 1
        }
    }

    private func operandPath(_ node: LogicNode, _ operand: Int, _ path: LogicPath) -> LogicPath {
        let path = node.operation == .list ? path : path.word(node.name)
        return node.style.contains(.bare) ? path : path.element(operand)
    }
}

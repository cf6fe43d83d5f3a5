import FiresteelBase
import Synchronization

extension FlagDefinitions {
    /// Returns the rules of the flags that have a parent or an exclusion group, with both applied.
    ///
    /// For evaluators that have no ``FlagStack``, such as a server that returns values. The results are those of a stack
    /// that has these definitions as its only provider and declares no flag: a parent whose value is the program's
    /// default is off. A flag that is off in this way has its false variant, and one of another type the program's
    /// default.
    ///
    /// Costs a stack of these flags and their ancestors.
    ///
    /// - Parameter environment: The environment that local states refer to.
    public func dependentRules(in environment: FlagEnvironment) -> [String: any FlagRule] {
        var dependent: [String: any FlagRule] = [:]
        for key in keys {
            guard let rule = rule(for: key) else { continue }
            if ["parent", "exclusionGroup"].contains(where: { rule.metadata.text($0) != nil }) {
                dependent[key] = rule
            }
        }
        guard !dependent.isEmpty else { return [:] }
        var needed = dependent
        for rule in dependent.values {
            var parent = rule.metadata.text("parent")
            while let key = parent, needed[key] == nil, let rule = self.rule(for: key) {
                needed[key] = rule
                parent = rule.metadata.text("parent")
            }
        }
        let stack = FlagStack(
            [RuleSetProvider("Definitions", RuleSubset(rules: needed))], environment: environment, clock: { 0 })
        return dependent.reduce(into: [:]) { rules, element in
            rules[element.key] = DependentRule(element.key, element.value, in: stack)
        }
    }
}

/// Some of the rules of a file.
private struct RuleSubset: FlagRuleSet {
    let rules: [String: any FlagRule]
    var keys: Set<String> { Set(rules.keys) }
    var error: FlagError? { nil }

    func rule(for key: String) -> (any FlagRule)? { rules[key] }
}

/// The rule of a flag together with those that it depends on, as a ``FlagStack`` decides it.
private struct DependentRule: FlagRule {
    let metadata: [String: JSONValue]
    let dependsOnContext: Bool
    let dependsOnTime: Bool
    private let stack: FlagStack
    private let entry: FlagEntry
    /// Whether all values are Bool, so that the flag can be false.
    private let isBool: Bool
    /// The variant with the value `false`.
    private let off: String?

    init?(_ key: String, _ rule: any FlagRule, in stack: FlagStack) {
        let record = stack.graph.withLock { graph in
            graph.undeclared(key).map { ($0.entry, $0.isContextual, $0.isTimed) }
        }
        guard let record else { return nil }
        self.stack = stack
        (entry, dependsOnContext, dependsOnTime) = record
        metadata = rule.metadata
        let variants = (rule as? CompiledFlag)?.variants ?? []
        isBool = variants.allSatisfy { $0.value.type == .bool }
        off = variants.filter { $0.value == false }.map(\.name).min()
    }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        var trace = AnswerTrace()
        let verdict = stack.decide(entry, as: .of(entry), now: now, in: context, &trace)
        return evaluation(trace.answer(verdict))
    }

    func evaluate(
        _ context: EvaluationContext, now: Int64, explaining steps: inout [ExplanationStep]
    ) -> FlagEvaluation {
        var trace = ExplanationTrace(context, now: now)
        let verdict = stack.decide(entry, as: .of(entry), now: now, in: context, &trace)
        for answer in trace.answers { steps += answer.steps }
        for ancestor in trace.ancestors {
            let isOn = ancestor.isOn && ancestor.trace.offCause == nil
            steps.append(ExplanationStep("the parent “\(ancestor.entry.key)”", result: isOn ? "on" : "off"))
        }
        if let group = trace.group, let winner = trace.winner {
            steps.append(ExplanationStep("the exclusion group “\(group)”", result: "“\(winner)” is on"))
        }
        return evaluation(trace.answer.answer(verdict))
    }

    private func evaluation(_ answer: FlagAnswer) -> FlagEvaluation {
        let isTurnedOff = answer.reason == .parentOff || answer.reason == .excluded
        if isTurnedOff, !isBool { return FlagEvaluation(.programDefault, reason: answer.reason) }
        if let value = answer.value {
            return .value(value, variant: answer.variant ?? (isTurnedOff ? off : nil), reason: answer.reason)
        }
        if let error = answer.error { return FlagEvaluation(.failed(error), reason: .error) }
        return FlagEvaluation(.programDefault, reason: answer.reason)
    }
}

extension [String: JSONValue] {
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name], !text.isEmpty else { return nil }
        return text
    }
}

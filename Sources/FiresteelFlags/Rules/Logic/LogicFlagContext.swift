import FiresteelBase

/// Who asks for which flag, when.
struct LogicFlagContext {
    /// Nobody, for rules that are evaluated by themselves.
    static let nobody = LogicFlagContext(key: "", now: 0, .empty, drawing: MurmurHash3())

    let key: String
    let now: Int64
    let targetingKey: String?
    let attributes: [String: FlagValue]
    /// What is hashed of the flag's key before the targeting key, where shares are drawn by both.
    let drawing: MurmurHash3

    init(key: String, now: Int64, _ context: borrowing EvaluationContext, drawing: MurmurHash3) {
        self.key = key
        self.now = now
        self.drawing = drawing
        attributes = context.attributes
        if let targetingKey = context.targetingKey {
            self.targetingKey = targetingKey
        } else if case .string(let targetingKey)? = attributes["targetingKey"] {
            self.targetingKey = targetingKey
        } else {
            targetingKey = nil
        }
    }

    /// The context as one object, made anew, which is why only rules that ask for all of it do.
    var everything: FlagValue {
        var all = attributes
        if let targetingKey { all["targetingKey"] = .string(targetingKey) }
        all["$flagd"] = evaluator
        return .object(all)
    }

    /// What the evaluator adds.
    var evaluator: FlagValue {
        .object(["flagKey": .string(key), "timestamp": .int(Int(truncatingIfNeeded: now))])
    }

    func value(of variable: LogicVariable) -> FlagValue? {
        switch variable.source {
        case .attribute:
            guard let value = attributes[variable.head] else { return nil }
            return variable.descend(into: value, from: 1)
        case .targetingKey:
            guard let value = targetingKey.map({ .string($0) }) ?? attributes["targetingKey"] else { return nil }
            return variable.descend(into: value, from: 1)
        case .flagKey: return variable.descend(into: .string(key), from: 2)
        case .timestamp: return variable.descend(into: .int(Int(truncatingIfNeeded: now)), from: 2)
        case .evaluator: return variable.descend(into: evaluator, from: 1)
        case .everything: return everything
        }
    }
}

import FiresteelBase

/// The evaluated flag, its context and the time.
struct LogicFlagContext {
    /// The context of standalone rules.
    static let standalone = LogicFlagContext(key: "", now: 0, .empty, drawing: MurmurHash3())

    let key: String
    let now: Int64
    let targetingKey: String?
    let attributes: [String: JSONValue]
    /// The hash state after the flag's key, for shares by flag key and targeting key.
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

    /// The whole context as one object, created on each access: only rules that read all of it do so.
    var everything: JSONValue {
        var all = attributes
        if let targetingKey { all["targetingKey"] = .string(targetingKey) }
        all["$flagd"] = evaluator
        return .object(all)
    }

    /// The values that the evaluator adds.
    var evaluator: JSONValue {
        .object(["flagKey": .string(key), "timestamp": .int(Int(truncatingIfNeeded: now))])
    }

    func value(of variable: LogicVariable) -> JSONValue? {
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

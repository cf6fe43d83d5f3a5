import FiresteelFlags

/// A model of a stack, which computes each result anew in the plainest way.
struct FlagModel {
    /// A flag as a program declares it: a Bool, or a whole number.
    struct Declared {
        let key: String
        let defaultValue: JSONValue
        var parent: String?
        var group: String?
        var local = LocalState.followsProviders

        var isBool: Bool { if case .bool = defaultValue { true } else { false } }
    }

    /// The rule of a provider for a key.
    struct Rule {
        enum Answer {
            case value(JSONValue), failed, programDefault
            /// On for these targeting keys, off for others.
            case onFor(Set<String>)
        }
        let answer: Answer
        var metadata: [String: JSONValue] = [:]

        func evaluate(_ context: EvaluationContext) -> FlagEvaluation {
            switch answer {
            case .value(let value): .value(value, reason: .static)
            case .failed: .failed(.general, "no")
            case .programDefault: FlagEvaluation(.programDefault, reason: .disabled)
            case .onFor(let keys): .value(.bool(keys.contains(context.targetingKey ?? "")), reason: .targetingMatch)
            }
        }

        var flagRule: any FlagRule {
            var isContextual = false
            if case .onFor = answer { isContextual = true }
            return TestRule(dependsOnContext: isContextual, metadata: metadata) { context, _ in evaluate(context) }
        }
    }

    /// A value, or `nil` for the default of an undeclared flag, and why.
    struct Result: Equatable {
        var value: JSONValue?
        var reason: FlagReason
        var isByHand = false

        var isOn: Bool { value == .bool(true) }
    }

    let environment: FlagEnvironment
    let keys: [String]
    var declared: [String: Declared] = [:]
    /// The overrides first.
    var sources: [[String: Rule]]

    func result(_ key: String, _ context: EvaluationContext) -> Result {
        let own = own(key, context)
        if isInCycle(key) { return off(key, .parentOff) }
        if let parent = parent(of: key), !result(parent, context).isOn { return off(key, .parentOff) }
        if let group = group(of: key), own.isOn, winner(of: group, context) != key { return off(key, .excluded) }
        return own
    }

    private func own(_ key: String, _ context: EvaluationContext) -> Result {
        let flag = declared[key]
        let local = local(of: key)
        var reason = FlagReason.default
        for (index, source) in sources.enumerated() {
            if local == false, index > 0 { return off(key, .offLocally) }
            guard let evaluation = source[key]?.evaluate(context) else { continue }
            let given = index == 0 ? .override : evaluation.reason
            switch evaluation.outcome {
            case .programDefault: return Result(value: flag?.defaultValue, reason: given, isByHand: index == 0)
            case .value(let value) where accepts(value, flag):
                return Result(value: value, reason: given, isByHand: index == 0)
            default: reason = .error
            }
        }
        if local == true { return Result(value: true, reason: .onLocally) }
        return local == false ? off(key, .offLocally) : Result(value: flag?.defaultValue, reason: reason)
    }

    private func accepts(_ value: JSONValue, _ flag: Declared?) -> Bool {
        switch (flag?.isBool, value) {
        case (nil, _), (true?, .bool), (false?, .int): true
        default: false
        }
    }

    private func off(_ key: String, _ reason: FlagReason) -> Result {
        Result(value: declared[key]?.isBool == false ? declared[key]?.defaultValue : false, reason: reason)
    }

    private func defined(_ name: String, _ key: String) -> JSONValue? {
        sources.lazy.compactMap { $0[key]?.metadata[name] }.first
    }

    private func local(of key: String) -> Bool? {
        let states = [
            declared[key]?.local.isOn(in: environment),
            defined("local", key).flatMap { LocalState(metadata: $0) }?.isOn(in: environment),
        ]
        if states.contains(false) { return false }
        return states.contains(true) && declared[key]?.isBool != false ? true : nil
    }

    private func parent(of key: String) -> String? { declared[key]?.parent ?? text(defined("parent", key)) }
    private func group(of key: String) -> String? { declared[key]?.group ?? text(defined("exclusionGroup", key)) }
    private func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    private func isInCycle(_ key: String) -> Bool {
        var next = parent(of: key)
        for _ in keys {
            if next == key { return true }
            next = next.flatMap(parent)
        }
        return false
    }

    private func isOnByRules(_ key: String, _ context: EvaluationContext) -> Bool {
        guard !isInCycle(key), own(key, context).isOn else { return false }
        return parent(of: key).map { isOnByRules($0, context) } ?? true
    }

    private func winner(of group: String, _ context: EvaluationContext) -> String? {
        var members = keys.filter { self.group(of: $0) == group && isOnByRules($0, context) }
        let byHand = members.filter { own($0, context).isByHand }
        if !byHand.isEmpty { members = byHand }
        return members.min { lot(group, context, $0) < lot(group, context, $1) }
    }

    /// FNV-1a over the three texts, each with a zero byte behind it, and MurmurHash3's finish.
    ///
    /// It must never become another: users would find themselves in another variant.
    private func lot(_ group: String, _ context: EvaluationContext, _ key: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [group, context.targetingKey ?? "", key] {
            for byte in Array(text.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        let factors: [UInt64] = [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53]
        for factor in factors { hash = (hash ^ (hash >> 33)) &* factor }
        return hash ^ (hash >> 33)
    }
}

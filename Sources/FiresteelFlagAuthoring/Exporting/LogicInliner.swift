import FiresteelFlags

/// Rewrites a flag's targeting so that it has the same result within another flag.
struct LogicInliner {
    /// The limit on a rule's size: shared rules are included, and may refer to each other.
    private static let limit = 20_000

    let key: String
    let evaluators: JSONValue?
    let version: FractionalVersion
    private var size = 0

    init(key: String, evaluators: JSONValue?, version: FractionalVersion) {
        self.key = key
        self.evaluators = evaluators
        self.version = version
    }

    mutating func inline(_ rule: JSONValue) throws(InexpressibleError) -> JSONValue {
        try inline(rule, isInner: false)
    }

    /// Rewrites a rule.
    ///
    /// - Parameter isInner: Whether variables are those of a list's element.
    private mutating func inline(_ rule: JSONValue, isInner: Bool) throws(InexpressibleError) -> JSONValue {
        size += 1
        guard size <= Self.limit else {
            throw InexpressibleError("The targeting of “\(key)” is too long without shared rules.")
        }
        switch rule {
        case .array(let rules): return .array(try inline(rules[...], isInner: isInner))
        case .object(let members) where members.count == 1:
            guard let (name, value) = members.first else { return rule }
            let operands: [JSONValue] = if case .array(let values) = value { values } else { [value] }
            return try inline(name, operands, rule, isInner: isInner)
        default: return rule
        }
    }

    private mutating func inline(_ rules: ArraySlice<JSONValue>, isInner: Bool) throws(InexpressibleError)
        -> [JSONValue]
    {
        var inlined: [JSONValue] = []
        for rule in rules { inlined.append(try inline(rule, isInner: isInner)) }
        return inlined
    }

    private mutating func inline(
        _ name: String, _ operands: [JSONValue], _ rule: JSONValue, isInner: Bool
    ) throws(InexpressibleError) -> JSONValue {
        switch name {
        case "$ref":
            guard case .string(let shared)? = operands.first, case .object(let rules)? = evaluators,
                let target = rules[shared]
            else { throw InexpressibleError("“\(key)” refers to a shared rule that doesn't exist.") }
            return try inline(target, isInner: isInner)
        case "var": return try inlineVariable(operands, isInner: isInner)
        case "fractional": return try inlineShare(operands, isInner: isInner)
        case "map", "filter", "all", "none", "some", "reduce":
            var inlined: [JSONValue] = []
            for (index, operand) in operands.enumerated() {
                inlined.append(try inline(operand, isInner: isInner || index == 1))
            }
            return .object([name: .array(inlined)])
        default: return .object([name: .array(try inline(operands[...], isInner: isInner))])
        }
    }

    private mutating func inlineVariable(_ operands: [JSONValue], isInner: Bool) throws(InexpressibleError) -> JSONValue
    {
        let variable: JSONValue = .object(["var": .array(try inline(operands[...], isInner: isInner))])
        guard !isInner else { return variable }
        switch operands.first {
        case .string("$flagd.flagKey")?: return .string(key)
        case .string(let name)? where !name.isEmpty && name != "$flagd": return variable
        default: throw InexpressibleError("The targeting of “\(key)” reads variables whose names it computes.")
        }
    }

    private mutating func inlineShare(_ operands: [JSONValue], isInner: Bool) throws(InexpressibleError) -> JSONValue {
        guard let first = operands.first else { return .null }
        if case .array = first {
            return try ownShare(try inline(operands[...], isInner: isInner), isInner: isInner)
        }
        let inlined = try inline(operands[...], isInner: isInner)
        let share: JSONValue = ["fractional": .array(inlined)]
        // Version 2 uses the flag's own key if the first operand is null, which a string never is.
        if version == .v3 || isAlwaysText(first) { return share }
        let own = try ownShare(Array(inlined.dropFirst()), isInner: isInner)
        return ["if": [["===": [inlined[0], .null]], own, share]]
    }

    /// Returns a share determined by this flag's key and the targeting key.
    private func ownShare(_ shares: [JSONValue], isInner: Bool) throws(InexpressibleError) -> JSONValue {
        guard version == .v2, !isInner else {
            throw InexpressibleError("“\(key)” splits by its own key in a way that another flag can't reproduce.")
        }
        let targetingKey: JSONValue = ["var": ["targetingKey"]]
        let joined: JSONValue = ["cat": [.string(key), targetingKey]]
        return ["if": [targetingKey, ["fractional": .array([joined] + shares)], .null]]
    }

    private func isAlwaysText(_ rule: JSONValue) -> Bool {
        switch rule {
        case .string: true
        case .object(let members): members.count == 1 && (members["cat"] != nil || members["substr"] != nil)
        default: false
        }
    }
}

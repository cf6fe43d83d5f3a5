package import FiresteelFlags

/// Rules of every operator with operands of every kind, the same ones for the same seed.
package struct RandomRules {
    package var values: RandomValues

    package init(seed: UInt64) { values = RandomValues(seed: seed) }

    private static let operators = [
        "var", "missing", "missing_some", "if", "?:", "==", "===", "!=", "!==", "!", "!!", "or", "and", ">", ">=", "<",
        "<=",
        "max", "min", "+", "-", "*", "/", "%", "map", "reduce", "filter", "all", "none", "some", "merge", "in", "cat",
        "substr", "log", "fractional", "sem_ver", "starts_with", "ends_with", "if", "fractional", "var", "var",
    ]
    private static let names = [
        "plan", "age", "roles", "roles.0", "user.name", "", "targetingKey", "$flagd.flagKey", "$flagd.timestamp",
        "$flagd",
        "current", "accumulator", "nothing",
    ]

    package mutating func rule(depth: Int) -> JSONValue {
        guard depth > 0, values.number(0..<5) > 0 else { return leaf() }
        switch values.number(0..<8) {
        case 0: return .array((0..<values.number(0..<4)).map { _ in rule(depth: depth - 1) })
        case 1: return ["if": [rule(depth: depth - 1), values.pick(["a", "b"]), rule(depth: depth - 1)]]
        default: break
        }
        let name = values.pick(Self.operators)
        if name == "var" { return ["var": .string(values.pick(Self.names))] }
        if name == "fractional" { return share(depth) }
        let count = name == "*" || name == "missing_some" ? values.number(2..<4) : values.number(0..<5)
        return .object([name: .array((0..<count).map { _ in rule(depth: depth - 1) })])
    }

    package mutating func attributes() -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [
            "plan": values.pick(["premium", "free", "2.0.1"]), "user": ["name": "Ö"],
        ]
        if values.number(0..<2) == 0 { attributes["age"] = .int(values.number(-2..<90)) }
        if values.number(0..<2) == 0 { attributes["roles"] = ["admin", 1, .null, ["x"]] }
        if values.number(0..<3) == 0 { attributes["plan"] = values.value(depth: 2) }
        return attributes
    }

    private mutating func leaf() -> JSONValue {
        switch values.number(0..<6) {
        case 0: values.pick(["a", "b", "premium", "admin", "1.2.0", ">=", "^", ""])
        case 1: .int(values.number(-2..<4))
        case 2: ["var": .string(values.pick(Self.names))]
        default: constant()
        }
    }

    /// Any value but an object of one member, which would be an operator.
    private mutating func constant() -> JSONValue {
        let value = values.value(depth: 1)
        if case .object(let members) = value, members.count == 1 { return [:] }
        return value
    }

    private mutating func share(_ depth: Int) -> JSONValue {
        var operands: [JSONValue] = []
        if values.number(0..<2) == 0 { operands.append(rule(depth: depth - 1)) }
        for _ in 0..<values.number(1..<4) {
            let weight: JSONValue = values.number(0..<4) == 0 ? rule(depth: depth - 1) : .int(values.number(0..<100))
            operands.append([values.pick(["a", "b", "c", .null, "d"]), weight])
        }
        return ["fractional": .array(operands)]
    }
}

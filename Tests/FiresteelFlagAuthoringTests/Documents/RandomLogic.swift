import FiresteelFlags
import FlagTesting

/// Targeting as people write it for flagd, the same one for the same seed.
struct RandomLogic {
    var values: RandomValues

    init(seed: UInt64) { values = RandomValues(seed: seed &+ 90_001) }

    mutating func targeting(depth: Int) -> JSONValue {
        switch values.number(0..<(depth > 0 ? 8 : 3)) {
        case 0, 1: return .string(values.pick(["a", "b", "true"]))
        case 2: return fractional()
        case 3: return condition(depth: 2)
        case 4: return ["if": [condition(depth: 3), targeting(depth: depth - 1)]]
        default:
            var operands: [JSONValue] = []
            for _ in 0..<values.number(1..<4) {
                operands.append(condition(depth: 3))
                operands.append(targeting(depth: depth - 1))
            }
            if values.number(0..<5) > 0 {
                operands.append(values.number(0..<8) == 0 ? .null : targeting(depth: depth - 1))
            }
            return .object([values.pick(["if", "if", "?:"]): .array(operands)])
        }
    }

    mutating func condition(depth: Int) -> JSONValue {
        if depth > 0 {
            switch values.number(0..<8) {
            case 0: return ["and": .array((0..<values.number(0..<4)).map { _ in condition(depth: depth - 1) })]
            case 1, 2: return ["or": .array((0..<values.number(1..<4)).map { _ in condition(depth: depth - 1) })]
            case 3: return ["!": [condition(depth: depth - 1)]]
            case 4: return ["!!": [condition(depth: depth - 1)]]
            default: break
            }
        }
        // A rule within `$evaluators` must not refer to itself, so only targeting refers to them.
        let name = values.pick(["plan", "age", "version", "email", "signedUp", "roles", "company", "$flagd.timestamp"])
        let variable: JSONValue = values.number(0..<3) == 0 ? ["var": [.string(name)]] : ["var": .string(name)]
        let constant: JSONValue = values.pick([
            "premium", "free", 1, "1", 18, true, .null, "3.4.1", "a@", ".org", 1_700_000_000,
        ])
        switch values.number(0..<7) {
        case 0, 1:
            let sign = values.pick(["==", "!=", "===", "!=="])
            return .object([sign: values.number(0..<2) == 0 ? [variable, constant] : [constant, variable]])
        case 2:
            return ["in": values.number(0..<2) == 0 ? [variable, ["premium", 1, constant]] : [constant, variable]]
        case 3:
            let sign = values.pick(["<", "<=", ">", ">="])
            return .object([sign: values.number(0..<2) == 0 ? [variable, constant] : [constant, variable]])
        case 4: return .object([values.pick(["<", "<="]): [17, variable, constant]])
        case 5: return ["sem_ver": [variable, .string(values.pick([">=", "<", "=", "^", "~", "?"])), constant]]
        default: return .object([values.pick(["starts_with", "ends_with"]): [variable, constant]])
        }
    }

    private mutating func fractional() -> JSONValue {
        var operands: [JSONValue] = []
        switch values.number(0..<5) {
        case 0: operands.append(["var": "company"])
        case 1: operands.append(["cat": [["var": "$flagd.flagKey"], ["var": "company"]]])
        case 2: operands.append(["cat": ["salt", ["var": "targetingKey"]]])
        default: break
        }
        for name in ["a", "b", "true"] where values.number(0..<4) > 0 {
            operands.append(values.number(0..<5) == 0 ? [.string(name)] : [.string(name), .int(values.number(0..<60))])
        }
        return ["fractional": .array(operands)]
    }
}

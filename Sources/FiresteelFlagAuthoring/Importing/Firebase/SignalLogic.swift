#if Everything || Firebase || Server
import FiresteelFirebase
import FiresteelFlags

/// A condition of a template in JsonLogic.
struct SignalLogic {
    /// The differences that remain.
    private(set) var warnings: Set<String> = []

    /// The person: the attribute as Firebase calls it, or else the targeting key.
    private static let person: JSONValue = [
        "if": [["var": "randomization_id"], ["var": "randomization_id"], ["var": "targetingKey"]]
    ]

    mutating func rule(_ condition: FirebaseCondition) throws(ImportError) -> JSONValue {
        switch condition {
        case .constant(let isTrue): return .bool(isTrue)
        case .any(let conditions): return ImportLogic.any(try rules(conditions))
        case .all(let conditions): return ImportLogic.all(try rules(conditions))
        case .percent(let percent): return Self.rule(percent)
        case .signal(let signal): return try rule(signal)
        }
    }

    private mutating func rules(_ conditions: [FirebaseCondition]) throws(ImportError) -> [JSONValue] {
        var rules: [JSONValue] = []
        for condition in conditions { rules.append(try rule(condition)) }
        return rules
    }

    // MARK: Shares

    private static let total = 100_000_000

    private static func rule(_ percent: PercentCondition) -> JSONValue {
        // Numbers from 0 to 99,999,999: the bounds are included.
        let (start, end) =
            switch percent.share {
            case .upTo(let bound): (0, number(after: bound))
            case .above(let bound): (number(after: bound), total)
            case .between(let lower, let upper): (number(after: lower), number(after: upper))
            }
        let first = start
        let last = max(end, first)
        if first == last { return false }
        if first == 0, last == total { return ["!!": [person]] }
        let key: JSONValue = percent.seed.isEmpty ? ["cat": [person]] : ["cat": [.string("\(percent.seed)."), person]]
        let draw = ImportLogic.draw(key, [("out", first), ("in", last - first), ("out", total - last)])
        return ImportLogic.all([person, ["==": [draw, "in"]]])
    }

    /// The number after a bound, which is any integer, from 0 to `total`.
    private static func number(after bound: Int) -> Int { min(max(bound, -1), total - 1) + 1 }

    // MARK: Signals

    private mutating func rule(_ signal: SignalCondition) throws(ImportError) -> JSONValue {
        let value: JSONValue
        if signal.name == "randomization_id" {
            value = Self.person
        } else if let variable = ImportLogic.variable(signal.name) {
            value = variable
        } else {
            throw ImportError("The signal “\(signal.name)” has a name that is a path or is reserved here.")
        }
        let text: JSONValue = ["cat": [value]]
        // As in Firebase, 0 and an empty text are missing: both are false in JsonLogic.
        func present(_ rule: JSONValue) -> JSONValue { ImportLogic.all([value, rule]) }
        switch signal.test {
        case .contains: return present(ImportLogic.any(signal.targets.map { ["in": [.string($0), text]] }))
        case .doesNotContain:
            return present(ImportLogic.not(ImportLogic.any(signal.targets.map { ["in": [.string($0), text]] })))
        case .matches:
            warnings.insert("White space around signals is compared as well; Firebase removes it.")
            let targets = signal.targets.map { JSONValue.string(Self.trimmed($0)) }
            return present(["in": [text, .array(targets)]])
        case .containsPattern: throw ImportError("The signal “\(signal.name)” is compared with a regular expression.")
        case .number(let comparison):
            guard let wanted = Double(Self.trimmed(signal.targets[0])), wanted.isFinite else { return false }
            return present(Self.number(value, comparison, wanted))
        case .version(let comparison): return present(try version(value, comparison, signal.targets[0]))
        }
    }

    private static func number(
        _ value: JSONValue, _ comparison: SignalCondition.Comparison, _ wanted: Double
    ) -> JSONValue {
        let number: JSONValue = Int(exactly: wanted).map { .int($0) } ?? .double(wanted)
        let converted: JSONValue = ["+": [value]]
        // A text that isn't a number becomes not-a-number, which isn't equal to itself.
        let isNumber: JSONValue = ImportLogic.all([["!==": [value, true]], ["===": [converted, converted]]])
        return ImportLogic.all([isNumber, .object([comparison.logicOperator: [converted, number]])])
    }

    private mutating func version(
        _ value: JSONValue, _ comparison: SignalCondition.Comparison, _ wanted: String
    ) throws(ImportError) -> JSONValue {
        let parts = wanted.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ Int($0) != nil }) else { return false }
        guard parts.count <= 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            throw ImportError("It compares with the version “\(wanted)”; here versions have at most three numbers.")
        }
        warnings.insert("Versions are compared as semantic versions, with at most three numbers.")
        let full = (parts.map(String.init) + ["0", "0"]).prefix(3).joined(separator: ".")
        return ["sem_ver": [["cat": [value]], .string(comparison.versionOperator), .string(full)]]
    }

    private static func trimmed(_ text: String) -> String {
        let start = text[...].drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension SignalCondition.Comparison {
    fileprivate var logicOperator: String {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .equal: "==="
        case .notEqual: "!=="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    fileprivate var versionOperator: String {
        switch self {
        case .equal: "="
        case .notEqual: "!="
        default: logicOperator
        }
    }
}
#endif

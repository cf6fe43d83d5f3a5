/// The operation of a node.
enum LogicOperation: UInt8, Sendable {
    // Values
    case constant, list, reference, variable, computedVariable, missing, missingKnown, missingSome
    // Decisions
    case choose, and, or, not, truth
    // Comparisons
    case equal, notEqual, identical, notIdentical, less, lessOrEqual, greater, greaterOrEqual
    // Numbers
    case minimum, maximum, add, subtract, negate, multiply, divide, remainder
    // Lists
    case map, reduce, filter, all, none, some, merge, contains, member
    // Texts
    case join, cut, log, startsWith, endsWith
    // Shares and versions
    case fractional, version

    /// The name of the operation in a rule; empty for operations without one.
    var name: String {
        switch self {
        case .constant, .list: ""
        case .reference: "$ref"
        case .variable, .computedVariable: "var"
        case .missing, .missingKnown: "missing"
        case .missingSome: "missing_some"
        case .choose: "if"
        case .and: "and"
        case .or: "or"
        case .not: "!"
        case .truth: "!!"
        case .equal: "=="
        case .notEqual: "!="
        case .identical: "==="
        case .notIdentical: "!=="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .minimum: "min"
        case .maximum: "max"
        case .add: "+"
        case .subtract, .negate: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        case .map: "map"
        case .reduce: "reduce"
        case .filter: "filter"
        case .all: "all"
        case .none: "none"
        case .some: "some"
        case .merge: "merge"
        case .contains, .member: "in"
        case .join: "cat"
        case .cut: "substr"
        case .log: "log"
        case .startsWith: "starts_with"
        case .endsWith: "ends_with"
        case .fractional: "fractional"
        case .version: "sem_ver"
        }
    }
}

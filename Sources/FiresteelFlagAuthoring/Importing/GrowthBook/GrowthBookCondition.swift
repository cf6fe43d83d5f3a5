import FiresteelFlags

/// A condition of GrowthBook, which is like a query of MongoDB, in JsonLogic.
struct GrowthBookCondition {
    /// The saved groups by their identifiers.
    let groups: [String: JSONValue]
    /// The differences that remain.
    private(set) var warnings: Set<String> = []
    /// Whether names are those of an element of an array, or of a prerequisite's value, and not of attributes.
    private var isInner = false

    init(groups: [String: JSONValue]) { self.groups = groups }

    /// Returns the attribute with a name: the identifier of a person is the targeting key.
    static func attribute(_ name: String) throws(ImportError) -> JSONValue {
        if name == "id" { return ["var": "targetingKey"] }
        guard let variable = ImportLogic.path(name) else {
            throw ImportError("The name of the attribute “\(name)” is reserved here.")
        }
        return variable
    }

    /// Returns the rule of a condition.
    mutating func rule(_ condition: JSONValue) throws(ImportError) -> JSONValue {
        guard case .object(let members) = condition else { throw ImportError("A condition isn't an object.") }
        var rules: [JSONValue] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            switch name {
            case "$or": rules.append(try anyOf(value))
            case "$nor": rules.append(ImportLogic.not(try anyOf(value)))
            case "$and": for part in value.elements { rules.append(try rule(part)) }
            case "$not": rules.append(ImportLogic.not(try rule(value)))
            default:
                let variable = isInner ? ["var": .string(name)] : try Self.attribute(name)
                rules.append(try self.rule(value, of: variable))
            }
        }
        return ImportLogic.all(rules)
    }

    /// Returns the rule of a condition on the value of a prerequisite, whose name is `value`.
    mutating func innerRule(_ condition: JSONValue) throws(ImportError) -> JSONValue {
        let outer = isInner
        isInner = true
        defer { isInner = outer }
        return try rule(condition)
    }

    private mutating func anyOf(_ value: JSONValue) throws(ImportError) -> JSONValue {
        var rules: [JSONValue] = []
        for part in value.elements { rules.append(try rule(part)) }
        return rules.isEmpty ? true : ImportLogic.any(rules)
    }

    /// Returns the rule of a condition on one value: a value that it equals, or operators.
    private mutating func rule(_ condition: JSONValue, of variable: JSONValue) throws(ImportError) -> JSONValue {
        switch condition {
        case .null: return ["==": [variable, .null]]
        case .string(let text):
            let rule = ImportLogic.isEqual(variable, asText: text)
            return text == "null" ? ImportLogic.any([["==": [variable, .null]], rule]) : rule
        case .int, .double:
            warnAboutNumbers(variable, [condition])
            let rule: JSONValue = ["==": [variable, condition]]
            return condition.doubleValue == 0 ? ImportLogic.any([["==": [variable, .null]], rule]) : rule
        // As in JavaScript, an empty array is true.
        case .bool(true): return ImportLogic.any([["!!": [variable]], ImportLogic.isEmptyArray(variable)])
        case .bool(false):
            return ImportLogic.all([["!=": [variable, .null]], ImportLogic.not(variable), ["merge": [variable]]])
        case .array(let elements): return try equals(elements, variable)
        case .object(let operators):
            guard !operators.isEmpty, operators.keys.allSatisfy({ $0.hasPrefix("$") }) else {
                throw ImportError("It compares an attribute with an object.")
            }
            var rules: [JSONValue] = []
            for (name, value) in operators.sorted(by: { $0.key < $1.key }) {
                rules.append(try rule(name, value, variable))
            }
            return ImportLogic.all(rules)
        }
    }

    /// Returns the rule that a value is an array with exactly some elements.
    private func equals(_ elements: [JSONValue], _ variable: JSONValue) throws(ImportError) -> JSONValue {
        guard case .object(let members) = variable, case .string(let path)? = members["var"], !path.isEmpty,
            elements.allSatisfy({ $0.type != .array && $0.type != .object })
        else { throw ImportError("It compares an attribute with arrays or objects in an array.") }
        let size = Self.size(variable)
        return ImportLogic.all(
            [ImportLogic.isArray(variable), ["===": [size, .int(elements.count)]]]
                + elements.enumerated().map { ["===": [["var": .string("\(path).\($0)")], $1]] })
    }

    /// The number of an array's elements.
    private static func size(_ variable: JSONValue) -> JSONValue {
        ["reduce": [variable, ["+": [1, ["var": "accumulator"]]], 0]]
    }

    private mutating func rule(
        _ name: String, _ value: JSONValue, _ variable: JSONValue
    ) throws(ImportError) -> JSONValue {
        switch name {
        case "$eq": return isEqual(variable, value)
        case "$ne": return ImportLogic.not(isEqual(variable, value))
        case "$lt", "$lte", "$gt", "$gte":
            let comparisons = ["$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">="]
            return .object([comparisons[name] ?? "": [variable, value]])
        case "$exists":
            let isWanted = ![.null, false, 0, ""].contains(value)
            return isWanted ? ["!=": [variable, .null]] : ["==": [variable, .null]]
        case "$in", "$nin":
            guard case .array(let values) = value else { return false }
            return try isIn(variable, values, name == "$in")
        case "$inGroup", "$notInGroup":
            let group = groups[value.stringValue ?? ""]?.elements ?? []
            return try isIn(variable, group, name == "$inGroup")
        case "$not": return ImportLogic.not(try rule(value, of: variable))
        case "$size":
            return ImportLogic.all([ImportLogic.isArray(variable), try rule(value, of: Self.size(variable))])
        case "$elemMatch": return ["some": [variable, try elementRule(value)]]
        case "$all":
            guard case .array(let values) = value else { return false }
            var rules = [ImportLogic.isArray(variable)]
            for part in values { rules.append(["some": [variable, try rule(part, of: ["var": ""])]]) }
            return ImportLogic.all(rules)
        case "$regex", "$notRegex":
            // As in JavaScript, null is a text as well.
            let text: JSONValue = ["if": [["==": [variable, .null]], "null", ["cat": [variable]]]]
            guard let pattern = value.stringValue, let rule = LiteralPattern.logic(pattern, text) else {
                throw ImportError("It compares with the regular expression \(value.json()).")
            }
            return name == "$regex" ? rule : ImportLogic.not(rule)
        case "$veq", "$vne", "$vgt", "$vgte", "$vlt", "$vlte": return try version(name, value, variable)
        case "$type": return try isType(value.stringValue ?? "", variable)
        case "$ini", "$nini", "$alli", "$regexi", "$notRegexi":
            throw ImportError("It compares texts without regard to case.")
        default: throw ImportError("It compares by “\(name)”, which can't be expressed.")
        }
    }

    private mutating func elementRule(_ condition: JSONValue) throws(ImportError) -> JSONValue {
        let keys = condition.members.keys
        if !keys.isEmpty, keys.allSatisfy({ $0.hasPrefix("$") }) { return try rule(condition, of: ["var": ""]) }
        return try innerRule(condition)
    }

    private mutating func isEqual(_ variable: JSONValue, _ value: JSONValue) -> JSONValue {
        warnAboutNumbers(variable, [value])
        // In JavaScript, an array or object equals only itself.
        return value.type == .array || value.type == .object ? false : ["===": [variable, value]]
    }

    private mutating func isIn(
        _ variable: JSONValue, _ values: [JSONValue], _ isWanted: Bool
    ) throws(ImportError) -> JSONValue {
        warnAboutNumbers(variable, values)
        let values = values.filter { $0.type != .array && $0.type != .object }
        guard !values.isEmpty else { return .bool(!isWanted) }
        func isMember(_ value: JSONValue) -> JSONValue { ["in": [value, .array(values)]] }
        // The targeting key is never an array, so that this is a condition of editors.
        let isKey = variable == ["var": "targetingKey"]
        let rule = isKey ? isMember(variable) : ImportLogic.anyElement(variable, isMember)
        return isWanted ? rule : ImportLogic.not(rule)
    }

    private mutating func warnAboutNumbers(_ variable: JSONValue, _ values: [JSONValue]) {
        guard variable == ["var": "targetingKey"], values.contains(where: { $0.doubleValue != nil }) else { return }
        warnings.insert("It compares “id” with numbers. Here it is the targeting key, a text.")
    }

    private mutating func version(
        _ name: String, _ value: JSONValue, _ variable: JSONValue
    ) throws(ImportError) -> JSONValue {
        let wanted = value.stringValue ?? ""
        guard VersionCondition.equal.holds(wanted, wanted) != nil,
            wanted.prefix(while: { $0 != "-" && $0 != "+" }).filter({ $0 == "." }).count == 2
        else { throw ImportError("It compares with the version \(value.json()), which isn't a semantic version.") }
        warnings.insert("Versions are compared as semantic versions; others than with three numbers differ.")
        let comparisons = ["$veq": "=", "$vne": "!=", "$vgt": ">", "$vgte": ">=", "$vlt": "<", "$vlte": "<="]
        let rule: JSONValue = ["sem_ver": [variable, .string(comparisons[name] ?? ""), value]]
        // Without a text or number, the version is 0.
        let isLow = ["$vne", "$vlt", "$vlte"].contains(name)
        return isLow ? ImportLogic.any([ImportLogic.not(variable), rule]) : rule
    }

    private func isType(_ name: String, _ variable: JSONValue) throws(ImportError) -> JSONValue {
        let isBool = ImportLogic.any([["===": [variable, true]], ["===": [variable, false]]])
        switch name {
        case "string": return ImportLogic.isText(variable)
        case "number": return ImportLogic.isNumber(variable)
        case "boolean": return isBool
        case "null", "undefined": return ["==": [variable, .null]]
        case "array": return ImportLogic.isArray(variable)
        case "object":
            return ImportLogic.all([
                ["!=": [variable, .null]], ImportLogic.not(isBool), ImportLogic.not(ImportLogic.isText(variable)),
                ImportLogic.not(ImportLogic.isNumber(variable)), ImportLogic.not(ImportLogic.isArray(variable)),
            ])
        default: return false
        }
    }
}

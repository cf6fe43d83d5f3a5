import FiresteelFlags

/// Clauses of LaunchDarkly in JsonLogic.
struct LaunchDarklyClause {
    /// The differences that remain.
    private(set) var warnings: Set<String> = []

    /// Returns the variable of an attribute of a kind of contexts.
    ///
    /// The key of a user is the targeting key. The contexts of another kind are an object with the kind's name.
    ///
    /// - Parameters:
    ///   - reference: The attribute's name, or the path `/address/city` if the clause has a kind.
    ///   - kind: The kind of contexts; `nil` for a clause without one.
    mutating func variable(_ reference: String, kind: String?) throws(ImportError) -> JSONValue {
        var names = [reference]
        if kind != nil, reference.hasPrefix("/") {
            names = reference.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
        }
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains(".") }), names != ["kind"] else {
            throw ImportError("It compares the attribute “\(reference)”, which can't be named here.")
        }
        let isUser = kind == nil || kind == "user"
        if isUser, names == ["key"] { return ["var": "targetingKey"] }
        if let kind, !isUser {
            guard !kind.contains(".") else { throw ImportError("The kind “\(kind)” of contexts has a period.") }
            warnings.insert(
                "Contexts of the kind “\(kind)” are the attribute “\(kind)”, an object with its “key” and attributes.")
            names.insert(kind, at: 0)
        }
        let path = names.joined(separator: ".")
        guard var variable = ImportLogic.path(path)?.members else {
            throw ImportError("The name of the attribute “\(path)” is reserved here.")
        }
        // It always has a value.
        if names.last == "anonymous", names.count == (isUser ? 1 : 2) { variable["var"] = [.string(path), false] }
        return .object(variable)
    }

    /// Returns the rule of a clause other than on segments.
    mutating func rule(_ clause: [String: JSONValue]) throws(ImportError) -> JSONValue {
        let name = clause["op"]?.text ?? ""
        let variable = try variable(clause["attribute"]?.text ?? "", kind: clause["contextKind"]?.text)
        let values = clause["values"]?.elements ?? []
        if name == "in" {
            guard values.allSatisfy({ $0.type != .array && $0.type != .object }) else {
                throw ImportError("It compares an attribute with arrays or objects.")
            }
        }
        var rules: [(JSONValue) -> JSONValue] = []
        switch name {
        case "in": if !values.isEmpty { rules = [{ ["in": [$0, .array(values)]] }] }
        default:
            for value in values { if let rule = try rule(name, value) { rules.append(rule) } }
        }
        func any(_ value: JSONValue) -> JSONValue { ImportLogic.any(rules.map { $0(value) }) }
        let isNegated = clause["negate"] == true
        // The targeting key is never an array, so that this is a condition of editors.
        let isKey = variable == ["var": "targetingKey"]
        let rule = rules.isEmpty ? false : isKey ? any(variable) : ImportLogic.anyElement(variable, any)
        // A missing attribute fulfils no clause, a negated one neither.
        return isNegated ? ImportLogic.all([["!=": [variable, .null]], ImportLogic.not(rule)]) : rule
    }

    /// Returns the rule of one value, `nil` if no attribute fulfils it.
    private mutating func rule(
        _ name: String, _ value: JSONValue
    ) throws(ImportError) -> ((JSONValue) -> JSONValue)? {
        switch name {
        case "startsWith", "endsWith":
            guard value.stringValue != nil else { return nil }
            let name = name == "startsWith" ? "starts_with" : "ends_with"
            return { .object([name: [$0, value]]) }
        case "contains":
            guard let text = value.stringValue else { return nil }
            // An empty text is a part of each.
            return text.isEmpty
                ? ImportLogic.isText : { ImportLogic.all([ImportLogic.isText($0), ["in": [value, $0]]]) }
        case "matches":
            guard let pattern = value.stringValue else { return nil }
            guard LiteralPattern.logic(pattern, "") != nil else {
                throw ImportError("It compares with the regular expression “\(pattern)”.")
            }
            return { variable in
                ImportLogic.all([ImportLogic.isText(variable), LiteralPattern.logic(pattern, variable) ?? false])
            }
        case "lessThan", "lessThanOrEqual", "greaterThan", "greaterThanOrEqual":
            let comparisons = [
                "lessThan": "<", "lessThanOrEqual": "<=", "greaterThan": ">", "greaterThanOrEqual": ">=",
            ]
            guard value.doubleValue != nil, let comparison = comparisons[name] else { return nil }
            return { ImportLogic.all([ImportLogic.isNumber($0), .object([comparison: [$0, value]])]) }
        case "before", "after": return try time(name == "before" ? "<" : ">", value)
        case "semVerEqual": return try version("=", value)
        case "semVerLessThan": return try version("<", value)
        case "semVerGreaterThan": return try version(">", value)
        default: throw ImportError("It compares by “\(name)”, which can't be expressed.")
        }
    }

    /// Returns the comparison with a time, in milliseconds and as a text.
    private mutating func time(
        _ comparison: String, _ value: JSONValue
    ) throws(ImportError) -> ((JSONValue) -> JSONValue) {
        let seconds: Int
        switch value {
        case .int(let milliseconds) where milliseconds % 1_000 == 0 && milliseconds >= 0: seconds = milliseconds / 1_000
        case .string:
            guard let time = DocumentTime.seconds(value) else { fallthrough }
            seconds = time
        default: throw ImportError("It compares with the time \(value.json()). Use a time in whole seconds since 1970.")
        }
        let text = JSONValue.string(DocumentTime.text(seconds))
        warnings.insert("Times that are texts are compared in UTC and whole seconds, such as “\(text.text ?? "")”.")
        return { variable in
            ImportLogic.any([
                ImportLogic.all([
                    ImportLogic.isNumber(variable), .object([comparison: [variable, .int(seconds * 1_000)]]),
                ]), ImportLogic.all([ImportLogic.isText(variable), .object([comparison: [variable, text]])]),
            ])
        }
    }

    private func version(_ sign: String, _ value: JSONValue) throws(ImportError) -> ((JSONValue) -> JSONValue)? {
        guard let wanted = value.stringValue else { return nil }
        guard VersionCondition.equal.holds(wanted, wanted) != nil, !wanted.lowercased().hasPrefix("v") else {
            throw ImportError("It compares with the version “\(wanted)”, which isn't a semantic version.")
        }
        return { variable in
            ImportLogic.all([
                ImportLogic.isText(variable), ["!": [["in": [["substr": [variable, 0, 1]], ["v", "V"]]]]],
                ["sem_ver": [variable, .string(sign), value]],
            ])
        }
    }
}
